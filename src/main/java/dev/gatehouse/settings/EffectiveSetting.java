package dev.gatehouse.settings;

import module java.base;

import dev.gatehouse.settings.SettingsReader.SettingsFile;

/**
 * Setting that a node would use.
 *
 * @param value with secrets hidden
 * @param source {@code default}, a file with the line, or an environment variable
 */
public record EffectiveSetting(String key, String value, String source) {
  static final String HIDDEN = "(hidden)";
  static final String DEFAULT = "default";
  private static final Pattern SECRET =
      Pattern.compile(
          ".*([sS]ecret(Key)?|[tT]oken|[pP]assword|PermanentCode|permanentCode|[aA]piKey|AccessKey"
              + "|dnaKey|dkimKey|[hH]eaders|\\.key|(ntfy|discord|webhook)Url|busyUrls)");

  /** Password in the address of a server. */
  private static final Pattern USER = Pattern.compile("//[^/\\s]*@");

  /**
   * Returns all settings, sorted by key.
   *
   * @throws SettingsException if a setting is invalid
   */
  public static List<EffectiveSetting> all(Path file, Map<String, String> environment) {
    return new SettingsReader(environment).read(file).effective();
  }

  /** Returns settings with their sources, sorted by key. */
  static List<EffectiveSetting> of(
      Map<String, String> values, Path file, Map<String, String> environment) {
    SettingsFile own = SettingsFile.read(file);
    Set<String> keys = new TreeSet<>(values.keySet());
    return keys.stream()
        .map(key ->
            new EffectiveSetting(key, shown(key, values.get(key)), source(key, own, environment)))
        .toList();
  }

  /** Returns whether a value is hidden. Settings of extensions may be secrets, too. */
  static boolean isSecret(String key) {
    boolean extension =
        key.startsWith(Settings.EXTENSIONS) && !SettingsReader.defaultValues().containsKey(key);
    return extension || SECRET.matcher(key).matches();
  }

  private static String shown(String key, String value) {
    if (isSecret(key) && !value.isEmpty()) {
      return HIDDEN;
    }
    return USER.matcher(value).replaceAll("//" + HIDDEN + "@");
  }

  private static String source(String key, SettingsFile own, Map<String, String> environment) {
    String plain = SettingsReader.variable(key);
    return Stream.of(plain, plain + SettingsReader.FILE)
        .filter(environment::containsKey)
        .findFirst()
        .orElseGet(() ->
            own.sets(key)
                ? own.path() + own.line(key).map(line -> ":" + line).orElse("")
                : DEFAULT);
  }
}
