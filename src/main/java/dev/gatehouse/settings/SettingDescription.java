package dev.gatehouse.settings;

import module java.base;

/**
 * Description of a setting in the shipped {@code conf/gatehouse.yaml}.
 *
 * @param value default
 * @param variable environment variable that sets it
 * @param description comment above the setting; several settings can share one
 */
public record SettingDescription(String key, String value, String variable, String description) {
  private static final Pattern ENTRY = Pattern.compile("( {0,2})([A-Za-z]\\w*):.*");
  private static final Pattern COMMENT = Pattern.compile(" *# ?(.*)");

  /**
   * Returns the descriptions of a setting, or of all settings of a group.
   *
   * @throws SettingsException if the name is unknown
   */
  public static List<SettingDescription> of(String name) {
    List<SettingDescription> all = all();
    List<SettingDescription> named =
        all.stream()
            .filter(each -> each.key.equals(name) || each.key.startsWith(name + '.'))
            .toList();
    List<String> keys = all.stream().map(SettingDescription::key).toList();
    Check.that(!named.isEmpty(), "unknown setting " + name + SettingsReader.nearest(name, keys));
    return named;
  }

  /** Returns the descriptions of all settings by key. */
  public static Map<String, SettingDescription> byKey() {
    return all().stream().collect(Collectors.toMap(SettingDescription::key, Function.identity()));
  }

  /** Returns the descriptions of all settings, in the order of the file. */
  public static List<SettingDescription> all() {
    Map<String, String> defaults = SettingsReader.defaultValues();
    List<SettingDescription> all = new ArrayList<>();
    List<String> comment = new ArrayList<>();
    boolean open = false;
    String group = "";
    for (String line : shipped()) {
      Matcher words = COMMENT.matcher(line);
      Matcher entry = ENTRY.matcher(line);
      if (words.matches()) {
        if (!open) {
          comment.clear();
        }
        open = true;
        comment.add(words.group(1));
      } else if (entry.matches()) {
        open = false;
        String key = entry.group(1).isEmpty() ? entry.group(2) : group + '.' + entry.group(2);
        if (defaults.containsKey(key)) {
          all.add(
              new SettingDescription(
                  key, defaults.get(key), SettingsReader.variable(key), String.join(" ", comment)));
        } else {
          group = key;
          comment.clear();
        }
      } else if (line.isBlank()) {
        open = false;
        comment.clear();
      }
    }
    return all;
  }

  private static List<String> shipped() {
    try {
      return new String(SettingsReader.shipped("gatehouse.yaml"), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
