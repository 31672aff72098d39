//! Pictures with few colours, which are a third of the size: as PNG, and as an animation.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::Cursor;

use gif::{Encoder, Frame, Repeat};

/// Hundredths of a second a position is shown, and the last one.
const SHOWN: u16 = 80;
const LAST_SHOWN: u16 = 300;

type Colour = [u8; 3];

/// What a window looked like.
pub struct Shot {
    width: u32,
    height: u32,
    colours: Vec<Colour>,
}

impl Shot {
    pub fn read(picture: &[u8]) -> Shot {
        let mut decoder = png::Decoder::new(Cursor::new(picture));
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let size = reader.next_frame(&mut pixels).unwrap();
        let colours = pixels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Shot { width: size.width, height: size.height, colours }
    }
}

/// As PNG.
pub fn picture(shot: &Shot) -> Vec<u8> {
    let paint = Paint::of(std::slice::from_ref(shot), 256);
    let mut written = Vec::new();
    let mut encoder = png::Encoder::new(&mut written, shot.width, shot.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(paint.palette.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header().unwrap().write_image_data(&paint.indices(shot)).unwrap();
    written
}

/// As GIF; a frame holds what is new in it.
pub fn animation(shots: &[Shot]) -> Vec<u8> {
    let paint = Paint::of(shots, 255);
    let same = u8::try_from(paint.palette.len()).unwrap();
    let (width, height) = (shots[0].width as u16, shots[0].height as u16);
    let mut palette = paint.palette.concat();
    palette.extend([0; 3]);
    let mut written = Vec::new();
    let mut encoder = Encoder::new(&mut written, width, height, &palette).unwrap();
    encoder.set_repeat(Repeat::Infinite).unwrap();
    let mut before = Vec::new();
    for (number, shot) in shots.iter().enumerate() {
        let indices = paint.indices(shot);
        let is_same = |(i, index): (usize, &u8)| if before.get(i) == Some(index) { same } else { *index };
        let news: Vec<_> = indices.iter().enumerate().map(is_same).collect();
        let mut frame = Frame::from_indexed_pixels(width, height, news, Some(same));
        frame.delay = if number + 1 == shots.len() { LAST_SHOWN } else { SHOWN };
        encoder.write_frame(&frame).unwrap();
        before = indices;
    }
    drop(encoder);
    written
}

/// A few colours, and which of them stands for each of the many.
struct Paint {
    palette: Vec<Colour>,
    nearest: HashMap<Colour, u8>,
}

impl Paint {
    fn of(shots: &[Shot], most: usize) -> Paint {
        let mut counted = HashMap::new();
        for colour in shots.iter().flat_map(|shot| &shot.colours) {
            *counted.entry(*colour).or_insert(0_usize) += 1;
        }
        let mut known: Vec<_> = counted.keys().copied().collect();
        known.sort_by_key(|colour| (Reverse(counted[colour]), *colour));
        let palette = choose(&known, most);
        let nearest = |colour| (0..palette.len()).min_by_key(|i| distance(palette[*i], colour)).unwrap() as u8;
        let nearest = known.iter().map(|colour| (*colour, nearest(*colour))).collect();
        Paint { palette, nearest }
    }

    fn indices(&self, shot: &Shot) -> Vec<u8> {
        shot.colours.iter().map(|colour| self.nearest[colour]).collect()
    }
}

/// The most frequent colours come first: at first those far from each other, so that no rare one is forgotten, then
/// ever closer ones.
fn choose(known: &[Colour], most: usize) -> Vec<Colour> {
    let mut chosen: Vec<_> = known.iter().take(16).copied().collect();
    for apart in [64, 48, 32, 24, 16, 12, 8, 4, 2] {
        for colour in known {
            if chosen.len() < most && chosen.iter().all(|other| distance(*other, *colour) >= apart * apart) {
                chosen.push(*colour);
            }
        }
    }
    chosen
}

fn distance(one: Colour, other: Colour) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}
