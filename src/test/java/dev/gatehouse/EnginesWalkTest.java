package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One walk in each engine: the owner's places, a table, a drawer, an upload and its sound, two
 * tabs, and a visitor who books, moves and cancels a meeting and orders a product. Needs Debian's
 * chromium, firefox-esr, webkit2gtk-driver, xvfb and locales.
 */
@Tag("slow")
class EnginesWalkTest {
  /** Browsers by engine. */
  enum Engine {
    CHROMIUM,
    FIREFOX,
    WEBKIT;

    boolean installed() {
      return switch (this) {
        case CHROMIUM -> Browser.installed();
        case FIREFOX -> FirefoxPage.installed();
        case WEBKIT -> WebKitPage.installed();
      };
    }

    EnginePage start(String locale) throws IOException {
      return switch (this) {
        case CHROMIUM -> Browser.start(locale);
        case FIREFOX -> new FirefoxPage(locale);
        case WEBKIT -> new WebKitPage(locale);
      };
    }
  }

  /** Views that the navigation does not link. */
  private static final List<String> MORE =
      List.of(
          "calendar?view=month",
          "calendar?add=new",
          "notifications?view=channels",
          "customers?view=buyers",
          "books?year=2026",
          "games?view=saves",
          "games?view=audit",
          "commerce?add=new",
          "site?add=new",
          "access?add=new");

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("LIMITS_DEFAULT_PER_MINUTE=0 LIMITS_OPERATOR_PER_MINUTE=0")
          .with("CALENDAR_EVENT_TYPES", "intro | 30m | Introduction | A first talk by video");

  @AutoClose private EnginePage page;
  private final PageWalk walk = new PageWalk(() -> page);

  @BeforeAll
  static void fill() {
    sell("The Book", 12.5);
    sell("Another Book", 7);
    JsonObject meeting =
        new JsonObject()
            .put("title", "Review")
            .put("startTime", today().plusDays(1) + "T23:30:00")
            .put("endTime", today().plusDays(2) + "T00:15:00");
    owner("POST", "/api/proxy/calendar/create-event", JsonObject.of("eventData", meeting));
  }

  private static void sell(String name, Number price) {
    JsonObject product = JsonObject.of("name", name, "price", price);
    owner("POST", "/api/proxy/products", product.put("stock", JsonObject.of("M", 50)));
  }

  private static void owner(String method, String path, JsonObject body) {
    Client.Reply reply = NODE.owner(method, path).json(body).send();
    assertTrue(reply.status() < 300, reply.text());
  }

  /** The calendar's zone is New York's. */
  private static LocalDate today() {
    return LocalDate.ofInstant(NODE.clock.instant(), ZoneId.of("America/New_York"));
  }

  private void start(Engine engine, String locale) throws IOException {
    assumeTrue(engine.installed(), engine + " is not installed");
    page = engine.start(locale);
  }

  /**
   * The pages in Chromium's own locale are shown by {@link ConsoleEveryPageTest} and {@link
   * ConsoleLooksTest}.
   */
  @ParameterizedTest
  @CsvSource({"CHROMIUM, ja-JP", "FIREFOX, de-CH", "WEBKIT, ja-JP"})
  void walksThroughConsoleAndShop(Engine engine, String locale) throws Exception {
    start(engine, locale);
    signIn();
    hasLocale(locale);
    showsAllPlaces();
    usesATable();
    uploadsAndPlays();
    dragsAMeeting();
    signsOutOfBothTabs();
    booksMovesAndCancels();
    orders(engine);
  }

  /** A locale may have another calendar, other digits, another direction or another week. */
  @ParameterizedTest
  @CsvSource({
    "CHROMIUM, fa-IR", "CHROMIUM, ar-EG",
    "CHROMIUM, de-CH", "FIREFOX, fa-IR",
    "WEBKIT, fa-IR",
  })
  void showsAllPlacesInALocale(Engine engine, String locale) throws Exception {
    start(engine, locale);
    signIn();
    hasLocale(locale);
    showsAllPlaces();
  }

  private void hasLocale(String locale) throws IOException {
    JsonObject seen =
        console(
            """
            await go('calendar?view=month');
            await until('the heading', () => document.querySelector('calendar-page h2')?.innerText);
            return {locale: new Intl.NumberFormat().resolvedOptions().locale, month: document.querySelector('calendar-page h2').innerText};
            """);
    assertEquals(locale, seen.getString("locale"));
    String year = String.valueOf(today().getYear());
    assertTrue(seen.getString("month").contains(year), seen::encode);
  }

  private JsonObject console(String body, Object... arguments) throws IOException {
    return page.run(ConsoleTab.ACTIONS + "{" + body + "}", arguments);
  }

  private void signIn() throws IOException {
    page.open(NODE.address() + "/console");
    console(
        """
        window.broken = [];
        for (const kind of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
          addEventListener(kind, event => broken.push(`${location.hash} ${kind} ${event.message ?? event.reason ?? event.blockedURI}`));
        }
        await until('the form', () => document.querySelector('input[name=code]'));
        const field = document.querySelector('input[name=code]');
        field.value = args[0];
        field.form.requestSubmit();
        await loaded('today-page');
        """,
        TestNode.CODE);
  }

  private void showsAllPlaces() throws IOException {
    JsonObject seen =
        console(
            """
            const places = [...document.querySelectorAll('nav[aria-label=Pages] a')].map(link => link.hash.slice(2));
            const faults = [];
            for (const place of [...places, ...args]) {
              await go(place);
              for (const link of document.querySelectorAll('main nav[aria-label=Views] a')) {
                if (!places.includes(link.hash.slice(2))) places.push(link.hash.slice(2));
              }
              const problem = document.querySelector('main .problem[role=alert]');
              if (problem) faults.push(`${place}: ${problem.innerText}`);
              const {scrollWidth, clientWidth} = document.documentElement;
              if (scrollWidth > clientWidth) faults.push(`${place}: ${scrollWidth} pixels wide`);
              if (document.querySelectorAll('main h1').length !== 1) faults.push(`${place}: no heading`);
            }
            return {faults: [...faults, ...broken], count: places.length};
            """,
            MORE.toArray());
    assertEquals(new JsonArray(), seen.getJsonArray("faults"));
    assertTrue(seen.getInteger("count") > 20, seen::encode);
  }

  private void usesATable() throws IOException {
    JsonObject seen =
        console(
            """
            await go('commerce?sort=name');
            const first = titles()[0];
            [...document.querySelectorAll('th button')].find(one => one.innerText.startsWith('Name')).click();
            await until('the other order', () => titles()[0] !== first && idle());
            const other = titles()[0];
            document.querySelector('tbody .check input').click();
            await until('half', () => document.querySelector('[aria-label="Select all rows"]').indeterminate);
            location.hash = '#/commerce?add=new';
            await until('the drawer', () => document.querySelector('dialog.drawer[open]') && document.activeElement.name === 'name');
            document.querySelector('dialog.drawer').dispatchEvent(new Event('cancel', {cancelable: true}));
            await until('closed', () => !document.querySelector('dialog.drawer'));
            return {first, other};
            """);
    assertEquals("Another Book", seen.getString("first"));
    assertEquals("The Book", seen.getString("other"));
  }

  private void uploadsAndPlays() throws IOException {
    JsonObject heard =
        console(
            SoundFiles.SCRIPT
                + """
                await go('audio');
                choose(document.querySelector('input[type=file]'), wav(4, 'of-the-walk.wav'));
                const listen = () => document.querySelector('[aria-label="Play of-the-walk.wav"]');
                await until('listed', () => listen());
                listen().click();
                const audio = () => document.querySelector('audio');
                await until('playable', () => audio()?.readyState > 2 && document.querySelector('.wave canvas')?.width && idle());
                // Without a person's click, browsers play only what is muted.
                audio().muted = true;
                await audio().play();
                await until('playing', () => audio().currentTime > 0.3);
                audio().currentTime = 2;
                await until('sought', () => audio().currentTime >= 2);
                audio().pause();
                await press('Delete of-the-walk.wav');
                await answer('yes');
                return {said: await said()};
                """);
    assertTrue(heard.getString("said").contains("deleted"), heard::encode);
  }

  /** WebKit ends a drag without data. */
  private void dragsAMeeting() throws IOException {
    JsonObject seen =
        console(
            """
            await go('calendar');
            const block = [...document.querySelectorAll('[draggable=true]')].find(one => one.innerText.includes('Review'));
            const dataTransfer = new DataTransfer();
            block.dispatchEvent(new DragEvent('dragstart', {dataTransfer, bubbles: true}));
            block.dispatchEvent(new DragEvent('dragend', {bubbles: true}));
            return {types: [...dataTransfer.types]};
            """);
    assertEquals(JsonArray.of("text/plain"), seen.getJsonArray("types"));
  }

  private void signsOutOfBothTabs() throws IOException {
    console(
        """
        const other = open(location.href);
        await until('the other tab', () => other.document.querySelector('calendar-page h1'));
        [...document.querySelectorAll('header button')].find(one => one.innerText === 'Sign out').click();
        await until('out', () => document.querySelector('main input[name=code]'));
        await until('out there', () => other.document.querySelector('main input[name=code]'));
        const left = other.document.querySelectorAll('.shell').length + other.sessionStorage.length;
        other.close();
        if (left) throw new Error('the other tab is not empty');
        """);
  }

  private void booksMovesAndCancels() throws Exception {
    walk.open(NODE.address() + "/book/intro?zone=UTC");
    walk.click("a[aria-label='Next month']");
    walk.click(".slots li:first-child a");
    page.run(
        """
        document.querySelector('[name=name]').value = 'Maria Lindqvist';
        document.querySelector('[name=email]').value = 'maria@example.com';
        """);
    walk.click("form[method=post] button");
    assertEquals("Your meeting is booked", walk.text("h1"));
    String booked = walk.text(".facts");
    walk.click(".actions a:nth-child(2)");
    walk.click("a[aria-label='Next month']");
    walk.click(".slots li:nth-child(2) a");
    walk.click("form[method=post] button");
    assertEquals("Your meeting is moved", walk.text("h1"));
    assertTrue(!booked.equals(walk.text(".facts")), booked);
    walk.click(".actions a:last-child");
    walk.click("form[method=post] button");
    assertEquals("Meeting cancelled", walk.text("h1"));
  }

  private void orders(Engine engine) throws Exception {
    walk.open(NODE.address() + "/storefront/shop");
    walk.follow("The Book");
    walk.press("Add to cart");
    walk.fillInAddress();
    walk.press("Place order for $12.50");
    assertEquals("Thank you for your order", walk.text("h1"), engine::toString);
  }
}
