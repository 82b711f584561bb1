package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The owner's console in a browser, with its node; register it as a static extension. Each test
 * starts signed out, and fails if a page violated its content security policy or executed injected
 * markup. Stores a screenshot of each failure in {@code target/screenshots}. Needs Debian's
 * chromium.
 */
final class ConsoleTab
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  /** Hostile text for every text field. It sets a variable if a page executes it. */
  static final String HOSTILE =
      "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>\"'`${pwned=1}";

  /**
   * Functions for user actions in the console: press, answer, type, said, titles, loaded, click,
   * go.
   */
  static final String ACTIONS =
      """
      const busy = () => [...document.querySelectorAll('main, main *')]
        .filter(one => one.busy === true || one.getAttribute('aria-busy') === 'true');
      const idle = () => !busy().length;
      const button = name => [...document.querySelectorAll('main button')]
        .find(one => (one.getAttribute('aria-label') ?? one.innerText).trim() === name && !one.disabled);
      const press = async name => { await until(name, () => button(name)); button(name).click(); };
      const answer = async value => {
        const dialog = document.querySelector('dialog#question');
        await until('question', () => dialog.open);
        dialog.querySelector(`button[value=${value}]`).click();
        await until('answered', () => !dialog.open);
      };
      const type = values => Object.entries(values).forEach(([name, value]) => {
        document.querySelector(`main [name=${name}]`).value = value;
      });
      // The result of an earlier task is shown until the next task begins.
      const said = async () => {
        await new Promise(drawn => setTimeout(drawn));
        await until('said', () => idle() && document.querySelector('main .done, main .problem'));
        return document.querySelector('main .done, main .problem').innerText;
      };
      const titles = () => [...document.querySelectorAll('main .list strong, main .records tbody strong')].map(title => title.innerText);
      // Parts of a page are drawn, and begin to load, before the next task.
      const loaded = async element => {
        await new Promise(drawn => setTimeout(drawn));
        const state = () => `${element} at ${location.hash}, busy: ${busy().map(one => one.outerHTML)}`;
        await until(state, () => document.querySelector('main ' + element) && idle());
      };
      let clicks = 0;
      const click = async (name, find) => {
        await until(name, () => find() && !find().disabled);
        clicks++;
        find().click();
      };
      const go = async place => {
        const turned = new Promise(done => addEventListener('hashchange', done, {once: true}));
        if (location.hash !== '#/' + place) {
          location.hash = '#/' + place;
          await turned;
        }
        await loaded(place.split('?')[0] + '-page');
      };
      """;

  /** Reports hostile text that a page has executed. */
  private static final String PWNED =
      """
      Object.defineProperty(window, 'pwned', {
        get: () => undefined,
        set: () => console.error('Content Security Policy: markup was executed'),
      });
      """;

  private static final Path SCREENSHOTS = Path.of("target/screenshots");

  private final TestNode node;
  private boolean notifies;
  private String functions = "";
  private Browser browser;

  ConsoleTab() {
    this(new TestNode());
  }

  /**
   * @param node a node that is not registered as an extension itself
   */
  ConsoleTab(TestNode node) {
    this.node = node;
  }

  /** Uses a browser that shows notifications. */
  ConsoleTab withNotifications() {
    notifies = true;
    return this;
  }

  /** Adds functions to those of each script. */
  ConsoleTab with(String script) {
    functions = script;
    return this;
  }

  TestNode node() {
    return node;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    assumeTrue(Browser.installed(), "Chromium is not installed");
    node.beforeAll(context);
    browser = notifies ? Browser.startThatNotifies() : Browser.start();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    browser.reset();
    browser.beforeEachPage(PWNED);
    // A small document of the console's origin.
    browser.open(node.address() + "/robots.txt");
    browser.run("sessionStorage.clear(); localStorage.clear();");
    // A new session first repeats the messages of earlier pages.
    browser.console();
    browser.violations();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (context.getExecutionException().isPresent()) {
      String name = context.getRequiredTestClass().getSimpleName() + '-' + context.getDisplayName();
      browser.screenshot(SCREENSHOTS.resolve(name.replaceAll("\\W+", "-") + ".png"));
    }
    assertEquals(List.of(), browser.violations());
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (browser != null) {
      browser.close();
    }
    if (node.data() != null) {
      node.afterAll(context);
    }
  }

  Browser browser() {
    return browser;
  }

  /**
   * Runs a script like {@link Browser#run}, with functions for user actions: press, answer, type,
   * read.
   */
  JsonObject run(String body, Object... arguments) throws IOException {
    return browser.run(ACTIONS + "{" + functions + "{" + body + "}}", arguments);
  }

  /**
   * Runs a script, and asserts fields of its result. Returns all of it.
   *
   * @param expected JSON with single quotes; a star in a text matches any characters
   */
  JsonObject sees(String expected, String body, Object... arguments) throws IOException {
    JsonObject seen = run(body, arguments);
    new JsonObject(expected.replace('\'', '"'))
        .forEach(field ->
            assertTrue(
                fits(field.getValue(), seen.getValue(field.getKey())),
                () -> field + " expected, but seen: " + seen.encode()));
    return seen;
  }

  private static boolean fits(Object expected, Object found) {
    if (!String.valueOf(expected).contains("*")) {
      return JsonArray.of(expected).equals(JsonArray.of(found));
    }
    String pattern = "(?s)\\Q" + expected.toString().replace("*", "\\E.*\\Q") + "\\E";
    return String.valueOf(found).matches(pattern);
  }

  /** Types a code and submits it. */
  void signIn(String code) throws IOException {
    browser.run(
        """
        await until('form', () => document.querySelector('input[name=code]'));
        const field = document.querySelector('input[name=code]');
        field.value = args[0];
        field.form.requestSubmit();
        """,
        code);
  }

  /**
   * Opens a page of the console as the owner, and waits until it is loaded. Returns the tab's
   * token.
   *
   * @param place {@code market}, or {@code market?view=log}
   */
  String openSignedIn(String place) throws IOException {
    browser.open(node.address() + "/console#/" + place);
    signIn(TestNode.CODE);
    JsonObject tab =
        run(
            """
            await until('signed in', () => document.querySelector('main h1') && sessionStorage.getItem('gatehouse.token'));
            await loaded(args[0] + '-page');
            return {token: sessionStorage.getItem('gatehouse.token')};
            """,
            place.split("\\?", 2)[0]);
    assertTrue(tab.getString("token").length() > 20);
    return tab.getString("token");
  }

  /** Presses a button that requires confirmation, and confirms with an answer. */
  void pressAndAnswer(String label, String answer) throws IOException {
    run("await press(args[0]); await answer(args[1]);", label, answer);
  }

  /** Creates a request with the owner's key. */
  Client.Request owner(String method, String path) {
    return node.client().request(method, path).key(TestNode.KEY);
  }

  /** Sends a request with a body and the owner's key. Fails the test unless it succeeds. */
  Client.Reply send(String method, String path, JsonObject body) {
    Client.Reply reply = owner(method, path).json(body).send();
    assertTrue(reply.status() < 300, path + " " + reply.text());
    return reply;
  }

  /** Books a meeting on a day. */
  void book(String title, String day, String start, String end) {
    JsonObject meeting = JsonObject.of("title", title);
    meeting.put("startTime", day + 'T' + start + ":00").put("endTime", day + 'T' + end + ":00");
    send("POST", "/api/proxy/calendar/create-event", JsonObject.of("eventData", meeting));
  }
}
