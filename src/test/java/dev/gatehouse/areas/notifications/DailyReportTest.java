package dev.gatehouse.areas.notifications;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.commerce.Mails;
import dev.gatehouse.areas.notifications.mail.Await;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report after each 9 AM. */
@Tag("slow")
class DailyReportTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("OWNER_EMAIL=owner@example.org PUBLIC_URL=https://site.example.org");

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T13:59:59Z,2026-11-20",
    "2026-11-21T14:00:00Z,2026-11-21",
    "2027-03-13T13:59:59Z,2027-03-12",
    "2027-03-14T12:59:59Z,2027-03-13",
    "2027-03-14T13:00:00Z,2027-03-14",
    "2027-11-07T13:59:59Z,2027-11-06",
    "2027-11-07T14:00:00Z,2027-11-07"
  })
  void computesTheDayOfTheLastNineOClock(Instant now, LocalDate day) {
    assertEquals(day, DailyReport.day(now, ZoneId.of("America/New_York")));
  }

  @Test
  void sendsOneReportPerDay() throws IOException {
    Await.until("the reason", () -> run().getString("detail").startsWith("nothing due until "));
    assertEquals(List.of(), reports(""), "the day before the installation");
    // A day before the clock change. The node has slept since the day before that.
    NODE.clock.set(Instant.parse("2027-03-12T20:00:00Z"));
    Await.until("a report that comes late", () -> reports("2027-03-12").size() == 1);
    notifyOwner();
    NODE.clock.set(Instant.parse("2027-03-13T13:30:00Z"));
    NODE.restart();
    assertEquals(0, reports("2027-03-13").size());
    NODE.clock.set(Instant.parse("2027-03-13T14:00:01Z"));
    Await.until("the next report", () -> reports("2027-03-13").size() == 1);
    String report = reports("2027-03-13").getFirst();
    assertTrue(report.contains("Daily code for 2027-03-13: " + NODE.dailyCode()), report);
    assertTrue(report.contains("Yesterday, 2027-03-12 (America/New_York):"), report);
    String page = "https://site.example.org/console#/notifications";
    assertTrue(report.contains("notifications: 1\r\n" + page), report);
    assertFalse(report.contains("hire requests"), "a line of zero");
    assertFalse(report.contains("addresses blocked"), "a line of zero");
    String again = report("?date=2027-03-13").getString("text");
    assertTrue(again.contains("notifications: 1\n" + page), again);
    assertTrue(again.contains("only in its email"), again);
    assertFalse(again.contains(NODE.dailyCode()), again);
    String quiet = report("?date=2027-02-01").getString("text");
    assertTrue(quiet.contains("and nothing is due"), quiet);
    assertEquals("2027-03-14T13:00:00.000Z", report("").getString("due"));
    assertTrue(report("?date=2027-03-15").getString("error").startsWith("date must not be after"));

    NODE.restart();
    NODE.clock.set(Instant.parse("2027-03-14T13:00:05Z"));
    Await.until("the report in summer time", () -> reports("2027-03-14").size() == 1);
    assertEquals(1, reports("2027-03-12").size());
    assertEquals(1, reports("2027-03-13").size());
    // The file exists a moment before the outbox records the delivery.
    Await.until("all are sent", () -> sentInMarch() >= 3);
    assertEquals(3, sentInMarch());
  }

  private static JsonObject run() {
    String path = "/api/proxy/node/jobs/notifications.report/run";
    return NODE.owner("POST", path).answer();
  }

  private static JsonObject report(String query) {
    return NODE.owner("GET", "/api/proxy/report" + query).answer();
  }

  private static long sentInMarch() {
    return sent().stream().filter(DailyReportTest::inMarch).count();
  }

  private static boolean inMarch(JsonObject mail) {
    return mail.getString("subject").startsWith("Daily report for 2027-03");
  }

  private static void notifyOwner() {
    NODE.notification("t", "b").expect(200);
  }

  private static List<JsonObject> sent() {
    return NODE.owner("GET", "/api/proxy/email/outbox?state=sent&limit=200").send().list("mails");
  }

  private static List<String> reports(String day) {
    return new Mails(NODE)
        .all().stream().filter(mail -> mail.contains("Subject: Daily report for " + day)).toList();
  }
}
