package dev.gatehouse.settings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * The owner's file. Every value is the text as typed, because YAML's types would change codes and
 * secrets: 0123 would become 83, and {@code no} would become false.
 *
 * @param content objects, arrays and texts; empty if nothing is set
 * @param lines of each key and group, counted from 1
 */
record SettingsText(Optional<JsonNode> content, Map<String, Integer> lines) {
  private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");
  private static final String NO_BLANK = "has no blank after the colon: write KEY: VALUE";
  private static final String SIMPLE_KEY = "could not find expected ':'";

  /**
   * Reads a file.
   *
   * @throws Fault that names the line, the problem and the remedy
   */
  static SettingsText read(byte[] bytes) {
    var reading = new Reading(lines(bytes));
    try {
      var reader = new UnicodeReader(new ByteArrayInputStream(bytes));
      Node root = new Yaml(new LoaderOptions()).compose(reader);
      if (root == null) {
        return new SettingsText(Optional.empty(), Map.of());
      }
      JsonNode content = reading.node("", root);
      return new SettingsText(
          content.isNull() ? Optional.empty() : Optional.of(content), reading.lines);
    } catch (MarkedYAMLException e) {
      throw fault(e, reading.text);
    } catch (YAMLException e) {
      throw new Fault(1, "is no YAML text: " + e.getMessage().lines().findFirst().orElse(""));
    }
  }

  /** Problem of the whole file. */
  static final class Fault extends RuntimeException {
    private final int line;

    Fault(int line, String reason) {
      super(reason);
      this.line = line;
    }

    int line() {
      return line;
    }
  }

  /** Returns the lines of a text. Every encoding that YAML permits begins with its mark. */
  private static String[] lines(byte[] bytes) {
    boolean wide = bytes.length > 1 && ((bytes[0] & 0xff) == 0xff || (bytes[0] & 0xff) == 0xfe);
    if (wide) {
      return new String(bytes, StandardCharsets.UTF_16).split("\r\n|\n|\r", -1);
    }
    int line = 1;
    int start = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == '\n') {
        mustBeText(bytes, start, i, line);
        start = i + 1;
        line++;
      }
    }
    return new String(bytes, StandardCharsets.UTF_8).split("\r\n|\n|\r", -1);
  }

  private static void mustBeText(byte[] bytes, int start, int end, int line) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(java.nio.ByteBuffer.wrap(bytes, start, end - start))
              .toString();
      if (text.chars().anyMatch(c -> c < ' ' && c != '\t' && c != '\r')) {
        throw new Fault(line, "contains a control character: delete it");
      }
    } catch (CharacterCodingException e) {
      throw new Fault(line, "is not UTF-8: save the file as UTF-8");
    }
  }

  private static Fault fault(MarkedYAMLException e, String[] text) {
    String problem = String.valueOf(e.getProblem());
    boolean begun = problem.startsWith(SIMPLE_KEY) || problem.contains("unexpected end of stream");
    Mark mark =
        begun && e.getContextMark() != null
            ? e.getContextMark()
            : Optional.ofNullable(e.getProblemMark()).orElse(e.getContextMark());
    int line = mark == null ? 1 : mark.getLine() + 1;
    String found = line <= text.length ? text[line - 1] : "";
    return new Fault(line, reason(problem, found));
  }

  private static String reason(String problem, String line) {
    String words = line.strip();
    if (line.matches("\\s*\t.*")) {
      return "is indented with a tab: indent with spaces";
    }
    if (problem.contains("\\t(TAB)")) {
      return "contains a tab: replace it with spaces";
    }
    if (problem.startsWith(SIMPLE_KEY)) {
      return "has no key and value: write KEY: VALUE, with a blank after the colon";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "has a colon in the value or a wrong indentation: put the value in quotes, or align the"
          + " key with the others of its group";
    }
    if (problem.contains("'<block mapping start>'")
        || problem.contains("'<block sequence start>'")) {
      return "has a wrong indentation: align the key with the others of its group";
    }
    if (problem.contains("cannot start any token") || problem.contains("undefined alias")) {
      return "has a value that begins with a special character: put it in quotes";
    }
    if (problem.contains("expected a single document") || problem.contains("but found another")) {
      return "begins a second document: delete the line ---";
    }
    if (problem.contains("<stream end>")) {
      return "ends within brackets: close them";
    }
    if (problem.contains("expected ',' or")) {
      return "has no comma between two entries in brackets, or a comment that does not begin with #";
    }
    if (problem.contains("'<document start>'")) {
      return "has more text after the brackets: write KEY: VALUE lines, without brackets";
    }
    if (words.chars().filter(c -> c == '"').count() % 2 == 1
        || words.chars().filter(c -> c == '\'').count() % 2 == 1
        || problem.contains("unexpected end of stream")
        || problem.contains("found unknown escape")) {
      return "has an open quotation mark or a wrong escape: "
          + "write the value in single quotation marks, and one within it twice";
    }
    return "cannot be read as YAML: " + problem;
  }

  /** Conversion of one file. */
  private static final class Reading {
    private final String[] text;
    private final Map<String, Integer> lines = new HashMap<>();

    Reading(String[] text) {
      this.text = text;
    }

    JsonNode node(String key, Node node) {
      return switch (node) {
        case MappingNode mapping -> mapping(key, mapping);
        case SequenceNode sequence -> {
          ArrayNode entries = JsonNodeFactory.instance.arrayNode();
          sequence.getValue().forEach(entry -> entries.add(node(key, entry)));
          yield entries;
        }
        case ScalarNode scalar -> scalar(key, scalar);
        default -> throw new Fault(line(node), "cannot be read as YAML");
      };
    }

    private ObjectNode mapping(String group, MappingNode mapping) {
      ObjectNode content = JsonNodeFactory.instance.objectNode();
      for (NodeTuple entry : mapping.getValue()) {
        if (!(entry.getKeyNode() instanceof ScalarNode name)) {
          throw new Fault(
              line(entry.getKeyNode()), "has a bracket in place of a key: put the value in quotes");
        }
        String key = group + (group.isEmpty() ? "" : ".") + name.getValue();
        Integer first = lines.putIfAbsent(key, line(name));
        if (first != null) {
          throw new Fault(
              line(name), key + " is already set on line " + first + ": delete one, or merge both");
        }
        if (name.getValue().matches("\\w+:.*") && entry.getValueNode().getTag().equals(Tag.NULL)) {
          throw new Fault(line(name), NO_BLANK);
        }
        JsonNode value = node(key, entry.getValueNode());
        content.set(name.getValue(), value);
      }
      return content;
    }

    private JsonNode scalar(String key, ScalarNode scalar) {
      boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
      boolean nothing = plain && NOTHING.matcher(scalar.getValue()).matches();
      if (scalar.getAnchor() != null && nothing) {
        throw new Fault(line(scalar), key + " begins with &: put the value in quotes");
      }
      if (!scalar.getTag().getValue().startsWith("tag:yaml.org,2002:")) {
        throw new Fault(line(scalar), key + " begins with !: put the value in quotes");
      }
      if (plain) {
        mustBeWhole(key, scalar, nothing);
      }
      if (plain && SettingsReader.hasTypographic(scalar.getValue())) {
        throw new Fault(
            line(scalar),
            key + " has typographic quotation marks: replace them with \" or delete them");
      }
      return nothing ? NullNode.getInstance() : TextNode.valueOf(scalar.getValue());
    }

    /** Rejects a secret whose second part is a comment, and any value that is only a comment. */
    private void mustBeWhole(String key, ScalarNode scalar, boolean nothing) {
      if (scalar.getValue().matches("[A-Za-z]\\w*:[^/\\s].*")
          && lines.getOrDefault(key, line(scalar)) < line(scalar)) {
        throw new Fault(line(scalar), NO_BLANK);
      }
      if (!nothing && !EffectiveSetting.isSecret(key)) {
        return;
      }
      Mark end = scalar.getEndMark();
      if (end.getLine() >= text.length || end.getColumn() > text[end.getLine()].length()) {
        return;
      }
      if (text[end.getLine()].substring(end.getColumn()).matches("\\s+#[^\\s#].*")) {
        throw new Fault(
            line(scalar), key + " ends at the #, which begins a comment: put the value in quotes");
      }
    }

    private static int line(Node node) {
      return node.getStartMark().getLine() + 1;
    }
  }
}
