package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Every page and view of the console, including those added later, with more rows in each list than
 * it draws. Checks how much is fetched and drawn, the accessibility tree, and the behavior on
 * server failures.
 */
@Tag("slow")
class ConsoleEveryPageTest {
  /** Places that request nothing before the owner acts. */
  private static final Set<String> IDLE = Set.of("imports");

  private static final Path GAME = TestNode.folder("gatehouse-game");

  /**
   * Maximum number of rows that a list draws: 50, or the jobs. The watchlist and the log draw more.
   */
  private static final int MAX_DRAWN = 80;

  private static final int MAX_DRAWN_OF_THE_BOT = 200;

  private static final int MAX_REQUESTS = 18;
  private static final int MAX_BYTES = 150_000;

  /** Pages that rows of a list link to. */
  private static final List<String> ROWS =
      List.of("calendar?from=2100-03-01", "market?symbol=S1", "audio?file=song-1.wav");

  /** Pages with at least one list that has more rows than it draws. */
  private static final Set<String> LONG =
      Set.of(
          """
          notifications, calendar?from=2100-03-01, inbox, audio, market, site, commerce, books, games, store, jobs, logs,
          settings, access, access?view=bans, market?view=positions, site?view=short, site?view=hosting, commerce?view=listings,
          games?view=operators, games?view=saves, games?view=audit, audio?file=song-1.wav
          """
              .strip()
              .split(",\\s+"));

  /** Makes each request to the API fail in the configured way until the fault is cleared. */
  private static final String FAULTS =
      """
      const pauses = window.setTimeout;
      window.setTimeout = (action, ms, ...more) => pauses(action, ms / 1000, ...more);
      const real = window.fetch;
      const answer = (text, status, headers) => new Response(text, {status, headers: {'Content-Type': 'application/json', ...headers}});
      window.fault = '';
      window.faults = {
        'The server is not responding. Try again.': () => { throw new TypeError('connection refused'); },
        'Too many requests. Try again in 2 seconds.': () => answer('{"error":"too many requests"}', 429, {'Retry-After': '2'}),
        'The server is busy or restarting. Try again in 1 seconds.': () => answer('{"error":"busy"}', 503, {'Retry-After': '1'}),
        'The server timed out. Try again.': () => answer('{"error":"late"}', 504),
        'The response was incomplete. Try again.': path => answer(path.startsWith('/audio/') ? cut() : '[{"_id":"1","url":"https://exa', 200),
      };
      const cut = () => new ReadableStream({start: body => body.error(new TypeError('connection reset'))});
      window.fetch = async (path, options) => (window.fault ? faults[window.fault](path) : real(path, options));
      """;

  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
          new TestNode()
              .behindProxy()
              .with("BLOCKGAME_SERVER_DIR", GAME.toString())
              .with("BLOCKGAME_NAMES", "offline"));

  /**
   * What was fetched and drawn on each page, on each of its views, and on pages linked from rows.
   */
  private static final Map<String, JsonObject> DRAWN = new TreeMap<>();

  private static final List<String> UNHEARD = new ArrayList<>();

  /** One walk for all tests, through every page and its views. */
  @BeforeAll
  static void walk() throws Exception {
    DRAWN.clear();
    UNHEARD.clear();
    new ConsoleLists(TAB).fill();
    TAB.openSignedIn("access");
    Deque<String> ahead = new ArrayDeque<>(ROWS);
    ahead.addAll(links("nav[aria-label=Pages] a"));
    while (!ahead.isEmpty()) {
      String place = ahead.remove();
      DRAWN.put(place, draw(place));
      new HeardPage(TAB.browser().heard())
          .faults()
          .forEach(fault -> UNHEARD.add(place + ": " + fault));
      // Other views link the first one by its name.
      if (!place.contains("?") || place.equals("site?view=hosting")) {
        links("main nav[aria-label=Views] a:not([aria-current])").forEach(ahead::add);
      }
    }
    assertTrue(DRAWN.size() > 20, DRAWN::toString);
  }

  private static List<String> links(String selector) throws IOException {
    String links =
        "return {places: [...document.querySelectorAll(args[0])].map(link => link.hash.slice(2))};";
    return TAB.run(links, selector).getJsonArray("places").stream().map(Object::toString).toList();
  }

  private static JsonObject draw(String place) throws IOException {
    return TAB.run(
        """
        performance.clearResourceTimings();
        await go(args[0]);
        const asked = performance.getEntriesByType('resource').filter(entry => !entry.name.includes('/console/'));
        const lists = [...document.querySelectorAll('main ul, main ol, main tbody, main datalist, main select')];
        return {
          requests: asked.length,
          bytes: asked.reduce((sum, entry) => sum + entry.decodedBodySize, 0),
          drawn: Math.max(0, ...lists.map(list => list.children.length)),
          further: [...document.querySelectorAll('main button')].some(one => one.innerText.startsWith('Show more')
            || (one.ariaLabel === 'Next page' && !one.disabled)),
        };
        """,
        place);
  }

  @Test
  void limitsRowsRequestsAndBytesPerList() {
    Set<String> longer = new TreeSet<>();
    DRAWN.forEach((place, seen) -> {
      int most = place.startsWith("market?view=") ? MAX_DRAWN_OF_THE_BOT : MAX_DRAWN;
      assertTrue(seen.getInteger("drawn") <= most, () -> place + seen.encode());
      assertTrue(seen.getInteger("requests") <= MAX_REQUESTS, () -> place + seen.encode());
      assertTrue(seen.getInteger("bytes") <= MAX_BYTES, () -> place + seen.encode());
      if (seen.getBoolean("further")) {
        longer.add(place);
      }
    });
    assertEquals(new TreeSet<>(LONG), longer);
  }

  /** The test supplies the replies of a million rows. Counts rows and requests instead of time. */
  @Test
  void drawsOnePageOfAMillionRows() throws Exception {
    TAB.openSignedIn("access");
    JsonObject seen =
        TAB.sees(
            """
            {'rows': 100, 'last': true, 'hash': '#/site?view=short&size=100&sort=oldest', 'said': '1–100 of 1,000,000 rows'}
            """,
            """
            const total = 1_000_000;
            const row = i => ({key: `k${i}`, url: 'https://example.org', clicks: i, createdAt: '2026-01-01T00:00:00Z', description: null});
            const real = window.fetch;
            const asked = [];
            window.fetch = (path, options) => {
              if (!path.startsWith('/api/proxy/redirects/public')) return real(path, options);
              const query = new URL(path, location).searchParams;
              asked.push(query.toString());
              const [skip, limit] = [Number(query.get('skip')), Number(query.get('limit'))];
              return Promise.resolve(Response.json({redirects: Array.from({length: limit}, (_, i) => row(skip + i)),
                pagination: {total, limit, skip, hasMore: skip + limit < total}}));
            };
            await go('site?view=short&size=100&skip=999800');
            const keys = () => titles().map(title => title.slice('/r/'.length));
            await until('the page', () => keys()[0] === 'k999800');
            const rows = keys().length;
            document.querySelector('[aria-label="Next page"]').click();
            await until('the next page', () => keys()[0] === 'k999900' && idle());
            const last = document.querySelector('[aria-label="Next page"]').disabled;
            document.querySelector('th[aria-sort] button').click();
            await until('the order', () => keys()[0] === 'k0' && idle());
            return {rows, last, asked, hash: location.hash, said: document.querySelector('.pages [role=status]').innerText};
            """);
    assertEquals(3, seen.getJsonArray("asked").size(), seen::encode);
  }

  @Test
  void labelsEveryControlAndHasOneHeading() {
    assertEquals("", String.join("\n", UNHEARD));
  }

  @Test
  void reportsErrorsAndRecoversOnEveryPage() throws Exception {
    TAB.openSignedIn("today");
    TAB.run(FAULTS);
    List<String> loading = DRAWN.keySet().stream().filter(place -> !IDLE.contains(place)).toList();
    for (String place : loading) {
      TAB.run(
          """
          const problem = () => [...document.querySelectorAll('main [role=alert]')].map(one => one.innerText).join(' ');
          for (const name of Object.keys(faults)) {
            window.fault = name;
            location.hash = '#/' + args[0];
            await until(`${args[0]} to say: ${name}`, () => problem().includes(name));
            const unheard = [...document.querySelectorAll('main .problem')].filter(one => !one.closest('[role=alert], [role=status], [aria-live]'));
            if (unheard.length) throw new Error(`${args[0]}: no live region has ${unheard[0].innerText}`);
          }
          window.fault = '';
          await until(`${args[0]} to come`, () => !problem() && document.querySelector(`main ${args[0].split('?')[0]}-page`) && idle());
          """,
          place);
    }
  }

  /**
   * Does not depend on the machine's speed: the reply is sent once the page shows that it waits.
   */
  @Test
  void reportsASlowServer() throws Exception {
    TAB.openSignedIn("access");
    TAB.run(
        FAULTS
            + """
            let go;
            const gate = new Promise(open => { go = open; });
            window.fetch = async (path, options) => { await gate; return real(path, options); };
            location.hash = '#/inbox';
            const waits = () => document.querySelector('inbox-page .happened')?.innerText.startsWith('The server is slow to respond');
            await until('it waits', () => waits());
            go();
            await until('there', () => titles().length && idle() && !waits());
            """);
  }
}
