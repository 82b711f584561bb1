package dev.gatehouse.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the shipped defaults, the owner's file over them, and the environment over both. */
public final class SettingsReader {
  private static final String PREFIX = "GATEHOUSE_";
  private static final String FILE = "_FILE";
  private static final ObjectMapper YAML = new YAMLMapper();

  private final Map<String, String> environment;

  public SettingsReader(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Reads the settings.
   *
   * @param file the owner's settings; the defaults hold where it does not exist
   * @throws SettingsException that names the key which cannot be used
   */
  public Settings read(Path file) {
    Map<String, String> values = new LinkedHashMap<>();
    collect("", defaults(), values);
    owners(file)
        .ifPresent(own -> {
          Check.that(own.isObject(), file + " must hold keys and values");
          overlay("", own, values);
        });
    Map<String, String> keys = new HashMap<>();
    values.keySet().forEach(key -> keys.put(variable(key), key));
    environment.forEach((name, value) -> fromEnvironment(values, keys, name, value));
    return new Settings(values);
  }

  private static JsonNode defaults() {
    try (InputStream in = SettingsReader.class.getResourceAsStream("/conf/gatehouse.yaml")) {
      return YAML.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<JsonNode> owners(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      JsonNode own = YAML.readTree(in);
      return own.isMissingNode() || own.isNull() ? Optional.empty() : Optional.of(own);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new SettingsException(file + " cannot be read as YAML: " + e.getMessage());
    }
  }

  private static void collect(String prefix, JsonNode group, Map<String, String> values) {
    group
        .properties()
        .forEach(entry -> {
          String key = prefix + entry.getKey();
          if (entry.getValue().isObject()) {
            collect(key + ".", entry.getValue(), values);
          } else {
            values.put(key, entry.getValue().asText());
          }
        });
  }

  private static void overlay(String prefix, JsonNode own, Map<String, String> values) {
    own.properties()
        .forEach(entry -> {
          String key = prefix + entry.getKey();
          JsonNode value = entry.getValue();
          boolean group = values.keySet().stream().anyMatch(known -> known.startsWith(key + "."));
          Check.that(group || values.containsKey(key), "unknown setting " + key);
          if (value.isNull()) {
            return;
          }
          if (group) {
            Check.that(value.isObject(), key + " must hold keys and values");
            overlay(key + ".", value, values);
          } else {
            values.put(key, text(key, value));
          }
        });
  }

  private static String text(String key, JsonNode value) {
    if (value.isArray()) {
      return value.valueStream().map(entry -> text(key, entry)).collect(Collectors.joining(","));
    }
    Check.that(value.isValueNode(), key + " must be a single value");
    return value.asText();
  }

  /** {@code a.bCd} is A_B_CD in the environment. */
  private static String variable(String key) {
    StringBuilder name = new StringBuilder(PREFIX);
    for (int i = 0; i < key.length(); i++) {
      char letter = key.charAt(i);
      if (Character.isUpperCase(letter)) {
        name.append('_');
      }
      name.append(letter == '.' ? '_' : letter);
    }
    return name.toString().toUpperCase(Locale.ROOT);
  }

  private void fromEnvironment(
      Map<String, String> values, Map<String, String> keys, String name, String value) {
    if (!name.startsWith(PREFIX)) {
      return;
    }
    String key = keys.get(name);
    String text = value;
    if (key == null && name.endsWith(FILE)) {
      String plain = name.substring(0, name.length() - FILE.length());
      key = keys.get(plain);
      Check.that(key != null, "unknown setting " + name + " in the environment");
      Check.that(!environment.containsKey(plain), plain + " and " + name + " exclude each other");
      text = content(name, value);
    }
    Check.that(key != null, "unknown setting " + name + " in the environment");
    values.put(key, text);
  }

  private static String content(String name, String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new SettingsException(name + ": " + file + " cannot be read");
    }
  }
}
