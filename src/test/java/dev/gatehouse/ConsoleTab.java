package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The owner's console in a browser, and a node for it; register it as a static extension. Each test
 * begins in a tab where nobody is signed in, and fails where a page has tried what its policy
 * forbids or carried out markup. Needs Debian's chromium and chromium-driver.
 */
final class ConsoleTab
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  /** To be stored wherever a text may be; it shows itself where it is carried out. */
  static final String HOSTILE =
      "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>\"'`${pwned=1}";

  private final TestNode node;
  private Browser browser;

  ConsoleTab() {
    this(new TestNode());
  }

  /**
   * @param node that is not registered by itself
   */
  ConsoleTab(TestNode node) {
    this.node = node;
  }

  TestNode node() {
    return node;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    assumeTrue(Browser.installed(), "chromium");
    node.beforeAll(context);
    browser = Browser.start();
    // What a page's policy forbids is kept over reloads, until the test looks.
    browser.beforeEachPage(
        """
        addEventListener('securitypolicyviolation', event => sessionStorage.setItem('violations',
          (sessionStorage.getItem('violations') ?? '') + event.violatedDirective + ' ' + event.blockedURI + '; '));
        """);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    browser.open(node.address() + "/");
    browser.run("sessionStorage.clear(); return {};");
    browser.console();
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    JsonObject seen =
        browser.run(
            "return {violations: sessionStorage.getItem('violations') ?? '', pwned: 'pwned' in window};");
    assertEquals("", seen.getString("violations"));
    assertEquals(false, seen.getBoolean("pwned"), "markup was carried out");
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

  /** As {@link Browser#run}, with what a person does to a page: press, answer, type, read. */
  JsonObject run(String body, Object... arguments) throws IOException {
    return browser.run(
        """
        const busy = () => [...document.querySelectorAll('main, main *')]
          .filter(one => one.busy === true || one.getAttribute('aria-busy') === 'true');
        const idle = () => !busy().length;
        const button = name => [...document.querySelectorAll('main button')]
          .find(one => (one.getAttribute('aria-label') ?? one.innerText) === name && !one.disabled);
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
        // What was said of an earlier deed is drawn until the next task.
        const said = async () => {
          await new Promise(drawn => setTimeout(drawn));
          await until('said', () => idle() && document.querySelector('main .done, main .problem'));
          return document.querySelector('main .done, main .problem').innerText;
        };
        const titles = () => [...document.querySelectorAll('main .list strong')].map(title => title.innerText);
        // Parts of a page are drawn, and begin to load, before the next task.
        const loaded = async element => {
          await new Promise(drawn => setTimeout(drawn));
          const state = () => `${element} at ${location.hash}, busy: ${busy().map(one => one.outerHTML)}`;
          await until(state, () => document.querySelector('main ' + element) && idle());
        };
        const go = async place => {
          const turned = new Promise(done => addEventListener('hashchange', done, {once: true}));
          if (location.hash !== '#/' + place) {
            location.hash = '#/' + place;
            await turned;
          }
          await loaded(place.split('?')[0] + '-page');
        };
        { %s }
        """
            .formatted(body),
        arguments);
  }

  /** Types a code and sends it, as a person does. */
  void signIn(String code) throws IOException {
    browser.run(
        """
        await until('form', () => document.querySelector('input[name=code]'));
        const field = document.querySelector('input[name=code]');
        field.value = args[0];
        field.form.requestSubmit();
        return {};
        """,
        code);
  }

  /**
   * Opens a page of the console as the owner, and waits until it is loaded; returns the token of
   * the tab.
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

  /** Presses a button that asks first, and answers. */
  void pressAndAnswer(String label, String answer) throws IOException {
    run("await press(args[0]); await answer(args[1]); return {};", label, answer);
  }

  /** What the owner's programs ask for. */
  Client.Request owner(String method, String path) {
    return node.client().request(method, path).key(TestNode.KEY);
  }

  /** The same with a body; fails the test where it does not succeed. */
  Client.Reply send(String method, String path, JsonObject body) {
    Client.Reply reply = owner(method, path).json(body).send();
    assertTrue(reply.status() < 300, path + " " + reply.text());
    return reply;
  }
}
