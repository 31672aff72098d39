import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An XML element with everything in it. You need not change this file. */
final class Element {
    final String name;
    final Map<String, String> attributes = new HashMap<>();
    final List<Element> children = new ArrayList<>();
    String text = "";

    private Element(String name) {
        this.name = name;
    }

    /** Reads the element whose beginning the reader has just passed. */
    static Element read(XMLStreamReader reader) throws XMLStreamException {
        Element element = new Element(reader.getLocalName());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            element.attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        while (true) {
            int event = reader.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                element.children.add(read(reader));
            } else if (event == XMLStreamReader.CHARACTERS) {
                element.text += reader.getText().strip();
            } else if (event == XMLStreamReader.END_ELEMENT) {
                return element;
            }
        }
    }

    /** An attribute; empty if there is none. */
    String get(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /** An attribute that is a number. */
    int number(String attribute) {
        return Integer.parseInt(get(attribute));
    }

    /** The first element of a name inside of this one, at any depth; null if there is none. */
    Element find(String wanted) {
        List<Element> found = findAll(wanted);
        return found.isEmpty() ? null : found.get(0);
    }

    /** All elements of a name inside of this one, at any depth. */
    List<Element> findAll(String wanted) {
        List<Element> found = new ArrayList<>();
        for (Element child : children) {
            if (child.name.equals(wanted)) {
                found.add(child);
            } else {
                found.addAll(child.findAll(wanted));
            }
        }
        return found;
    }
}
