package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Every page of the console, including pages added later. Checks that axe-core finds no violation
 * and that nothing is wider than the window, on a phone, a desktop and a wall screen, light and
 * dark. Also checks the types of its modules. Needs Debian's chromium and chromium-driver, Node.js
 * and npm.
 */
@Tag("slow")
class ConsoleLooksTest {
  private static final Path AXE =
      Path.of("target/console/checkers/node_modules/axe-core/axe.min.js");
  private static final Path SCREENSHOTS = Path.of("target/screenshots");
  private static final int PHONE = 360;
  private static final int DESK = 1440;
  private static final int WALL = 2560;

  private static final int HEIGHT = 900;

  /** Views of pages that the navigation does not link. */
  private static final List<String> MORE =
      List.of(
          "calendar?view=month",
          "notifications?view=channels",
          "notifications?view=messages&state=waiting",
          "customers?view=buyers",
          "games?view=saves",
          "games?view=audit",
          "market?symbol=SYMBOL",
          "commerce?add=new");

  private static final String VIOLATIONS =
      """
      const {violations} = await axe.run(document, {resultTypes: ['violations']});
      const faults = violations.map(rule => `${rule.id}: ${rule.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
      const {scrollWidth, clientWidth} = document.documentElement;
      if (scrollWidth > clientWidth) faults.push(`${scrollWidth} pixels wide`);
      return {faults};
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  /** Window width and the system's preferred color scheme. */
  private record View(int width, String theme) {}

  private static final List<View> VIEWS =
      List.of(
          new View(PHONE, "light"),
          new View(DESK, "light"),
          new View(WALL, "light"),
          new View(PHONE, "dark"),
          new View(DESK, "dark"),
          new View(WALL, "dark"));

  @BeforeAll
  static void fetch() throws Exception {
    assumeTrue(Ran.of("scripts/console", "install").exit() == 0, "npm");
    fill();
  }

  @Test
  void meetsAccessibilityRulesAndFitsTheWindow() throws Exception {
    TAB.openSignedIn("today");
    TAB.browser().run(Files.readString(AXE) + "; window.axe = axe; return {};");
    JsonArray pages =
        TAB.run(
                """
                return {pages: [...document.querySelectorAll('nav[aria-label=Pages] a')].map(link => link.hash.slice(2))};
                """)
            .getJsonArray("pages");
    assertTrue(pages.size() >= 8, pages::encode);
    MORE.forEach(pages::add);
    List<String> faults = new ArrayList<>();
    for (View view : VIEWS) {
      TAB.browser().view(view.width, HEIGHT, view.theme);
      for (Object page : pages) {
        String place = page + "-" + view.width + "-" + view.theme;
        String file = place.replaceAll("\\W+", "-");
        look((String) page).forEach(fault -> faults.add(place + ": " + fault));
        TAB.browser().screenshot(SCREENSHOTS.resolve("console-" + file + ".png"));
      }
    }
    assertEquals("", String.join("\n", faults));
  }

  @Test
  void referenceMeetsAccessibilityRules() throws Exception {
    List<String> faults = new ArrayList<>();
    for (View view : VIEWS) {
      TAB.browser().view(view.width, HEIGHT, view.theme);
      TAB.browser().open(NODE.address() + "/swagger#calendar.moveEvent");
      TAB.browser().run(Files.readString(AXE) + "; window.axe = axe; return {};");
      JsonObject seen =
          TAB.browser()
              .run(
                  """
                  await until('the operation', () => document.querySelector('details[open] form'));
                  document.querySelector('#access').open = true;
                  """
                      + VIOLATIONS);
      seen.getJsonArray("faults")
          .forEach(fault -> faults.add(view.width + view.theme + ": " + fault));
      TAB.browser()
          .screenshot(SCREENSHOTS.resolve("reference-" + view.width + "-" + view.theme + ".png"));
    }
    assertEquals("", String.join("\n", faults));
  }

  private static JsonArray look(String page) throws IOException {
    return TAB.run(
            """
            await go(args[0]);
            await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
            await until('its colours', () => !document.getAnimations().some(one => one instanceof CSSTransition));
            const {violations} = await axe.run(document, {resultTypes: ['violations']});
            const faults = violations.map(rule => `${rule.id}: ${rule.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
            const {scrollWidth, clientWidth} = document.documentElement;
            if (scrollWidth > clientWidth) faults.push(`${scrollWidth} pixels wide`);
            const lines = label => {
              const range = document.createRange();
              range.selectNodeContents(label);
              return new Set([...range.getClientRects()].map(({top}) => top)).size;
            };
            const broken = [...document.querySelectorAll('main td button')].filter(one => lines(one) > 1);
            broken.forEach(one => faults.push(`in pieces: ${one.innerText}`));
            const problem = document.querySelector('main .problem');
            if (problem) faults.push(problem.innerText);
            return {faults};
            """,
            page)
        .getJsonArray("faults");
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
    NODE.manage(
        "access.ban", new JsonObject().put("address", "198.51.100.7").put("reason", HOSTILE));
    TAB.send(
        "POST", "/api/proxy/notify", new JsonObject().put("title", HOSTILE).put("body", HOSTILE));
    TAB.send("POST", "/api/proxy/products", new JsonObject().put("name", HOSTILE).put("price", 1));
    TAB.send(
        "POST",
        "/api/proxy/printshop/expenditures",
        new JsonObject()
            .put("date", NODE.clock.instant().toString().substring(0, 10))
            .put("amount", 1)
            .put("category", "other")
            .put("description", HOSTILE));
    meet("Portfolio review", 1, 10, 12);
    meet(HOSTILE, 2, 9, 10);
    TAB.send(
        "POST",
        "/api/proxy/hire",
        new JsonObject()
            .put("name", HOSTILE)
            .put("email", "eve@example.org")
            .put("projectType", HOSTILE)
            .put("budget", "5k-10k")
            .put("description", HOSTILE));
  }

  private static void meet(String title, int days, int from, int to) {
    String day = NODE.clock.instant().plus(Duration.ofDays(days)).toString().substring(0, 10);
    JsonObject meeting = new JsonObject().put("title", title).put("attendeeEmail", "a@example.org");
    meeting
        .put("startTime", day + String.format(Locale.ROOT, "T%02d:30:00", from))
        .put("endTime", day + String.format(Locale.ROOT, "T%02d:00:00", to));
    TAB.send(
        "POST", "/api/proxy/calendar/create-event", new JsonObject().put("eventData", meeting));
  }
}
