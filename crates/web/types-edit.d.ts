/** The JSON of positions set up by hand, as docs/web.md tells it. Only for the checker; browsers never see this file. */

type Terrain = CellView["terrain"];

interface DraftCell { at: Cell; terrain: Terrain; stack: PieceView[] }

interface Draft { to_move: Side; turn: number; cells: DraftCell[]; fields: Record<string, string> }

interface Offer { piece: PieceView; names: string[]; most: number }

interface PaletteField { key: string; id: string; side: Side | null; kind: "side" | "piece" | { number: number } }

interface Palette {
  board: BoardView;
  pieces: Offer[];
  most_of_side: number | null;
  terrains: { terrain: Terrain; most: number }[];
  piling: "replace" | "stack" | "tower";
  tallest: number;
  first: Side | null;
  most_turns: number;
  fields: PaletteField[];
}

interface Told { id: string; text: string; cells: Cell[] }

interface Judged {
  game: string;
  position: string | null;
  problems: Told[];
  doubts: Told[];
  ending: string | null;
  view: BoardView;
}

interface EditData { game: string; palette: Palette; start: Draft; draft: Draft; judged: Judged }
