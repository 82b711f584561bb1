package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import biweekly.Biweekly;
import biweekly.component.VEvent;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.calendar.EventData.TimeZones;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Guests in other time zones: the page, the email and the owner's phone agree. */
class GuestZonesTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("OWNER_EMAIL=owner@example.org CALENDAR_FROM=00:00 CALENDAR_TO=24:00")
          .with("CALENDAR_DAYS", "monday, tuesday, wednesday, thursday, friday, saturday, sunday")
          .with("CALENDAR_EVENT_TYPES", "intro | 60m | Introduction");

  private static final Guests GUESTS = new Guests(NODE);
  private static String feed;

  @BeforeAll
  static void prepare() {
    NODE.clock.set(Instant.parse("2027-03-01T12:00:00Z"));
    String url =
        NODE.request("POST", "/api/proxy/calendar/feed")
            .key(TestNode.KEY)
            .answer()
            .getString("url");
    feed = URI.create(url).getPath();
  }

  /** Casablanca has UTC and Vancouver UTC-7 all year since 2026. Sydney has 02:00 twice. */
  @ParameterizedTest
  @CsvSource({
    "Asia/Tokyo, 2027-03-10T00:00:00Z, 09:00, 09:00–10:00 (Asia/Tokyo)",
    "Australia/Sydney, 2027-04-03T15:00:00Z, 02:00 (UTC+11:00), 02:00 (UTC+11:00)–02:00 (UTC+10:00)"
        + " (Australia/Sydney)",
    "Australia/Sydney, 2027-04-03T16:00:00Z, 02:00 (UTC+10:00), 02:00 (UTC+10:00)–03:00"
        + " (Australia/Sydney)",
    "Africa/Casablanca, 2027-03-11T09:00:00Z, 09:00, 09:00–10:00 (Africa/Casablanca)",
    "America/Vancouver, 2027-03-12T17:00:00Z, 10:00, 10:00–11:00 (America/Vancouver)"
  })
  void showsOneTimeEverywhere(String zone, Instant start, String slot, String time) {
    LocalDate day = start.atZone(ZoneId.of(zone)).toLocalDate();
    String page = NODE.get("/book/intro?zone=" + zone + "&day=" + day).text();
    assertTrue(page.contains('>' + slot + '<'), page);
    String guest = start.getEpochSecond() + "@example.com";
    Map<String, String> form = GUESTS.form("intro", start, guest);
    form.put("zone", zone);
    String token = Guests.token(GUESTS.send("/book/intro", form, NODE.freshAddress()));
    String meeting = NODE.get("/meeting?token=" + token).text();
    assertTrue(meeting.contains(time), meeting);
    String mail = GUESTS.mails.await(each -> each.contains("\nTo: " + guest));
    assertTrue(mail.contains(time), mail);
    VEvent shown =
        Biweekly.parse(NODE.get(feed).text()).first().getEvents().stream()
            .filter(event -> event.getDescription().getValue().contains(guest))
            .findFirst()
            .orElseThrow();
    assertEquals(start, shown.getDateStart().getValue().toInstant());
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, America/New_York", "Europe/Kyiv, Europe/Kyiv", "US/Eastern, US/Eastern",
    "EST5EDT, EST5EDT", "EST, EST", "MST, MST",
    "HST, HST", "Etc/GMT+5, Etc/GMT+5", "UTC, UTC",
    "GMT, GMT", "Factory, ''", "PST, ''",
    "IST, ''", "est, ''", "+05:00, ''",
    "UTC+5, ''", "Z, ''", "'', ''",
  })
  void resolvesTimeZoneNames(String name, String zone) {
    assertEquals(zone, TimeZones.find(name).map(Object::toString).orElse(""));
  }
}
