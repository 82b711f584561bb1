package dev.gatehouse.areas.calendar;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Booking page that requires the daily code, and one without event types. */
class BookWithCodeTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction")
          .with("CALENDAR_BOOKING_CODE", "true");

  @RegisterExtension static final TestNode WITHOUT = new TestNode();

  private static final Guests GUESTS = new Guests(NODE);

  private static List<Instant> free() {
    Instant week = NODE.clock.instant().plus(Duration.ofDays(7));
    return GUESTS.free("intro", LocalDate.ofInstant(week, ZoneOffset.UTC));
  }

  @Test
  void booksWithTheCodeOfToday() {
    Instant start = free().getFirst();
    Map<String, String> form = GUESTS.form("intro", start, "ada@example.com");
    String address = NODE.freshAddress();
    form.put("code", "WRONG");
    Client.Reply refused = GUESTS.send("/book/intro", form, address);
    assertTrue(refused.text().contains("The access code is wrong or expired"), refused.text());
    assertTrue(refused.text().contains("value=\"ada@example.com\""), "the form keeps its words");
    form.put("code", NODE.dailyCode());
    Guests.token(GUESTS.send("/book/intro", form, address));
    assertTrue(free().stream().noneMatch(start::equals));
  }

  @Test
  void wrongCodesBanTheAddress() {
    Map<String, String> form = GUESTS.form("intro", free().get(5), "eve@example.com");
    String address = NODE.freshAddress();
    int status = 200;
    for (int i = 0; i < 20 && status != 403; i++) {
      form.put("code", "GUESS" + i);
      status = GUESTS.send("/book/intro", form, address).status();
    }
    assertEquals(403, status);
  }

  @Test
  void hasNoPageWithoutEventTypes() {
    WITHOUT.client().get("/book").expect(404);
    WITHOUT.client().get("/book/intro").expect(404);
  }

  @Test
  void showsTheOnlyEventTypeAtOnce() {
    assertTrue(NODE.get("/book").text().contains("<h1>Introduction</h1>"));
  }
}
