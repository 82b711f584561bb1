package dev.gatehouse.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads the shipped defaults, the owner's file over them, and the environment over both. */
public final class SettingsReader {
  private static final String PREFIX = "GATEHOUSE_";
  private static final String FILE = "_FILE";
  private static final ObjectMapper YAML =
      YAMLMapper.builder()
          .addModule(
              new SimpleModule()
                  .addDeserializer(Duration.class, new Durations())
                  .addDeserializer(List.class, new Lists()))
          // An empty port is a mistake, not "any free port".
          .withCoercionConfig(LogicalType.Integer, SettingsReader::refuseEmpty)
          .withCoercionConfig(LogicalType.Boolean, SettingsReader::refuseEmpty)
          .build();

  private final Map<String, String> environment;

  public SettingsReader(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * @param file the owner's settings; the defaults hold where it does not exist
   * @throws SettingsException that names the key which cannot be used
   */
  public Settings read(Path file) {
    ObjectNode settings = defaults();
    Map<String, String[]> keys = new TreeMap<>();
    keys("", settings, keys);
    owners(file)
        .ifPresent(own -> {
          Check.that(own.isObject(), file + " must hold keys and values");
          overlay("", settings, own);
        });
    environment.forEach((name, value) -> fromEnvironment(settings, keys, name, value));
    settings.set("publicAddress", settings.remove("public"));
    try {
      return YAML.treeToValue(settings, Settings.class);
    } catch (JsonMappingException e) {
      throw new SettingsException(message(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode defaults() {
    try (InputStream in = SettingsReader.class.getResourceAsStream("/conf/gatehouse.yaml")) {
      return (ObjectNode) YAML.readTree(in);
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

  private static void overlay(String prefix, ObjectNode base, JsonNode own) {
    own.properties()
        .forEach(entry -> {
          String key = prefix + entry.getKey();
          JsonNode known = base.get(entry.getKey());
          if (known == null) {
            throw new SettingsException("unknown setting " + key);
          }
          JsonNode value = entry.getValue();
          if (value.isNull()) {
            return;
          }
          if (known instanceof ObjectNode group) {
            Check.that(value.isObject(), key + " must hold keys and values");
            overlay(key + ".", group, value);
          } else {
            base.set(entry.getKey(), new TextNode(text(key, value)));
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

  /** {@code a.bCd} stands under A_B_CD with the steps that lead to it. */
  private static void keys(String prefix, ObjectNode node, Map<String, String[]> keys) {
    node.properties()
        .forEach(entry -> {
          String key = prefix + entry.getKey();
          if (entry.getValue() instanceof ObjectNode group) {
            keys(key + ".", group, keys);
          } else {
            String name = key.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2");
            keys.put(PREFIX + name.toUpperCase(Locale.ROOT), key.split("\\."));
          }
        });
  }

  private void fromEnvironment(
      ObjectNode settings, Map<String, String[]> keys, String name, String value) {
    if (!name.startsWith(PREFIX)) {
      return;
    }
    String[] steps = keys.get(name);
    String text = value;
    if (steps == null && name.endsWith(FILE)) {
      String plain = name.substring(0, name.length() - FILE.length());
      steps = keys.get(plain);
      Check.that(steps != null, "unknown setting " + name + " in the environment");
      Check.that(!environment.containsKey(plain), plain + " and " + name + " exclude each other");
      text = content(name, value);
    }
    if (steps == null) {
      throw new SettingsException("unknown setting " + name + " in the environment");
    }
    ObjectNode group = settings;
    for (String step : Arrays.copyOf(steps, steps.length - 1)) {
      group = (ObjectNode) group.get(step);
    }
    group.set(steps[steps.length - 1], new TextNode(text));
  }

  private static String content(String name, String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new SettingsException(name + ": " + file + " cannot be read");
    }
  }

  private static void refuseEmpty(MutableCoercionConfig values) {
    values.setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
  }

  private static String message(JsonMappingException problem) {
    String key =
        problem.getPath().stream()
            .map(JsonMappingException.Reference::getFieldName)
            .reduce((left, right) -> left + "." + right)
            .orElse("settings");
    String reason =
        problem.getCause() instanceof SettingsException own
            ? own.getMessage()
            : problem.getOriginalMessage();
    return reason.contains(key) ? reason : key + ": " + reason;
  }

  /** Lists are comma-separated text. */
  private static final class Lists extends JsonDeserializer<List<?>> {
    @Override
    public List<?> deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return Arrays.stream(parser.getText().split(","))
          .map(String::strip)
          .filter(entry -> !entry.isEmpty())
          .toList();
    }
  }
}
