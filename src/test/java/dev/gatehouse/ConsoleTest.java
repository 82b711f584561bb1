package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The owner's console in a browser, page by page. Needs Debian's chromium and chromium-driver. */
@Tag("slow")
class ConsoleTest {
  private static final Path SCREENSHOTS = Path.of("target/screenshots");
  private static final String HOSTILE =
      "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>\"'`${pwned=1}";

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Browser.installed(), "chromium");
    browser = Browser.start();
    // What a page's policy forbids is kept over reloads, until the test looks.
    browser.beforeEachPage(
        """
        addEventListener('securitypolicyviolation', event => sessionStorage.setItem('violations',
          (sessionStorage.getItem('violations') ?? '') + event.violatedDirective + ' ' + event.blockedURI + '; '));
        """);
  }

  @AfterAll
  static void stop() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  /** Each test begins in a tab where nobody is signed in. */
  @BeforeEach
  void signedOut() throws Exception {
    browser.open(NODE.address() + "/");
    browser.run("sessionStorage.clear(); return {};");
    browser.console();
  }

  @AfterEach
  void nothingForbiddenWasTried() throws Exception {
    JsonObject seen =
        browser.run(
            "return {violations: sessionStorage.getItem('violations') ?? '', pwned: 'pwned' in window};");
    assertEquals("", seen.getString("violations"));
    assertEquals(false, seen.getBoolean("pwned"), "markup was carried out");
  }

  @Test
  void theRootLeadsToTheConsole() throws Exception {
    JsonObject root =
        browser.run("return {console: document.querySelector('a[href=\"/console\"]').href};");
    browser.open(root.getString("console"));
    JsonObject seen =
        browser.run(
            """
            await until('form', () => document.querySelector('input[name=code]'));
            return {title: document.title};
            """);
    assertEquals("Gatehouse", seen.getString("title"));
    assertEquals(List.of(), browser.console());
  }

  @Test
  void aWrongCodeIsToldInWordsAndTheRightOneShowsToday() throws Exception {
    browser.open(NODE.address() + "/console");
    signIn("a-wrong-code");
    JsonObject refused =
        browser.run(
            """
            const told = () => document.querySelector('#sign-in-problem').innerText;
            await until('problem', () => told());
            return {problem: told()};
            """);
    assertEquals("This code opens nothing. 9 tries are left.", refused.getString("problem"));
    signIn(TestNode.CODE);
    JsonObject today =
        browser.run(
            """
            await until('code', () => document.querySelector('today-page code.large'));
            await until('live', () => document.querySelector('today-page section .state.up'));
            return {
              code: document.querySelector('code.large').innerText,
              health: document.querySelector('today-page .state.up').innerText,
              pages: [...document.querySelectorAll('nav a')].map(link => link.innerText),
              title: document.title,
            };
            """);
    browser.screenshot(SCREENSHOTS.resolve("console-today.png"));
    JsonObject code =
        NODE.client()
            .request("GET", "/api/proxy/daily-code/current")
            .key(TestNode.KEY)
            .send()
            .json();
    assertEquals(code.getString("code"), today.getString("code"));
    assertEquals("all works", today.getString("health"));
    assertEquals("Today · Gatehouse", today.getString("title"));
  }

  @Test
  void whatIsToldAppearsAtOnceAndNoMarkupIsCarriedOut() throws Exception {
    notify(HOSTILE + " before");
    openSignedIn("today");
    browser.run(
        "await until('live', () => document.querySelector('section .state.up')); return {};");
    notify(HOSTILE + " live");
    JsonObject seen =
        browser.run(
            """
            const titles = () => [...document.querySelectorAll('.list strong')].map(title => title.innerText);
            await until('live', () => titles().some(title => title.endsWith('live')));
            return {titles: titles().filter(title => title.includes('pwned')),
              images: document.querySelectorAll('.list img, .list script').length};
            """);
    assertEquals(JsonArray.of(HOSTILE + " live", HOSTILE + " before"), seen.getJsonArray("titles"));
    assertEquals(0, seen.getInteger("images"));
  }

  @Test
  void signingOutRevokesTheToken() throws Exception {
    String token = openSignedIn("today");
    assertEquals(200, status(token));
    browser.run(
        """
        [...document.querySelectorAll('header button')].find(button => button.innerText === 'Sign out').click();
        await until('form', () => document.querySelector('main input[name=code]'));
        await until('forgotten', () => !sessionStorage.getItem('gatehouse.token'));
        return {};
        """);
    assertEquals(403, status(token));
  }

  @Test
  void aVisitorSeesWhatAVisitorMaySee() throws Exception {
    JsonObject code =
        NODE.client()
            .request("GET", "/api/proxy/daily-code/current")
            .key(TestNode.KEY)
            .send()
            .json();
    browser.open(NODE.address() + "/console#/today");
    signIn(code.getString("code"));
    JsonObject seen =
        browser.run(
            """
            await until('health', () => document.querySelector('today-page .state.up'));
            return {code: document.querySelectorAll('code.large').length,
              problem: document.querySelectorAll('[role=alert]').length};
            """);
    assertEquals(0, seen.getInteger("code"));
    assertEquals(0, seen.getInteger("problem"));
  }

  private static int status(String token) {
    return NODE.client().request("GET", "/deployment/info").token(token).send().status();
  }

  private static void notify(String title) {
    Client.Reply reply =
        NODE.client()
            .request("POST", "/api/proxy/notify")
            .key(TestNode.KEY)
            .json(new JsonObject().put("title", title).put("body", HOSTILE))
            .send();
    assertEquals(200, reply.status(), reply.text());
  }

  /** Types a code and sends it, as a person does. */
  private static void signIn(String code) throws IOException {
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

  /** Opens a page of the console as the owner; returns the token of the tab. */
  private static String openSignedIn(String page) throws IOException {
    browser.open(NODE.address() + "/console#/" + page);
    signIn(TestNode.CODE);
    JsonObject tab =
        browser.run(
            """
            await until('page', () => document.querySelector(args[0] + '-page h1'));
            return {token: sessionStorage.getItem('gatehouse.token')};
            """,
            page);
    assertTrue(tab.getString("token").length() > 20);
    return tab.getString("token");
  }
}
