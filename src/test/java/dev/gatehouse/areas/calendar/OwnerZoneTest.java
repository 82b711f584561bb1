package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An owner in Tokyo, whose guests live elsewhere. */
class OwnerZoneTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("OWNER_EMAIL=owner@example.org CALENDAR_TIME_ZONE=Asia/Tokyo")
          .with("CALENDAR_FROM=18:00 CALENDAR_TO=03:00")
          .with("CALENDAR_EVENT_TYPES", "intro | 60m | Introduction");

  @BeforeAll
  static void prepare() {
    NODE.clock.set(Instant.parse("2027-03-01T12:00:00Z"));
  }

  @Test
  void offersSlotsOfTheOwnersDay() {
    Client.Reply reply =
        NODE.owner("POST", "/api/proxy/calendar/available-slots")
            .json(JsonObject.of("date", "2027-11-05", "duration", 180))
            .send();
    List<String> starts =
        reply.json().getJsonArray("slots").stream()
            .map(slot -> ((JsonObject) slot).getString("start"))
            .toList();
    assertEquals(
        List.of("2027-11-04T15:00:00.000Z", "2027-11-05T09:00:00.000Z", "2027-11-05T12:00:00.000Z"),
        starts);
  }

  /** The night in which New York sets its clocks back: 1:00 is there twice. */
  @Test
  void tellsRepeatedHoursApart() {
    String page = NODE.get("/book/intro?zone=America/New_York&day=2027-11-07").text();
    assertFalse(page.contains("UTC-"), page);
    page = NODE.get("/book/intro?zone=Australia/Sydney&day=2027-11-08").text();
    assertTrue(page.contains("Times in Australia/Sydney"), page);
    String form = NODE.get("/book/intro?zone=America/New_York&start=2027-11-07T09:00:00Z").text();
    assertTrue(form.contains("04:00–05:00 (America/New_York)"), form);
    page = NODE.get("/book/intro?zone=Australia/Sydney&day=2027-04-04").text();
    assertTrue(page.contains(">02:00 (UTC+11:00)<"), page);
    assertTrue(page.contains(">02:00 (UTC+10:00)<"), page);
    assertTrue(page.contains(">03:00<"), page);
  }

  @Test
  void namesTheZoneOfTheHostWhileTheVisitorsIsUnknown() {
    String page = NODE.get("/book/intro?day=2027-11-05").text();
    assertTrue(page.contains("These are times in Asia/Tokyo, the time zone of your host."), page);
    String old = NODE.get("/book/intro?zone=US/Eastern&day=2027-11-05").text();
    assertTrue(old.contains("<option value=\"US/Eastern\" selected>"), old);
    assertTrue(old.contains("Times in US/Eastern"), old);
  }

  @Test
  void createsTheDailyCodeAtNineInTheMorning() {
    assertEquals("2027-03-01", code());
    NODE.clock.set(Instant.parse("2027-03-01T23:59:00Z"));
    assertEquals("2027-03-01", code());
    NODE.clock.set(Instant.parse("2027-03-02T00:00:00Z"));
    assertEquals("2027-03-02", code());
  }

  private static String code() {
    return NODE.owner("GET", "/api/proxy/daily-code/current").expect(200).json().getString("date");
  }
}
