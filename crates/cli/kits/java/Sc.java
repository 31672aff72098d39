import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * {{name}}: a client of the Software-Challenge for {{game}}. You need not change this file.
 *
 * <p>It joins a server, reads the XML messages, and answers each request with a move. The thinking is in
 * Thinking.java, the rules are in Rules.java, what a state and a move look like is in State.java.
 *
 * <p>Options: [--host HOST] [--port PORT] [--reservation CODE]
 */
final class Bot {
    private static final String GAME = "{{rules}}"; // whose rules we think by
    private static final String GAME_TYPE = "{{gametype}}"; // how the server calls it
    private static final double SECONDS = 1.8; // the server waits for two seconds; some time is lost on the way

    private final Rules rules = new Rules();
    private final OutputStream server;
    private Element state;
    private String room = "";

    private Bot(OutputStream server) throws IOException {
        this.server = server;
    }

    public static void main(String[] args) throws IOException, XMLStreamException, Rules.Refused {
        String host = "127.0.0.1";
        int port = 13050;
        String join = "<join gameType=\"" + GAME_TYPE + "\"/>";
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "-h", "--host" -> host = args[i + 1];
                case "-p", "--port" -> port = Integer.parseInt(args[i + 1]);
                case "-r", "--reservation" -> join = "<joinPrepared reservationCode=\"" + args[i + 1] + "\"/>";
                default -> throw new IllegalArgumentException("unknown option " + args[i]);
            }
        }
        try (Socket socket = new Socket(host, port)) {
            socket.setTcpNoDelay(true);
            Bot bot = new Bot(socket.getOutputStream());
            bot.send("<protocol>" + join);
            XMLInputFactory factory = XMLInputFactory.newInstance();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            XMLStreamReader reader = factory.createXMLStreamReader(socket.getInputStream(), "UTF-8");
            reader.nextTag(); // <protocol>
            boolean goesOn = true;
            while (goesOn && reader.next() != XMLStreamReader.END_ELEMENT) {
                if (reader.isStartElement()) {
                    goesOn = bot.hear(Element.read(reader));
                }
            }
            bot.send("</protocol>");
        }
        System.exit(0); // ends "schwarm query" as well
    }

    private void send(String text) throws IOException {
        server.write(text.getBytes(StandardCharsets.UTF_8));
        server.flush();
    }

    /** Takes a message of the server; false when the game is over. */
    private boolean hear(Element message) throws IOException, Rules.Refused {
        Element data = message.find("data");
        String kind = data == null ? message.name : data.get("class");
        if (kind.equals("joined")) {
            room = message.get("roomId");
        } else if (kind.equals("errorpacket") || kind.equals("error")) {
            System.out.println("the server complains: " + (data == null ? message : data).get("message"));
        } else if (kind.equals("memento")) {
            state = data.find("state");
        } else if (kind.toLowerCase().endsWith("moverequest")) {
            send("<room roomId=\"" + room + "\">" + State.writeMove(state, think()) + "</room>");
        } else if (kind.equals("result")) {
            Element winner = data.find("winner");
            System.out.println("the game is over: " + (winner == null ? "a draw" : "winner " + winner.attributes));
            return false;
        }
        return !kind.equals("left");
    }

    /** The move for the state the server has sent last. */
    private String think() throws IOException, Rules.Refused {
        String position = Json.quote(State.read(state));
        Map<String, Object> answer = rules.ask("{\"game\":" + Json.quote(GAME) + ",\"position\":" + position + "}");
        int number = ((Double) answer.get("turn")).intValue();
        String side = (String) answer.get("to_move");
        return Thinking.choose(
                new Turn(side, (String) answer.get("position"), Json.texts(answer.get("legal")), number, SECONDS));
    }
}
