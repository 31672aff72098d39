/** The JSON of the server, as docs/web.md tells it. Only for the checker; browsers never see this file. */

type Side = "one" | "two";

interface Cell { x: number; y: number }

interface PieceView { side: Side; kind: string; name: string; height: number }

interface CellView { at: Cell; label: string; terrain: "plain" | "blackberry" | "octopus"; stack: PieceView[] }

interface HexGrid { kind: "hex"; bounded: boolean }
interface SquareGrid { kind: "square"; columns: string[]; rows: string[] }
type Grid = HexGrid | SquareGrid;

interface Counter { id: string; label: string; side: Side | null; value: string }

interface Mark { id: string; side: Side; cells: Cell[] }

interface BoardView {
  grid: Grid;
  sides: [string, string];
  to_move: Side;
  turn: number;
  cells: CellView[];
  reserves: [{ piece: PieceView; count: number }[], { piece: PieceView; count: number }[]];
  counters: Counter[];
  last_move: { from: Cell | null; to: Cell } | null;
  marks: Mark[];
}

type Held = { cell: Cell } | { hand: string };

interface Gesture { move: string; held: Held | null; to: Cell | null }

interface Shown {
  game: string;
  ply: number;
  to_move: Side | null;
  position: string;
  view: BoardView;
  gestures: Gesture[];
  outcome: object | null;
  last: { move: string; words: string } | null;
}

interface Rule { id: string; text: string; cells: Cell[] }

interface Played { move: string; words: string; spent?: number | null; note?: string | null }

interface Clocks { left: [number, number]; running: Side | null }

interface Offers { draw: Side | null; take_back: Side | null; rematch: Side | null }

interface Ending { winner: Side | null; by: string; reason: string; words: string }

interface Live {
  id: number;
  seq: number;
  status: "waiting" | "playing" | "over";
  players: [string, string];
  time: string | null;
  seat: Side | null;
  clocks: Clocks | null;
  offers: Offers;
  may: string[];
  join: string | null;
  moves: Played[];
  ending: Ending | null;
  shown: Shown;
}

interface LiveEvent {
  seq: number;
  kind: "joined" | "moved" | "taken-back" | "offer" | "ended" | "rematch";
  clocks: Clocks | null;
  offers: Offers;
  may?: string[];
  players?: [string, string];
  status: Live["status"];
  ending: Ending | null;
  shown: Shown;
  move?: Played & { ply: number };
  url?: string;
}

type Start = "default" | { setup: string } | { position: string };

interface Line { game: string; start: Start; moves: string[] }

/** A line of play with its worth for the side to move. */
interface Finding { score: number | null; chance: number | null; ends_in: number | null; moves: string[] }

interface Thought {
  depth: number;
  nodes: number;
  lines: Finding[];
  error?: { kind: string; message: string };
}

interface Judged {
  ply: number;
  side: Side;
  move: string;
  class: string;
  before: number;
  after: number;
  loss: number;
  best: string;
  line: string[];
}

interface Review {
  positions: { ply: number; chance: number; score: number | null }[];
  moves: Judged[];
  summary: { accuracy: number | null; inaccuracies: number; mistakes: number; blunders: number; missed_wins: number }[];
  turning_point: { ply: number; side: Side; text: string } | null;
  verdict: string;
}

/** An arrow over the board; without `from`, a ring around `to`. */
interface Arrow { from: Cell | null; to: Cell; strong: boolean }

/** A step of a course, as its page holds it. */
interface LessonData {
  course: string;
  step: string;
  task: "read" | "play" | "targets" | "stuck" | "movable";
  held: Held | null;
  wanted: Cell[];
  answer: Gesture | null;
  line: Line;
  shown: Shown;
}

/** A puzzle, as its page holds it. */
interface PuzzleData { id: string; side: Side; line: Line; others: string[]; shown: Shown }

/** What came of a try in a puzzle. */
interface Tried {
  verdict: "solved" | "right" | "slower" | "wrong" | "unproven";
  good: boolean;
  words: string;
  ending: string | null;
  moves: string[];
  shown: Shown[];
}
