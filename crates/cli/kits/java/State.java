// [[hive-2020]]
import java.util.ArrayList;
import java.util.List;
// [[/]]
import java.util.Map;

/** What a state and a move look like: the server's XML on one side, our texts on the other. */
final class State {
    // [[piranhas-2019]]
    private static final Map<String, Character> LETTERS = Map.of("EMPTY", '.', "RED", 'r', "BLUE", 'b', "OBSTRUCTED", 'O');

    /** The position text of the server's state; see Thinking.java. */
    static String read(Element state) {
        char[][] rows = new char[10][10];
        for (Element field : state.findAll("field")) {
            rows[field.number("y")][field.number("x")] = LETTERS.get(field.get("state"));
        }
        StringBuilder text = new StringBuilder();
        for (int y = 9; y >= 0; y--) {
            text.append(rows[y]).append(y > 0 ? "/" : " ");
        }
        return text + sideAndTurn(state);
    }
    // [[/]]
    // [[piranhas-2026]]
    private static final Map<String, String> LETTERS = Map.of(
            "EMPTY", ".", "SQUID", "O", "ONE_S", "1", "ONE_M", "2", "ONE_L", "3", "TWO_S", "a", "TWO_M", "b", "TWO_L", "c");

    /** The position text of the server's state; see Thinking.java. */
    static String read(Element state) {
        String text = "";
        for (Element row : state.findAll("row")) {
            String letters = "";
            for (Element field : row.findAll("field")) {
                letters += LETTERS.get(field.text);
            }
            text = text.isEmpty() ? letters : letters + "/" + text;
        }
        String union = Map.of("ONE", "r", "TWO", "b").getOrDefault(state.get("firstUnion"), "-");
        return text + " " + sideAndTurn(state) + " " + union;
    }
    // [[/]]
    // [[piranhas]]

    private static final String[][] DIRECTIONS = { // by the sign of the way in x, then in y
        {"DOWN_LEFT", "LEFT", "UP_LEFT"}, {"DOWN", "", "UP"}, {"DOWN_RIGHT", "RIGHT", "UP_RIGHT"},
    };

    /** A move like "a4-c4" as the server wants it: a square and a direction. */
    static String writeMove(Element state, String move) {
        int x = move.charAt(0) - 'a';
        int y = move.charAt(1) - '0';
        int wayX = Integer.signum(move.charAt(3) - move.charAt(0));
        int wayY = Integer.signum(move.charAt(4) - move.charAt(1));
        String direction = DIRECTIONS[wayX + 1][wayY + 1];
        // [[/]]
        // [[piranhas-2019]]
        return String.format("<data class=\"move\" x=\"%d\" y=\"%d\" direction=\"%s\"/>", x, y, direction);
        // [[/]]
        // [[piranhas-2026]]
        return String.format(
                "<data class=\"move\"><from x=\"%d\" y=\"%d\"/><direction>%s</direction></data>", x, y, direction);
        // [[/]]
        // [[piranhas]]
    }
    // [[/]]
    // [[hive-2020]]
    private static final Map<String, String> KINDS =
            Map.of("BEE", "Q", "SPIDER", "S", "GRASSHOPPER", "G", "BEETLE", "B", "ANT", "A");

    /** The position text of the server's state; see Thinking.java. */
    static String read(Element state) {
        List<String> words = new ArrayList<>();
        for (Element field : state.find("board").findAll("field")) {
            String content = field.get("isObstructed").equals("true") ? "#" : "";
            for (Element piece : field.findAll("piece")) {
                String letter = KINDS.get(piece.get("type"));
                content += piece.get("owner").equals("RED") ? letter : letter.toLowerCase();
            }
            if (!content.isEmpty()) {
                words.add(field.get("x") + "," + field.get("y") + "=" + content);
            }
        }
        words.add("|");
        words.add(sideAndTurn(state));
        return String.join(" ", words);
    }

    /** A move like "A@2,-1", "1,-3>2,-3" or "pass" as the server wants it. */
    static String writeMove(Element state, String move) {
        if (move.equals("pass")) {
            return "<data class=\"skipmove\"/>";
        }
        String[] parts = move.split("[@>]");
        if (move.contains(">")) {
            return "<data class=\"dragmove\">" + cell("start", parts[0]) + cell("destination", parts[1]) + "</data>";
        }
        String piece = "";
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            if (kind.getValue().equals(parts[0])) {
                String owner = state.get("currentPlayerColor");
                piece = "<piece owner=\"" + owner + "\" type=\"" + kind.getKey() + "\"/>";
            }
        }
        return "<data class=\"setmove\">" + piece + cell("destination", parts[1]) + "</data>";
    }

    private static String cell(String name, String text) {
        String[] numbers = text.split(",");
        int x = Integer.parseInt(numbers[0]);
        int y = Integer.parseInt(numbers[1]);
        return String.format("<%s x=\"%d\" y=\"%d\" z=\"%d\"/>", name, x, y, -x - y);
    }
    // [[/]]
    // [[ostseeschach]]
    private static final Map<String, String> KINDS = Map.of("Herzmuschel", "H", "Moewe", "M", "Seestern", "S", "Robbe", "R");

    /** The position text of the server's state; see Thinking.java. The server calls the row x and the column y. */
    static String read(Element state) {
        String[][] rows = new String[8][8];
        for (Element entry : state.find("board").findAll("entry")) {
            Element at = entry.find("coordinates");
            Element piece = entry.find("piece");
            String letter = KINDS.get(piece.get("type"));
            letter = piece.get("team").equals("ONE") ? letter : letter.toLowerCase();
            rows[at.number("x")][at.number("y")] = letter + (piece.number("count") > 1 ? piece.get("count") : "");
        }
        StringBuilder text = new StringBuilder();
        for (int x = 7; x >= 0; x--) {
            for (String square : rows[x]) {
                text.append(square == null ? "." : square);
            }
            text.append(x > 0 ? "/" : " ");
        }
        String red = "0";
        String blue = "0";
        for (Element entry : state.find("ambers").findAll("entry")) {
            String ambers = entry.find("int").text;
            if (entry.find("team").text.equals("ONE")) {
                red = ambers;
            } else {
                blue = ambers;
            }
        }
        return text + sideAndTurn(state) + " " + red + ":" + blue;
    }

    /** A move like "b1-c3" as the server wants it. */
    static String writeMove(Element state, String move) {
        return "<data class=\"move\">" + cell("from", move) + cell("to", move.substring(3)) + "</data>";
    }

    private static String cell(String name, String square) {
        return String.format("<%s x=\"%d\" y=\"%d\"/>", name, square.charAt(1) - '1', square.charAt(0) - 'a');
    }
    // [[/]]

    private static String sideAndTurn(Element state) {
        int turn = state.number("turn");
        return (turn % 2 == 0 ? "r " : "b ") + turn;
    }
}
