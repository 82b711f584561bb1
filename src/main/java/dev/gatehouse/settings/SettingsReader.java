package dev.gatehouse.settings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gatehouse.formats.PlainText;

/** Reads the shipped defaults, which the owner's file overrides; the environment overrides both. */
public final class SettingsReader {
  static final String PREFIX = "GATEHOUSE_";
  static final String FILE = "_FILE";
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{?[A-Z_][A-Z0-9_]*\\}?|\\{\\{[^{}]*\\}\\}");
  private static final String EXTENSION = PREFIX + "EXTENSIONS_";

  private final Map<String, String> environment;

  public SettingsReader(Map<String, String> environment) {
    this.environment = ServiceLinks.without(environment);
  }

  /**
   * Reads the settings.
   *
   * @param file the owner's settings; if it does not exist, the defaults apply
   * @throws SettingsException that names the invalid key
   */
  public Settings read(Path file) {
    return read(file, SettingsFile.read(file).valid());
  }

  /** Reads the settings with the content of the owner's file, which the messages name. */
  Settings read(Path file, Optional<JsonNode> content) {
    Map<String, String> values = defaultValues();
    content.ifPresent(own -> {
      Check.that(
          own.isObject(), file + " must hold keys and values: write KEY: VALUE, without a dash");
      overlay("", own, values);
    });
    Map<String, String> keys = new HashMap<>();
    values.keySet().forEach(key -> keys.put(variable(key), key));
    Map<String, Path> files = new HashMap<>();
    environment.keySet().stream()
        .filter(name -> name.startsWith(EXTENSION))
        .map(name -> name.replaceFirst(FILE + "$", ""))
        .forEach(name -> extensionKey(name).ifPresent(key -> keys.putIfAbsent(name, key)));
    environment.forEach((name, value) -> {
      if (name.startsWith(PREFIX)) {
        String key = key(keys, name);
        boolean plain = keys.containsKey(name);
        values.put(key, plain ? plain(name, value) : content(name, value.strip()));
        if (!plain) {
          files.put(key, Path.of(value.strip()));
        }
      }
    });
    Map<String, String> usual = defaultValues();
    values.forEach((key, value) ->
        Check.that(
            value.equals(usual.get(key)) || !PLACEHOLDER.matcher(value).matches(),
            key
                + " is a placeholder that nothing replaces: write the value, or let "
                + variable(key)
                + FILE
                + " name its file"));
    return Settings.of(values, files, EffectiveSetting.of(values, file, environment));
  }

  /** Returns the default of every setting, in the order of the shipped file. */
  static Map<String, String> defaultValues() {
    Map<String, String> values = new LinkedHashMap<>();
    collect("", defaults(), values);
    return values;
  }

  /** Returns the shipped settings, which the build has converted to JSON. */
  private static JsonNode defaults() {
    try {
      return new ObjectMapper().readTree(shipped("gatehouse.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a shipped file of the folder conf. */
  static byte[] shipped(String name) throws IOException {
    try (InputStream in = SettingsReader.class.getResourceAsStream("/conf/" + name)) {
      Check.that(in != null, "the build has no conf/" + name + ": mvn process-classes makes it");
      return in.readAllBytes();
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
          boolean extension = prefix.equals(Settings.EXTENSIONS) && value.isObject();
          Check.that(
              group || extension || values.containsKey(key) || ofExtension(prefix),
              () -> SettingMistake.UNKNOWN + key + hint(key, values.keySet()));
          if (value.isNull()) {
            return;
          }
          if (group || extension) {
            Check.that(value.isObject(), key + " must hold keys and values");
            overlay(key + ".", value, values);
          } else {
            values.put(key, text(key, value));
          }
        });
  }

  /** Suggests the key of a variable, or the most similar key. */
  private static String hint(String key, Set<String> known) {
    return known.stream()
        .filter(other -> key.equals(variable(other)))
        .findFirst()
        .map(other -> SettingMistake.HINT + other + '?')
        .orElseGet(() -> NearestName.hint(key, known));
  }

  /** Returns whether keys with this prefix are settings of an extension, which have no default. */
  private static boolean ofExtension(String prefix) {
    return prefix.matches(Settings.EXTENSIONS + "[^.]+\\.");
  }

  private static String text(String key, JsonNode value) {
    if (value.isArray()) {
      return value.valueStream().map(entry -> text(key, entry)).collect(Collectors.joining(","));
    }
    Check.that(value.isValueNode(), key + " must be a single value");
    Check.that(!value.isNull(), key + " has an empty entry: delete its dash or comma");
    return value.asText();
  }

  /** Returns the environment variable of a key: {@code a.bCd} becomes GATEHOUSE_A_B_CD. */
  static String variable(String key) {
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

  /**
   * Returns the key that a variable sets for an extension: GATEHOUSE_EXTENSIONS_NAME_B_CD is the
   * key {@code extensions.name.bCd}.
   */
  private static Optional<String> extensionKey(String variable) {
    String[] words = variable.substring(EXTENSION.length()).toLowerCase(Locale.ROOT).split("_");
    if (words.length < 2 || List.of(words).contains("")) {
      return Optional.empty();
    }
    StringBuilder key = new StringBuilder(Settings.EXTENSIONS + words[0] + '.' + words[1]);
    for (int i = 2; i < words.length; i++) {
      key.append(words[i].substring(0, 1).toUpperCase(Locale.ROOT)).append(words[i].substring(1));
    }
    return Optional.of(key.toString());
  }

  /** Returns the key that a variable sets, either directly or with the name of a file. */
  private String key(Map<String, String> keys, String name) {
    if (keys.containsKey(name) || !name.endsWith(FILE)) {
      Check.that(keys.containsKey(name), () -> unknown(name, keys));
      return keys.get(name);
    }
    String plain = name.substring(0, name.length() - FILE.length());
    Check.that(keys.containsKey(plain), () -> unknown(name, keys));
    Check.that(!environment.containsKey(plain), plain + " and " + name + " must not both be set");
    return keys.get(plain);
  }

  private static String unknown(String name, Map<String, String> keys) {
    return SettingMistake.UNKNOWN
        + name
        + SettingMistake.VARIABLE
        + NearestName.hint(name, keys.keySet());
  }

  /** Returns the value that a file contains, without its byte order mark and last line break. */
  private static String content(String name, String file) {
    try {
      String value = plain(name, Files.readString(Path.of(file)));
      Check.that(
          !value.isEmpty(),
          name + ": the file " + file + " is empty: write the value into it, or remove " + name);
      return value;
    } catch (IOException | InvalidPathException e) {
      throw new SettingsException(name + ": " + FileFault.of(file, e));
    }
  }

  /**
   * Returns the value of a variable without surrounding blanks, which are left by editors and by
   * files with line ends of Windows.
   */
  private static String plain(String name, String value) {
    String text = PlainText.withoutStart("\ufeff", value).strip();
    Check.that(
        !QuotedValue.isQuoted(text) && !QuotedValue.hasTypographic(text),
        name
            + " has quotation marks around its value, which programs such as docker --env-file keep:"
            + " delete them");
    return text;
  }
}
