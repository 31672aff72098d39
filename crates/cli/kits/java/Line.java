import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * {{name}}: a bot for {{game}}. It speaks the line protocol of Schwarm; you need not change this file.
 *
 * <p>Schwarm writes one JSON object a line to our standard input, we answer on the standard output. The
 * thinking is in Thinking.java. Look at what is going on with System.err.println("...").
 */
final class Bot {
    private static final String NAME = "{{name}}";

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> message = Json.readObject(line);
            if (message.containsKey("hello")) { // a new game begins
                out.println("{\"name\":" + Json.quote(NAME) + "}");
            } else if (message.containsKey("legal")) { // it is our turn
                String move = Thinking.choose(turn(message));
                long id = ((Double) message.get("id")).longValue();
                out.println("{\"move\":" + Json.quote(move) + ",\"id\":" + id + "}");
            } else if (message.get("end") instanceof Map<?, ?> end) { // the game is over
                System.err.println("winner: " + end.get("winner"));
            }
        }
    }

    private static Turn turn(Map<String, Object> message) {
        // Hive has two texts: the game with its moves, and the board alone. We want the board.
        Object position = message.containsKey("board") ? message.get("board") : message.get("position");
        Object time = message.get("time_ms");
        double seconds = time == null ? Double.POSITIVE_INFINITY : (Double) time / 1000;
        int number = ((Double) message.get("turn")).intValue();
        return new Turn((String) message.get("side"), (String) position, Json.texts(message.get("legal")), number, seconds);
    }
}
