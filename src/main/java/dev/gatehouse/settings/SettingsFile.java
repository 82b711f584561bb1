package dev.gatehouse.settings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The owner's settings with their lines, from which single settings can be removed. */
record SettingsFile(
    Path path,
    Optional<JsonNode> content,
    Optional<SettingMistake> fault,
    Map<String, Integer> lines) {
  private static final SettingsText NOTHING = new SettingsText(Optional.empty(), Map.of());

  /** Reads a file. A missing one and an unreadable one count as empty. */
  static SettingsFile read(Path path) {
    try {
      SettingsText text = text(path);
      return new SettingsFile(path, text.content(), Optional.empty(), text.lines());
    } catch (SettingsText.Fault e) {
      return faulty(path, e.getMessage(), e.line());
    } catch (IOException e) {
      return faulty(path, FileFault.of(path, e), 0);
    }
  }

  private static SettingsFile faulty(Path path, String reason, int line) {
    var fault = new SettingMistake(reason, line == 0 ? "" : path.toString(), line, "");
    return new SettingsFile(path, Optional.empty(), Optional.of(fault), Map.of());
  }

  /** Returns the owner's settings; empty if the file does not exist or is the shipped one. */
  private static SettingsText text(Path path) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(path);
      boolean shipped = Arrays.equals(bytes, SettingsReader.shipped("gatehouse.yaml"));
      return shipped ? NOTHING : SettingsText.read(bytes);
    } catch (NoSuchFileException e) {
      return NOTHING;
    }
  }

  /**
   * Returns the settings.
   *
   * @throws SettingsException that names the file, its line and the problem
   */
  Optional<JsonNode> valid() {
    fault.ifPresent(mistake -> {
      throw new SettingsException(mistake.text());
    });
    return content;
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
