package dev.gatehouse.areas.calendar;

import module java.base;

import dev.gatehouse.areas.calendar.booking.OfficeHours;
import dev.gatehouse.areas.calendar.pages.MeetingType;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;

/**
 * Settings of the area.
 *
 * @param google whether a Google calendar is used instead of the local one
 * @param account the Google calendar's account
 * @param meetUrl URL of the owner's video room; empty if absent
 * @param book the booking page
 * @param busyUrls addresses of the owner's other calendars
 */
record CalendarSettings(
    boolean google,
    Account account,
    OfficeHours hours,
    String meetUrl,
    Book book,
    List<String> busyUrls) {
  private static final String ORIGIN = "https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?";
  private static final String MIDNIGHT = "24:00";
  private static final String TIME = "([01][0-9]|2[0-3]):[0-5][0-9]";

  /**
   * A Google calendar and the service account that accesses it.
   *
   * @param url of the API
   * @param tokenUrl URL of the token endpoint; empty for the one in the key file
   * @param id of the calendar
   * @param key content of the service account's key file
   * @param user the user to impersonate; empty for none
   */
  record Account(String url, String tokenUrl, String id, String key, String user) {}

  /**
   * Booking page.
   *
   * @param types event types; none disables the page
   * @param code whether visitors need the daily code
   * @param origins sites that may embed the page
   */
  record Book(List<MeetingType> types, boolean code, List<String> origins) {}

  static CalendarSettings read(Section own, ZoneId zone) {
    return new CalendarSettings(
        own.choice("provider", "local", "google").equals("google"),
        new Account(
            own.url("url"), own.url("tokenUrl"), own.text("id"), own.text("key"), own.text("user")),
        hours(own, zone),
        own.url("meetUrl"),
        book(own),
        busyUrls(own));
  }

  /** Returns the addresses, which calendar programs also write as webcal. */
  private static List<String> busyUrls(Section own) {
    List<String> addresses =
        own.list("busyUrls").stream().map(url -> url.replaceFirst("^webcals?:", "https:")).toList();
    addresses.forEach(address -> {
      try {
        URI uri = new URI(address);
        Check.that(
            Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
                && uri.getHost() != null,
            own.key("busyUrls") + " must be http, https or webcal addresses, separated by commas");
      } catch (URISyntaxException e) {
        throw new SettingsException(
            own.key("busyUrls") + " has an invalid address: encode its special characters");
      }
    });
    return addresses;
  }

  private static Book book(Section own) {
    List<String> origins = own.list("embedOrigins");
    for (String origin : origins) {
      Check.that(
          origin.matches(ORIGIN),
          own.key("embedOrigins") + ": " + origin + " must be an origin: https://example.org");
    }
    return new Book(
        MeetingType.list(own.key("eventTypes"), own.text("eventTypes")),
        own.flag("bookingCode"),
        origins);
  }

  private static OfficeHours hours(Section own, ZoneId zone) {
    List<String> week =
        Arrays.stream(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT)).toList();
    List<String> days = own.list("days");
    Check.that(
        week.containsAll(days),
        "calendar.days must be days of the week: " + String.join(", ", week));
    Set<DayOfWeek> open =
        days.stream()
            .map(day -> DayOfWeek.valueOf(day.toUpperCase(Locale.ROOT)))
            .collect(Collectors.toSet());
    String from = own.text("from");
    String to = own.text("to");
    Check.that(
        from.matches(TIME),
        "calendar.from must be a time HH:MM from 00:00 to 23:59, such as 09:00");
    Check.that(
        to.matches(TIME) || to.equals(MIDNIGHT),
        "calendar.to must be a time HH:MM from 00:00 to 24:00, such as 18:00");
    Check.that(
        !from.equals(to),
        "calendar.from and calendar.to must differ: 00:00 and 24:00 are a whole day, and a calendar.to"
            + " before calendar.from is a time of the next day");
    return new OfficeHours(
        zone,
        open,
        LocalTime.parse(from),
        to.equals(MIDNIGHT) ? LocalTime.MIDNIGHT : LocalTime.parse(to),
        own.duration("buffer"),
        own.duration("minNotice"),
        own.duration("maxAdvance"));
  }
}
