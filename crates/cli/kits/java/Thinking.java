import java.util.ArrayList;
// [[hive hive-2020 ostseeschach]]
import java.util.HashMap;
// [[/]]
import java.util.List;
// [[hive hive-2020 ostseeschach]]
import java.util.Map;
// [[/]]
import java.util.Random;

/** Where the thinking goes: {@link #choose} gets a turn and returns a move. */
final class Thinking {
    private static final Random DIE = new Random();

    /**
     * Rates every legal move and returns the best one.
     *
     * <p>What to do next:
     *
     * <ol>
     *   <li>Improve {@link #rate}: which moves do you like when you play yourself?
     *   <li>Look ahead: which answers does the opponent have to a move, and how bad is the worst of them?
     *       ("schwarm query" can tell what a move leads to; or write the rules yourself, that is faster.)
     *   <li>Use the time: look deeper while turn.seconds() is not used up. Stop early enough!
     * </ol>
     */
    static String choose(Turn turn) {
        List<String> bestMoves = new ArrayList<>();
        double bestValue = Double.NEGATIVE_INFINITY;
        for (String move : turn.legal()) {
            double value = rate(turn, move);
            if (value > bestValue) {
                bestMoves.clear();
                bestValue = value;
            }
            if (value == bestValue) {
                bestMoves.add(move);
            }
        }
        return bestMoves.get(DIE.nextInt(bestMoves.size())); // equally good: throw a die
    }

    // [[hive]]
    // A position is like "0,0=wQ 1,0=bS1+wB1 | w 12": cells with their pieces, from the bottom to the top.
    // A move is like "wA1 -bQ": the white ant 1 goes to the west of the black queen.

    /** The idea: go to the enemy's queen. How many cells nearer does this move bring us? */
    static double rate(Turn turn, String move) {
        Map<String, Cell> cells = readCells(turn.position());
        String me = turn.side().equals("white") ? "w" : "b";
        Cell queen = cells.get(me.equals("w") ? "bQ" : "wQ");
        String[] words = move.split(" ");
        String piece = words[0];
        if (queen == null || words.length < 2 || !piece.startsWith(me) || piece.charAt(1) == 'Q') {
            return 0; // nothing to attack yet, or a move that our own queen should decide
        }
        // A new piece counts as one that comes from four cells away.
        int before = cells.containsKey(piece) ? cells.get(piece).distance(queen) : 4;
        return before - targetCell(cells, words[1]).distance(queen);
    }

    /** Where each piece is. */
    static Map<String, Cell> readCells(String position) {
        Map<String, Cell> cells = new HashMap<>();
        for (String word : position.split("\\|")[0].split(" ")) {
            if (!word.isEmpty()) {
                String[] parts = word.split("=");
                for (String piece : parts[1].split("\\+")) {
                    cells.put(piece, Cell.read(parts[0]));
                }
            }
        }
        return cells;
    }

    /** The cell a target such as "-bQ", "bQ/" or "bQ" (on top) means. */
    static Cell targetCell(Map<String, Cell> cells, String target) {
        Cell at = cells.get(target.replaceAll("[-/\\\\]", ""));
        switch (target.charAt(0)) {
            case '-': return new Cell(at.x() - 1, at.y()); // west
            case '\\': return new Cell(at.x(), at.y() - 1); // north-west
            case '/': return new Cell(at.x() - 1, at.y() + 1); // south-west
            default:
        }
        switch (target.charAt(target.length() - 1)) {
            case '-': return new Cell(at.x() + 1, at.y()); // east
            case '/': return new Cell(at.x() + 1, at.y() - 1); // north-east
            case '\\': return new Cell(at.x(), at.y() + 1); // south-east
            default: return at;
        }
    }
    // [[/]]
    // [[hive-2020]]
    // A position is like "-4,-1=# 1,-4=q 1,-3=Qb | b 5": cells with their pieces, from the bottom to the top.
    // Red pieces are Q S B G A, blue ones q s b g a, # is a blackberry.
    // A move is like "A@2,-1" (a new ant), "1,-3>2,-3" (from, to) or "pass".

    /** The idea: go to the enemy's queen. How many cells nearer does this move bring us? */
    static double rate(Turn turn, String move) {
        boolean red = turn.side().equals("red");
        String ownQueen = red ? "Q" : "q";
        String enemyQueen = red ? "q" : "Q";
        Cell queen = null;
        Map<Cell, String> contents = new HashMap<>();
        for (String word : turn.position().split("\\|")[0].split(" ")) {
            if (!word.isEmpty()) {
                String[] parts = word.split("=");
                contents.put(Cell.read(parts[0]), parts[1]);
                if (parts[1].contains(enemyQueen)) {
                    queen = Cell.read(parts[0]);
                }
            }
        }
        if (queen == null || move.equals("pass") || move.startsWith("Q")) {
            return 0; // nothing to attack yet, or a place for our own queen
        }
        String[] parts = move.split("[@>]");
        Cell target = Cell.read(parts[1]);
        if (move.contains("@")) {
            return 4 - target.distance(queen); // as if the new piece came from four cells away
        }
        Cell start = Cell.read(parts[0]);
        if (contents.get(start).endsWith(ownQueen)) {
            return 0; // our own queen stays away from the fight
        }
        return start.distance(queen) - target.distance(queen);
    }
    // [[/]]
    // [[hive hive-2020]]

    /** A cell of the hexagonal board. */
    record Cell(int x, int y) {
        /** Reads a text like "1,-3". */
        static Cell read(String text) {
            String[] numbers = text.split(",");
            return new Cell(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
        }

        /** Steps from this cell to another. */
        int distance(Cell other) {
            int dx = x - other.x;
            int dy = y - other.y;
            return Math.max(Math.abs(dx + dy), Math.max(Math.abs(dx), Math.abs(dy)));
        }
    }
    // [[/]]
    // [[piranhas]]
    // A position is like ".bbbbbbbb./r........r/... r 0": the rows from the top down, who is to move, moves played.
    // {{letters}}
    // A move is like "a4-c4": from column a, row 4 to column c, row 4. Rows are counted from the bottom, from 0.

    /** The idea: gather in the middle of our own fish. How much nearer does this move bring us? */
    static double rate(Turn turn, String move) {
        String own = turn.side().equals("red") ? "r123" : "abc";
        String[] rows = turn.position().split(" ")[0].split("/");
        double fish = 0;
        double sumX = 0;
        double sumY = 0;
        for (int line = 0; line < 10; line++) {
            for (int x = 0; x < 10; x++) {
                if (own.indexOf(rows[line].charAt(x)) >= 0) {
                    fish++;
                    sumX += x;
                    sumY += 9 - line;
                }
            }
        }
        String[] squares = move.split("-");
        return distance(squares[0], sumX / fish, sumY / fish) - distance(squares[1], sumX / fish, sumY / fish);
    }

    /** Steps from a square like "c4" to a place on the board, diagonally too. */
    static double distance(String square, double x, double y) {
        return Math.max(Math.abs(square.charAt(0) - 'a' - x), Math.abs(square.charAt(1) - '0' - y));
    }
    // [[/]]
    // [[ostseeschach]]
    // A position is like "rshrmsmh/......../.../HMSMRHSR r 0 0:0": rows from the top, who is to move, moves played, ambers.
    // Red pieces are H M S R (cockle, gull, starfish, seal), blue ones h m s r; a 2 behind a piece: a tower of two.
    // A move is like "b1-c3": from column b, row 1 to column c, row 3.

    /** The idea: ambers first, then pieces of the enemy, then forward with the light pieces. */
    static double rate(Turn turn, String move) {
        Map<String, Piece> board = readBoard(turn.position());
        boolean red = turn.side().equals("red");
        String start = move.substring(0, 2);
        String target = move.substring(3);
        Piece piece = board.get(start);
        Piece taken = board.get(target); // never one of our own: that would not be legal
        double value = 0;
        if (taken != null) {
            value += 5;
            if (piece.height() + taken.height() >= 3) {
                value += 20; // a tower of three: an amber
            }
        }
        if ("HMShms".indexOf(piece.letter()) >= 0) {
            int forward = target.charAt(1) - start.charAt(1);
            value += red ? forward : -forward;
            if (target.charAt(1) == (red ? '8' : '1')) {
                value += 20; // a light piece has arrived: an amber
            }
        }
        return value;
    }

    record Piece(char letter, int height) {}

    /** The pieces by square, such as "a1". */
    static Map<String, Piece> readBoard(String position) {
        Map<String, Piece> board = new HashMap<>();
        String[] rows = position.split(" ")[0].split("/");
        for (int line = 0; line < 8; line++) {
            int column = 0;
            String square = "";
            for (char letter : rows[line].toCharArray()) {
                if (Character.isDigit(letter)) { // belongs to the piece before it
                    board.put(square, new Piece(board.get(square).letter(), letter - '0'));
                    continue;
                }
                square = "abcdefgh".charAt(column) + "" + (8 - line);
                if (letter != '.') {
                    board.put(square, new Piece(letter, 1));
                }
                column++;
            }
        }
        return board;
    }
    // [[/]]
    // [[other]]

    /** No idea yet: every move is as good as any other. Begin here. */
    static double rate(Turn turn, String move) {
        return 0;
    }
    // [[/]]
}
