package dev.gatehouse.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The owner's settings with their lines, from which single settings can be removed. */
final class SettingsFile {
  private static final Pattern LINE = Pattern.compile("line:? (\\d+)");
  private static final String READING = " cannot be read as YAML: ";

  private final Path path;
  private final Optional<JsonNode> content;
  private final Optional<SettingMistake> fault;
  private final Map<String, Integer> lines;

  private SettingsFile(
      Path path,
      Optional<JsonNode> content,
      Optional<SettingMistake> fault,
      Map<String, Integer> lines) {
    this.path = path;
    this.content = content;
    this.fault = fault;
    this.lines = lines;
  }

  /** Reads a file. A missing one and an unreadable one count as empty. */
  static SettingsFile read(Path path) {
    try {
      Optional<JsonNode> content = SettingsReader.owners(path);
      Map<String, Integer> lines = content.isPresent() ? lines(path) : Map.of();
      return new SettingsFile(path, content, Optional.empty(), lines);
    } catch (SettingsException | IOException e) {
      return new SettingsFile(
          path, Optional.empty(), Optional.of(mistake(path, e.getMessage())), Map.of());
    }
  }

  private static SettingMistake mistake(Path path, String message) {
    Matcher line = LINE.matcher(message);
    int last = 1;
    while (line.find()) {
      last = Integer.parseInt(line.group(1));
    }
    String reason =
        message
            .lines()
            .filter(text -> !text.startsWith(" "))
            .collect(Collectors.joining(", "))
            .replace(path + READING, "")
            .replace(path + " ", "");
    return new SettingMistake(reason, path.toString(), last, "");
  }

  private static Map<String, Integer> lines(Path path) throws IOException {
    Map<String, Integer> lines = new HashMap<>();
    Deque<String> groups = new ArrayDeque<>();
    try (JsonParser parser = new YAMLFactory().createParser(Files.readAllBytes(path))) {
      String key = "";
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        switch (token) {
          case FIELD_NAME -> {
            key = groups.isEmpty() ? "" : groups.peek();
            key = key + (key.isEmpty() ? "" : ".") + parser.currentName();
            lines.putIfAbsent(key, parser.currentTokenLocation().getLineNr());
          }
          case START_OBJECT, START_ARRAY -> groups.push(key);
          case END_OBJECT, END_ARRAY -> groups.pop();
          default -> {}
        }
      }
    }
    return lines;
  }

  Path path() {
    return path;
  }

  Optional<JsonNode> content() {
    return content;
  }

  /** Returns why the file cannot be read, with its line. */
  Optional<SettingMistake> fault() {
    return fault;
  }

  /** Returns the line of a setting or group; empty if the file does not contain it. */
  Optional<Integer> line(String key) {
    return Optional.ofNullable(lines.get(key));
  }

  boolean sets(String key) {
    return content.map(own -> own.at('/' + key.replace('.', '/'))).stream()
        .anyMatch(value -> !value.isMissingNode() && !value.isNull());
  }

  /** Removes a setting or group, and returns whether it was there. */
  boolean remove(String key) {
    return content.isPresent() && remove(content.get(), key);
  }

  private static boolean remove(JsonNode node, String key) {
    if (!(node instanceof ObjectNode group)) {
      return false;
    }
    if (group.has(key)) {
      group.remove(key);
      return true;
    }
    return group
        .propertyStream()
        .filter(entry -> key.startsWith(entry.getKey() + '.'))
        .anyMatch(entry -> remove(entry.getValue(), key.substring(entry.getKey().length() + 1)));
  }
}
