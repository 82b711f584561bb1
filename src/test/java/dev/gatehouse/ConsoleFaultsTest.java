package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The console during server failures: its messages, its automatic retries, and what it does once.
 */
@Tag("slow")
class ConsoleFaultsTest {
  /** Pauses last a tenth of their time. Each request to a path first gets the remaining faults. */
  private static final String FAULTS =
      """
      const pauses = window.setTimeout;
      window.setTimeout = (action, ms, ...more) => pauses(action, ms / 10, ...more);
      const real = window.fetch;
      const faults = {
        lost: async (path, options) => { await real(path, options); throw new TypeError('connection reset'); },
      };
      const fail = (prefix, ...names) => {
        window.fetch = (path, options) => (path.startsWith(prefix) && names.length ? faults[names.shift()](path, options) : real(path, options));
      };
      const problem = () => document.querySelector('[role=alert]')?.innerText ?? '';
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();
  private static final ZoneId EASTERN = ZoneId.of("America/New_York");

  @Test
  void recoversAfterANodeRestart() throws Exception {
    try (FrozenProxy way = new FrozenProxy(URI.create(NODE.address()).getPort())) {
      TAB.browser().open("http://127.0.0.1:" + way.port() + "/console#/access");
      TAB.signIn(TestNode.CODE);
      TAB.run(
          FAULTS
              + """
              await until('a page whose file is there', () => document.querySelector('access-page h1'));
              await go('today');
              await until('live', () => document.querySelector('section .state.up'));
              """);
      NODE.stop();
      TAB.run(
          """
          await until('that it is lost', () => document.querySelector('section .state')?.innerText === 'connecting');
          document.querySelector('nav a[href="#/access"]').click();
          await until('reported', () => document.querySelector('access-keys [role=alert]')?.innerText.startsWith('The server is not responding.'));
          """);
      NODE.start();
      way.leadTo(URI.create(NODE.address()).getPort());
      TAB.run(
          """
          await until('there', () => document.querySelector('access-keys gh-table') && !document.querySelector('[role=alert]') && idle());
          await go('today');
          await until('live', () => document.querySelector('section .state.up') && !document.querySelector('[role=alert]'));
          """);
    }
  }

  @Test
  void retriesMissingPageFilesUntilAvailable() throws Exception {
    TAB.openSignedIn("access");
    TAB.browser().block("*/hosting.js");
    TAB.sees(
        "{'said': 'This page could not be loaded. Retrying*'}",
        FAULTS
            + """
            location.hash = '#/site';
            await until('reported', () => problem());
            return {said: problem()};
            """);
    TAB.browser().block();
    TAB.sees(
        "{'alerts': 0}",
        """
        await until('there', () => document.querySelector('link-list h2'));
        return {alerts: document.querySelectorAll('[role=alert]').length};
        """);
    TAB.browser().console();
  }

  @Test
  void appliesRetriedActionOnce() throws Exception {
    TAB.openSignedIn("notifications");
    TAB.sees(
        "{'said': 'The server is not responding. Try again: the action*'}",
        FAULTS
            + """
            await until('form', () => document.querySelector('textarea'));
            document.querySelector('input[name=title]').value = 'Once';
            document.querySelector('textarea').value = 'and not twice';
            fail('/api/proxy/notify', 'lost');
            const form = document.querySelector('form');
            form.requestSubmit();
            await until('reported', () => problem());
            const said = problem();
            form.requestSubmit();
            await until('sent', () => document.querySelector('.done'));
            return {said};
            """);
    String all = NODE.owner("GET", "/api/proxy/notifications").send().text();
    assertEquals(all.indexOf("\"Once\""), all.lastIndexOf("\"Once\""), all);
  }

  @Test
  void showsServerDayWhenBrowserClockJumps() throws Exception {
    TAB.openSignedIn("calendar");
    JsonObject seen =
        TAB.run(
            """
            const first = () => document.querySelector('.week thead [id]')?.innerText;
            await until('week', () => first());
            const before = first();
            const real = Date.now;
            Date.now = () => real() + 86_400_000;
            location.hash = '#/access';
            await until('access', () => document.querySelector('access-page'));
            location.hash = '#/calendar';
            await until('calendar', () => first() && !document.querySelector('.week[aria-busy=true]'));
            return {before, after: first()};
            """);
    assertEquals(seen.getString("before"), seen.getString("after"));
  }

  /** The clock is off by more than a token's lifetime, from the first page on. */
  @ParameterizedTest
  @ValueSource(ints = {25, -25})
  void showsNodeDayAndKeepsSessionOnClockSkew(int hours) throws Exception {
    LocalDate today = LocalDate.now(EASTERN);
    // A meeting must be booked before it begins, so the node's clock is set back.
    NODE.clock.set(morning(today.minusDays(2)));
    for (int day = -2; day <= 2; day++) {
      book(today.plusDays(day) + (hours > 0 ? "T12:00" : "T14:00"), "Day " + day + " of " + hours);
    }
    NODE.clock.set(morning(today));
    long off = Duration.between(Instant.now(), morning(today)).plusHours(hours).toMillis();
    TAB.browser()
        .beforeEachPage(
            """
            {
              const [Real, off] = [Date, %s];
              window.Date = class extends Real {
                constructor(...parts) { super(...(parts.length ? parts : [Real.now() + off])); }
                static now() { return Real.now() + off; }
              };
            }
            """
                .formatted(off));
    TAB.openSignedIn("today");
    String look =
        """
        const meetings = () => [...document.querySelectorAll('today-page .cards article')]
          .find(one => one.querySelector('h2').innerText === 'Meetings today');
        await until('today', () => meetings() && document.querySelector('today-page .cards .state.up') && idle());
        const seen = {off: Math.round((Date.now() - performance.timeOrigin - performance.now()) / 600_000), meetings: meetings().innerText};
        await go('calendar');
        await until('the week', () => document.querySelector('.week thead [id]'));
        return {...seen, first: document.querySelector('.week thead [id]').id,
          asked: document.querySelectorAll('input[name=code]').length};
        """;
    JsonObject seen = TAB.run(look);
    TAB.browser().open(NODE.address() + "/");
    TAB.browser().open(NODE.address() + "/console#/today");
    assertEquals(seen, TAB.run(look), "after a reload");
    NODE.clock.set(Instant.now());
    assertEquals(off / 600_000.0, seen.getInteger("off"), 2, "the page's clock is right");
    assertEquals("day-" + today, seen.getString("first"));
    assertEquals(0, seen.getInteger("asked"));
    for (int day = -2; day <= 2; day++) {
      boolean there = seen.getString("meetings").contains("Day " + day + " of " + hours);
      assertEquals(day == 0, there, seen::encode);
    }
  }

  private static Instant morning(LocalDate day) {
    return day.atTime(10, 0).atZone(EASTERN).toInstant();
  }

  private static void book(String start, String title) {
    JsonObject meeting = JsonObject.of("title", title, "startTime", start + ":00");
    meeting.put("endTime", start.replace(":00", ":30") + ":00");
    TAB.send("POST", "/api/proxy/calendar/create-event", JsonObject.of("eventData", meeting));
  }

  /**
   * An action succeeds, and all later fetches fail until the server is back. The new entry must
   * then be shown exactly once.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          access?add=new  | Create key       | {name: 'made-once', access: 'full'}                    | Copy it now
          commerce?add=new | Add product      | {name: 'Mug', price: '5'}                              | Product “Mug” added.
          commerce?view=listings&add=new | Add listing | {title: 'Lamp', price: '5'}                          | Listing added.
          books?year=2025&add=new | Add expense      | {date: '2025-03-01', amount: '8', description: 'Tape'} | Expense of 2025-03-01 added.
          site?add=new    | Add link         | {title: 'A link', url: 'https://example.org/'}         | Link “A link” added.
          site?view=short&add=new | Create short URL | {key: 'made-once', url: 'https://example.org/'}        | Short URL /r/made-once created.
          calendar?add=new | Book meeting    | {title: 'Lunch', date: '2100-03-01', start: '12:00'}   | Meeting booked for
          """)
  void whatWasDoneIsToldThoughItsOutcomeCannotBeLoaded(
      String place, String button, String typed, String reported) throws Exception {
    TAB.openSignedIn(place);
    JsonObject seen =
        TAB.sees(
            "{'deeds': 1, 'said': '*This page retries automatically.*'}",
            FAULTS
                + """
                await go(args[0]);
                let [deeds, away] = [0, false];
                window.fetch = async (path, options) => {
                  if (away) return Response.json({error: 'busy'}, {status: 503, headers: {'Retry-After': '1'}});
                  const reply = await real(path, options);
                  if (options.method !== 'GET' && !path.endsWith('/available-slots')) { deeds++; away = true; }
                  return reply;
                };
                const wrong = () => [...document.querySelectorAll('main .problem')].map(one => one.innerText).join(' ');
                const shown = () => document.querySelector('main').innerText;
                type(%s);
                await press(args[1]);
                await until('both', () => wrong().startsWith('The server is busy') && shown().includes(args[2]));
                const said = wrong();
                away = false;
                await until('the outcome', () => !wrong() && idle());
                return {deeds, said, shown: shown()};
                """
                    .formatted(typed),
            place,
            button,
            reported);
    assertTrue(seen.getString("shown").contains(reported), seen::encode);
  }
}
