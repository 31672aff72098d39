import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * {{name}}: a Hive engine. It speaks UHP, the Universal Hive Protocol; you need not change this file.
 *
 * <p>Commands come one a line from the standard input. Every answer ends with a line "ok". The thinking is in
 * Thinking.java, the rules are in Rules.java.
 */
final class Bot {
    private static final String NAME = "{{name}}";

    private final Rules rules = new Rules();
    private String game; // "Base", "Base+MLP", ...
    private List<String> moves = new ArrayList<>();
    private Map<String, Object> state; // what the rules say about the game as it is now

    private Bot() throws IOException {}

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String line = "info"; // we introduce ourselves
        for (; line != null; line = in.readLine()) {
            String[] words = line.strip().split("\\s+", 2);
            String command = words[0];
            if (command.equals("exit")) {
                break;
            }
            if (command.isEmpty()) {
                continue;
            }
            String answer;
            try {
                answer = bot.answer(command, words.length > 1 ? words[1] : "");
            } catch (Rules.Refused | NumberFormatException error) {
                boolean isMove = bot.state != null && (command.equals("play") || command.equals("pass"));
                answer = (isMove ? "invalidmove " : "err ") + error.getMessage();
            }
            out.print(answer.isEmpty() ? "ok\n" : answer + "\nok\n");
            out.flush();
        }
        System.exit(0); // ends "schwarm query" as well
    }

    /** The answer to a command, without the "ok". */
    private String answer(String command, String rest) throws IOException, Rules.Refused {
        switch (command) {
            case "info":
                return "id " + NAME + " 1.0\nMosquito;Ladybug;Pillbug";
            case "newgame": // a game type, or a whole game: "Base;InProgress;White[2];wS1;bG1 wS1-"
                List<String> fields = Arrays.asList((rest.isEmpty() ? "Base" : rest).split(";", -1));
                return setUp(fields.get(0), fields.subList(Math.min(3, fields.size()), fields.size()));
            case "options":
                if (rest.isEmpty()) {
                    return ""; // we have none
                }
                break;
            case "play", "pass", "validmoves", "bestmove", "undo":
                if (state == null) {
                    throw new Rules.Refused("no game has begun, say newgame");
                }
                return answerAboutGame(command, rest);
            default:
        }
        throw new Rules.Refused("unknown command: " + command + " " + rest);
    }

    private String answerAboutGame(String command, String rest) throws IOException, Rules.Refused {
        if (command.equals("play") || command.equals("pass")) {
            List<String> longer = new ArrayList<>(moves);
            longer.add(command.equals("pass") ? "pass" : rest);
            return setUp(game, longer);
        }
        if (command.equals("undo")) {
            int number = rest.isEmpty() ? 1 : Integer.parseInt(rest);
            if (number < 1 || number > moves.size()) {
                throw new Rules.Refused("cannot take back " + number + " moves, there are " + moves.size());
            }
            return setUp(game, moves.subList(0, moves.size() - number));
        }
        if (state.get("outcome") != null) {
            throw new Rules.Refused("the game is over");
        }
        if (command.equals("validmoves")) {
            return String.join(";", Json.texts(state.get("legal")));
        }
        return Thinking.choose(turn(rest));
    }

    /** Plays a game up to some move. If the rules refuse it, the old game stays. */
    private String setUp(String newGame, List<String> newMoves) throws IOException, Rules.Refused {
        String list = newMoves.stream().map(Json::quote).collect(Collectors.joining(","));
        state = rules.ask("{\"game\":" + Json.quote(newGame) + ",\"moves\":[" + list + "]}");
        game = newGame;
        String position = (String) state.get("position");
        List<String> fields = Arrays.asList(position.split(";"));
        moves = new ArrayList<>(fields.subList(3, fields.size()));
        return position;
    }

    /** The turn for the thinking. The limit is like "time 00:00:05" or "depth 3". */
    private Turn turn(String limit) throws Rules.Refused {
        double seconds = Double.POSITIVE_INFINITY;
        if (limit.startsWith("time")) {
            String[] parts = limit.substring(4).strip().split(":");
            if (parts.length != 3) {
                throw new Rules.Refused("a time is written 00:00:05");
            }
            seconds = Integer.parseInt(parts[0]) * 3600 + Integer.parseInt(parts[1]) * 60 + Double.parseDouble(parts[2]);
        }
        int number = ((Double) state.get("turn")).intValue();
        List<String> legal = Json.texts(state.get("legal"));
        return new Turn((String) state.get("to_move"), (String) state.get("board"), legal, number, seconds);
    }
}
