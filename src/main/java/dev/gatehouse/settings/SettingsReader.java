package dev.gatehouse.settings;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gatehouse.formats.PlainText;

/** Reads the shipped defaults, which the owner's file overrides; the environment overrides both. */
public final class SettingsReader {
  static final String PREFIX = "GATEHOUSE_";
  static final String FILE = "_FILE";
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{?[A-Z_][A-Z0-9_]*\\}?|\\{\\{[^{}]*\\}\\}");
  private static final String EXTENSION = PREFIX + "EXTENSIONS_";

  private static final int LETTERS_PER_ERROR = 4;
  private static final int MIN_ERRORS = 2;

  private static final Pattern LINK_NAME =
      Pattern.compile(
          SettingsReader.PREFIX
              + "(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?"
              + "|PORT_\\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?)");

  private static final Pattern LINK_PORT = Pattern.compile(SettingsReader.PREFIX + "(\\w+_)?PORT");
  private static final Pattern LINK_ADDRESS = Pattern.compile("(tcp|udp|sctp)://\\S+");

  private final Map<String, String> environment;

  public SettingsReader(Map<String, String> environment) {
    this.environment = withoutServiceLinks(environment);
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
        .orElseGet(() -> nearest(key, known));
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
    return SettingMistake.UNKNOWN + name + SettingMistake.VARIABLE + nearest(name, keys.keySet());
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
        !isQuoted(text) && !hasTypographic(text),
        name
            + " has quotation marks around its value, which programs such as docker --env-file keep:"
            + " delete them");
    return text;
  }

  /** Returns whether a value is within quotation marks of the keyboard. */
  static boolean isQuoted(String value) {
    int last = value.length() - 1;
    return last > 0
        && (value.charAt(0) == '"' || value.charAt(0) == '\'')
        && value.charAt(last) == value.charAt(0);
  }

  /** Returns whether a value is within quotation marks of a word processor. */
  static boolean hasTypographic(String value) {
    int last = value.length() - 1;
    return last > 0
        && "\u201c\u201e\u2018\u00ab\u201d".indexOf(value.charAt(0)) >= 0
        && "\u201d\u201c\u2019\u00bb".indexOf(value.charAt(last)) >= 0;
  }

  /** Returns the end of a sentence that suggests the most similar name; empty without one. */
  static String nearest(String name, Collection<String> known) {
    int errors = Math.max(MIN_ERRORS, name.length() / LETTERS_PER_ERROR);
    return candidates(name, known)
        .filter(other -> distance(name, other) <= errors)
        .min(Comparator.comparingInt(other -> distance(name, other)))
        .map(other -> SettingMistake.HINT + other + '?')
        .orElse("");
  }

  private static Stream<String> candidates(String name, Collection<String> known) {
    return known.stream()
        .flatMap(other -> Stream.of(other, other.split("\\.", 2)[0]))
        .filter(other -> !other.equals(name))
        .sorted();
  }

  /** Returns how many letters must be added, removed or replaced, in any case. */
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  /** Returns an environment without these variables. */
  static Map<String, String> withoutServiceLinks(Map<String, String> environment) {
    Map<String, String> own = new HashMap<>(environment);
    own.entrySet().removeIf(variable -> isLink(variable.getKey(), variable.getValue()));
    return own;
  }

  private static boolean isLink(String name, String value) {
    return LINK_NAME.matcher(name).matches()
        || (LINK_PORT.matcher(name).matches() && LINK_ADDRESS.matcher(value.strip()).matches());
  }

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
}
