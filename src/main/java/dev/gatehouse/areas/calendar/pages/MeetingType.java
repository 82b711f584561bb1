package dev.gatehouse.areas.calendar.pages;

import module java.base;

import dev.gatehouse.settings.Check;

/**
 * Kind of meeting that visitors can book.
 *
 * @param key part of the address of its page
 * @param description one sentence; empty for none
 */
public record MeetingType(String key, Duration length, String name, String description) {
  private static final String KEY = "[a-z0-9][a-z0-9-]{0,40}";
  private static final String MINUTES = "([1-9][0-9]{0,2})m";
  private static final int MIN_MINUTES = 5;
  private static final int MAX_MINUTES = 540;

  /**
   * Reads event types, which semicolons separate.
   *
   * @param setting name of the setting
   */
  public static List<MeetingType> list(String setting, String text) {
    List<MeetingType> types =
        Arrays.stream(text.split(";"))
            .map(String::strip)
            .filter(entry -> !entry.isEmpty())
            .map(entry -> of(setting, entry))
            .toList();
    Check.that(
        types.stream().map(MeetingType::key).collect(Collectors.toSet()).size() == types.size(),
        setting + " has two event types with one key");
    return types;
  }

  private static MeetingType of(String setting, String entry) {
    String[] parts = entry.split("\\|", -1);
    Check.that(
        parts.length >= 3 && parts.length <= 4,
        setting + " must be event types such as intro | 30m | Introduction | A first talk");
    String key = parts[0].strip();
    String length = parts[1].strip();
    String name = parts[2].strip();
    Check.that(key.matches(KEY), setting + ": the key " + key + " must be lower-case letters");
    Check.that(
        length.matches(MINUTES), setting + ": the length of " + key + " must be minutes: 30m");
    int minutes = Integer.parseInt(length.substring(0, length.length() - 1));
    Check.that(
        minutes >= MIN_MINUTES && minutes <= MAX_MINUTES,
        setting + ": the length of " + key + " must be 5m to 540m");
    Check.that(!name.isEmpty(), setting + ": " + key + " needs a name");
    return new MeetingType(
        key, Duration.ofMinutes(minutes), name, parts.length > 3 ? parts[3].strip() : "");
  }

  public String minutes() {
    return Long.toString(length.toMinutes());
  }
}
