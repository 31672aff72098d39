import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The rules of the game. We do not write them ourselves: we ask "schwarm query", which runs beside the bot.
 *
 * <p>It answers questions like {"game": "{{rules}}", "moves": [...]}, one a line, with all legal
 * moves. Want to be faster or to do without Schwarm? Write the rules yourself and replace {@link #ask}.
 */
final class Rules {
    /** The rules say no; the message says why. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    private final PrintStream questions;
    private final BufferedReader answers;

    Rules() throws IOException {
        // Where the program "schwarm" is. The environment variable SCHWARM can say otherwise.
        String schwarm = System.getenv().getOrDefault("SCHWARM", "{{schwarm}}");
        Process process;
        try {
            process = new ProcessBuilder(schwarm, "query").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException error) {
            throw new IOException("cannot start " + schwarm + ". Set SCHWARM to the path of the program schwarm.", error);
        }
        questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Asks a question, written as JSON.
     *
     * @return legal, position, to_move, turn and outcome (null while the game goes on)
     */
    Map<String, Object> ask(String question) throws IOException, Refused {
        questions.println(question);
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("schwarm query has ended");
        }
        Map<String, Object> answer = Json.readObject(line);
        if (answer.get("error") instanceof Map<?, ?> error) {
            throw new Refused((String) error.get("message"));
        }
        return answer;
    }
}
