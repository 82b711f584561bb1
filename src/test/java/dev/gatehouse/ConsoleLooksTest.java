package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How every page of the console looks, including pages added later, and the API reference. Also
 * checks the types of its modules. Needs Debian's chromium, Node.js and npm.
 */
@Tag("slow")
class ConsoleLooksTest {
  /** Views of pages that the navigation does not link. */
  private static final List<String> MORE =
      List.of(
          "calendar?view=month", "notifications?view=channels",
          "notifications?view=messages&state=waiting", "customers?view=buyers",
          "games?view=saves", "games?view=audit",
          "market?symbol=SYMBOL", "commerce?add=new");

  /** No button of a table is broken into lines, and no page reports a problem. */
  private static final String FAULTS =
      """
      const lines = label => {
        const range = document.createRange();
        range.selectNodeContents(label);
        return new Set([...range.getClientRects()].map(({top}) => top)).size;
      };
      const broken = [...document.querySelectorAll('main td button:not(.open)')].filter(one => lines(one) > 1);
      broken.forEach(one => faults.push(`in pieces: ${one.innerText}`));
      const problem = document.querySelector('main .problem');
      if (problem) faults.push(problem.innerText);
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @BeforeAll
  static void fetch() throws Exception {
    PageLooks.install();
    fill();
  }

  @Test
  void pagesMeetAccessibilityRulesAndFitTheWindow() throws Exception {
    PageLooks looks = new PageLooks(TAB.browser(), FAULTS);
    TAB.openSignedIn("today");
    looks.load();
    JsonArray pages =
        TAB.run(
                """
                return {pages: [...document.querySelectorAll('nav[aria-label=Pages] a')].map(link => link.hash.slice(2))};
                """)
            .getJsonArray("pages");
    assertTrue(pages.size() >= 8, pages::encode);
    MORE.forEach(pages::add);
    for (Object page : pages) {
      TAB.run("await go(args[0]);", page);
      looks.check("console-" + page);
    }
    assertEquals("", looks.faults());
  }

  @Test
  void referenceMeetsAccessibilityRules() throws Exception {
    PageLooks looks = new PageLooks(TAB.browser(), "");
    TAB.browser().open(NODE.address() + "/swagger#calendar.moveEvent");
    looks.load();
    TAB.browser()
        .run(
            """
            await until('the operation', () => document.querySelector('details[open] form'));
            document.querySelector('#access').open = true;
            """);
    looks.check("reference");
    assertEquals("", looks.faults());
  }

  @Test
  void matchesModuleTypesToTheContract() throws Exception {
    Ran types = Ran.of("scripts/console", "types", NODE.address());
    assertEquals(0, types.exit(), types.output());
  }

  /** Fills every list, with names that contain markup which a page must escape. */
  private static void fill() throws Exception {
    byte[] csv = "date,open,high,low,close\n2026-01-02,1,2,1,2\n".getBytes(StandardCharsets.UTF_8);
    TAB.owner("PUT", "/api/proxy/historical-data/SYMBOL").body("text/csv", csv).send();
    NODE.manage("access.ban", JsonObject.of("address", "198.51.100.7", "reason", HOSTILE));
    TAB.send("POST", "/api/proxy/notify", JsonObject.of("title", HOSTILE, "body", HOSTILE));
    TAB.send("POST", "/api/proxy/products", JsonObject.of("name", HOSTILE, "price", 1));
    String today = NODE.clock.instant().toString().substring(0, 10);
    JsonObject expense = JsonObject.of("date", today, "amount", 1, "category", "other");
    TAB.send("POST", "/api/proxy/printshop/expenditures", expense.put("description", HOSTILE));
    meet("Portfolio review", 1, 10, 12);
    meet(HOSTILE, 2, 9, 10);
    JsonObject form = Samples.hire(HOSTILE, "eve@example.org", HOSTILE);
    TAB.send("POST", "/api/proxy/hire", form.put("projectType", HOSTILE));
  }

  private static void meet(String title, int days, int from, int to) {
    String day = NODE.clock.instant().plus(Duration.ofDays(days)).toString().substring(0, 10);
    JsonObject meeting = JsonObject.of("title", title, "attendeeEmail", "a@example.org");
    meeting
        .put("startTime", day + String.format(Locale.ROOT, "T%02d:30:00", from))
        .put("endTime", day + String.format(Locale.ROOT, "T%02d:00:00", to));
    TAB.send("POST", "/api/proxy/calendar/create-event", JsonObject.of("eventData", meeting));
  }
}
