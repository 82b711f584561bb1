package dev.gatehouse.areas.calendar.pages;

import module java.base;

import dev.gatehouse.formats.PlainText;

/**
 * Choices that all links of the booking pages keep.
 *
 * @param embed whether the page is part of another page
 * @param zone time zone of all times
 * @param chosen whether the visitor has chosen it
 * @param move token of the meeting to be moved; empty for a new meeting
 */
public record BookFrame(boolean embed, ZoneId zone, boolean chosen, String move) {
  /** Path of the pages. */
  public static final String PATH = "/book";

  /** Returns the same choices for a new meeting. */
  public BookFrame forNewMeeting() {
    return new BookFrame(embed, zone, chosen, "");
  }

  /** Returns the address of the list of event types. */
  public String types() {
    return address(PATH);
  }

  public String page(MeetingType type) {
    return address(PATH + "/" + type.key());
  }

  public String month(MeetingType type, YearMonth month) {
    return address(PATH + "/" + type.key(), "month", month.toString());
  }

  public String day(MeetingType type, LocalDate day) {
    return address(PATH + "/" + type.key(), "day", day.toString()) + "#slots";
  }

  public String slot(MeetingType type, Instant start) {
    return address(PATH + "/" + type.key(), "start", start.toString());
  }

  /** Returns the address of a meeting's page. */
  public String meeting(String token) {
    return new BookFrame(embed, zone, false, "").address("/meeting", "token", token);
  }

  private String address(String path, String... more) {
    String query =
        Stream.of(
                pair("embed", embed ? "true" : ""),
                pair("zone", chosen ? zone.getId() : ""),
                pair("move", move),
                more.length == 0 ? "" : pair(more[0], more[1]))
            .filter(pair -> !pair.isEmpty())
            .collect(Collectors.joining("&"));
    return path + PlainText.prefixed("?", query);
  }

  private static String pair(String name, String value) {
    return PlainText.prefixed(name + "=", URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  /** Returns the time zones to choose from. */
  public static List<String> zones() {
    return Arrays.asList(Zones.NAMES);
  }

  /** Time zones of regions, without the older names of some. */
  private static final class Zones {
    static final String[] NAMES =
        ZoneId.getAvailableZoneIds().stream()
            .filter(name ->
                name.equals("UTC")
                    || name.matches(
                        "(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)"
                            + "/.*"))
            .sorted()
            .toArray(String[]::new);
  }
}
