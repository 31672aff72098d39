import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small reader and writer of JSON, which Java itself does not have. You need not change this file.
 *
 * <p>Objects are maps, arrays are lists, and then there are String, Double, Boolean and null.
 */
final class Json {
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** Reads an object. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> readObject(String text) {
        return (Map<String, Object>) new Json(text).value();
    }

    /** The texts of a list. */
    static List<String> texts(Object list) {
        List<String> texts = new ArrayList<>();
        for (Object text : (List<?>) list) {
            texts.add((String) text);
        }
        return texts;
    }

    /** A text in quotes. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append(letter);
            } else if (letter < ' ') {
                quoted.append(String.format("\\u%04x", (int) letter));
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }

    private Object value() {
        switch (next()) {
            case '{': return object();
            case '[': return array();
            case '"': return string();
            default:
        }
        int start = at;
        while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(word);
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        while (next() != '}') {
            String key = string();
            next();
            at++; // the colon
            object.put(key, value());
            if (next() == ',') {
                at++;
            }
        }
        at++;
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        at++;
        while (next() != ']') {
            array.add(value());
            if (next() == ',') {
                at++;
            }
        }
        at++;
        return array;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (text.charAt(at) != '"') {
            char letter = text.charAt(at++);
            if (letter == '\\') {
                letter = text.charAt(at++);
                switch (letter) {
                    case 'n': letter = '\n'; break;
                    case 't': letter = '\t'; break;
                    case 'r': letter = '\r'; break;
                    case 'b': letter = '\b'; break;
                    case 'f': letter = '\f'; break;
                    case 'u':
                        letter = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                        at += 4;
                        break;
                    default: // a quote, a slash or a backslash
                }
            }
            string.append(letter);
        }
        at++;
        return string.toString();
    }

    /** The next character that is no blank. */
    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }
}
