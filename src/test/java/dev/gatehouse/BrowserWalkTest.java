package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A walk through a new node in a browser: a visitor buys a book on a phone and books a meeting, and
 * the owner finds both in the console. No page may violate its content security policy or report an
 * error. Needs Debian's chromium.
 */
class BrowserWalkTest {
  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
          new TestNode()
              .with(
                  "CALENDAR_EVENT_TYPES",
                  "intro | 30m | Introduction | A first talk by video; review | 60m | Design review"));

  private static final TestNode NODE = TAB.node();
  private static final PageWalk WALK = new PageWalk(TAB::browser);

  @Test
  void visitorBuysAndBooksAndOwnerFindsBoth() throws Exception {
    JsonObject stock = JsonObject.of("paperback", 3, "hardcover", 0);
    JsonObject book = JsonObject.of("name", "The Book", "price", 12.5);
    TAB.send("POST", "/api/proxy/products", book.put("stock", stock));
    TAB.browser().view(360, 900, "light");
    buyABook();
    bookAMeeting();
    TAB.browser().view(1440, 900, "light");
    findBoth();
    assertEquals(List.of(), TAB.browser().console());
  }

  /** Uses visible texts only. */
  private static void buyABook() throws Exception {
    WALK.open(NODE.address() + "/storefront/shop");
    assertFits();
    WALK.follow("The Book");
    TAB.browser()
        .run(
            """
            [...document.querySelectorAll('.choice')].find(one => one.textContent.includes('paperback'))
              .querySelector('input').click();
            """);
    WALK.press("Add to cart");
    WALK.follow("Add one: The Book");
    // A quantity can also be typed.
    TAB.browser().run("document.querySelector('.stepper input[name=quantity]').value = 3;");
    WALK.press("Update");
    WALK.follow("Remove one: The Book");
    assertEquals("$25.00", WALK.text(".total"));
    assertFits();
    WALK.fillInAddress();
    WALK.press("Place order for $25.00");
    assertEquals("Thank you for your order", WALK.text("h1"));
  }

  private static void bookAMeeting() throws Exception {
    // The page's script selects the time zone of the browser.
    WALK.open(NODE.address() + "/book/intro");
    WALK.waitFor("location.search.includes('zone=') && document.querySelector('#zone').value");
    WALK.click("a[aria-label='Next month']");
    String first = WALK.text(".slots li:first-child a");
    WALK.click(".slots li:first-child a");
    TAB.browser()
        .run(
            """
            document.querySelector('[name=name]').value = 'Maria Lindqvist';
            document.querySelector('[name=email]').value = 'maria@example.com';
            """);
    WALK.click("form[method=post] button");
    assertEquals("Your meeting is booked", WALK.text("h1"));
    assertTrue(WALK.text(".facts").contains(first), WALK.text(".facts"));
    // The meeting is moved to another slot.
    WALK.click(".actions a:nth-child(2)");
    WALK.click("a[aria-label='Next month']");
    String second = WALK.text(".slots li:nth-child(2) a");
    WALK.click(".slots li:nth-child(2) a");
    WALK.click("form[method=post] button");
    assertTrue(WALK.text(".facts").contains(second), WALK.text(".facts"));
    assertFits();
  }

  private static void findBoth() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.sees(
            "{'health': 'healthy', 'order': '*Ada Lovelace*'}",
            """
            await until('health', () => document.querySelector('today-page .cards .state.up'));
            const health = document.querySelector('today-page .cards .state.up').innerText;
            await go('orders');
            return {health, order: document.querySelector('.records tbody tr').innerText};
            """);
    assertTrue(seen.getString("order").contains("$25.00"), seen::encode);
    JsonObject events =
        TAB.owner("GET", "/api/proxy/calendar/events?startDate=2020-01-01&endDate=2100-01-01")
            .send()
            .json();
    assertEquals(1, events.getJsonArray("events").size(), events::encode);
    assertEquals(
        "Introduction: Maria Lindqvist",
        events.getJsonArray("events").getJsonObject(0).getString("title"));
  }

  private static void assertFits() throws Exception {
    JsonObject page =
        TAB.browser()
            .run(
                """
                const {scrollWidth, clientWidth} = document.documentElement;
                return {over: scrollWidth - clientWidth, url: location.pathname};
                """);
    assertEquals(0, page.getInteger("over"), page::encode);
  }
}
