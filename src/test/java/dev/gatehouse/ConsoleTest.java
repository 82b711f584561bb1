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

  @Test
  void aTokenThatHasEndedIsAskedForAgainAndNothingTypedIsLost() throws Exception {
    String token = openSignedIn("notifications");
    browser.run(
        """
        await until('form', () => document.querySelector('input[name=title]'));
        document.querySelector('input[name=title]').value = 'Typed before the end';
        document.querySelector('textarea[name=body]').value = 'and still there';
        return {};
        """);
    NODE.client().request("POST", "/api/proxy/auth/logout").token(token).send();
    browser.run(
        """
        document.querySelector('input[name=title]').form.requestSubmit();
        await until('asked again', () => document.querySelector('dialog.sign-in[open] input[name=code]'));
        const field = document.querySelector('dialog.sign-in input[name=code]');
        field.value = args[0];
        field.form.requestSubmit();
        await until('sent', () => document.querySelector('.done'));
        await until('listed', () => [...document.querySelectorAll('.list strong')]
          .some(title => title.innerText === 'Typed before the end'));
        return {};
        """,
        TestNode.CODE);
    assertTrue(
        NODE.client()
            .request("GET", "/api/proxy/notifications")
            .key(TestNode.KEY)
            .send()
            .text()
            .contains("Typed before the end"));
  }

  @Test
  void aBlockedAddressIsLetInAgain() throws Exception {
    NODE.manage(
        "access.ban", new JsonObject().put("address", "198.51.100.7").put("reason", HOSTILE));
    openSignedIn("access");
    JsonObject seen =
        browser.run(
            """
            await until('ban', () => document.querySelector('tbody th')?.innerText === '198.51.100.7');
            await until('loaded', () => !document.querySelector('tbody button').disabled);
            const reason = document.querySelector('tbody td').innerText;
            document.querySelector('tbody button').click();
            await until('done', () => document.querySelector('.done'));
            return {reason, left: document.querySelectorAll('tbody tr').length, said: document.querySelector('.done').innerText};
            """);
    assertEquals(HOSTILE, seen.getString("reason"));
    assertEquals(0, seen.getInteger("left"));
    assertEquals("198.51.100.7 may come in again.", seen.getString("said"));
    Client.Reply bans = NODE.client().request("GET", "/api/proxy/bans").key(TestNode.KEY).send();
    assertEquals(0, bans.json().getJsonArray("bans").size());
  }

  @Test
  void aKeyIsMadeShownOnceAndRevoked() throws Exception {
    openSignedIn("access");
    String key =
        browser
            .run(
                """
                await until('scopes', () => document.querySelector('input[value=bans]'));
                document.querySelector('input[name=name]').value = 'of-the-console';
                document.querySelector('input[value=bans]').click();
                document.querySelector('input[name=name]').form.requestSubmit();
                await until('key', () => document.querySelector('code.secret'));
                return {key: document.querySelector('code.secret').innerText};
                """)
            .getString("key");
    assertEquals(200, NODE.client().request("GET", "/api/proxy/bans").key(key).send().status());
    assertEquals(403, NODE.client().request("GET", "/api/proxy/hire").key(key).send().status());
    assertEquals(403, NODE.client().request("GET", "/api/proxy/keys").key(key).send().status());
    browser.run(
        """
        const button = () => document.querySelector('button[aria-label="Revoke of-the-console"]');
        await until('listed', () => button() && !button().disabled);
        button().click();
        const dialog = document.querySelector('dialog#question');
        await until('question', () => dialog.open);
        dialog.querySelector('button[value=yes]').click();
        await until('revoked', () => !button() && document.querySelector('.done'));
        return {};
        """);
    assertEquals(403, NODE.client().request("GET", "/api/proxy/bans").key(key).send().status());
  }

  @Test
  void aMeetingIsBookedSeenAndCancelled() throws Exception {
    openSignedIn("calendar");
    String week = "2100-03-01";
    browser.run(
        """
        const type = (name, value) => { document.querySelector(`input[name=${name}]`).value = value; };
        type('title', args[0]);
        type('date', args[1]);
        type('start', '07:30');
        type('minutes', '45');
        document.querySelector('input[name=title]').form.requestSubmit();
        await until('booked', () => [...document.querySelectorAll('.week strong')].some(title => title.innerText === args[0]));
        return {};
        """,
        HOSTILE,
        week);
    JsonObject booked =
        NODE.client()
            .request("GET", "/api/proxy/calendar/events?startDate=" + week + "&endDate=" + week)
            .key(TestNode.KEY)
            .send()
            .json()
            .getJsonArray("events")
            .getJsonObject(0);
    assertEquals("2100-03-01T12:30:00.000Z", booked.getString("start"));
    assertEquals("2100-03-01T13:15:00.000Z", booked.getString("end"));
    JsonObject after =
        browser.run(
            """
            const button = () => document.querySelector('.week button');
            const dialog = document.querySelector('dialog#question');
            const asked = async answer => {
              await until('idle', () => button() && !button().disabled);
              button().click();
              await until('question', () => dialog.open);
              dialog.querySelector(`button[value=${answer}]`).click();
              await until('answered', () => !dialog.open);
            };
            await asked('no');
            const kept = document.querySelectorAll('.week button').length;
            await asked('yes');
            await until('cancelled', () => !button());
            return {kept, hash: location.hash};
            """);
    assertEquals(1, after.getInteger("kept"));
    assertEquals("#/calendar?from=" + week, after.getString("hash"));
  }

  @Test
  void whoAskedForWorkIsShownAsHeWrote() throws Exception {
    JsonObject form =
        new JsonObject()
            .put("name", HOSTILE)
            .put("email", "eve@example.com")
            .put("company", HOSTILE)
            .put("projectType", HOSTILE)
            .put("budget", "5k-10k")
            .put("description", HOSTILE);
    assertEquals(200, NODE.client().request("POST", "/api/proxy/hire").json(form).send().status());
    openSignedIn("inbox");
    JsonObject seen =
        browser.run(
            """
            await until('form', () => document.querySelector('.list strong'));
            return {name: document.querySelector('.list strong').innerText, text: document.querySelector('.list .text').innerText};
            """);
    assertEquals(HOSTILE, seen.getString("name"));
    assertEquals(HOSTILE, seen.getString("text"));
  }

  @Test
  void theBackButtonAndTheKeyboardLeadFromPageToPage() throws Exception {
    openSignedIn("today");
    JsonObject seen =
        browser.run(
            """
            const heading = () => document.querySelector('main h1')?.innerText;
            const at = [];
            for (const page of ['Notifications', 'Calendar', 'Inbox', 'Access']) {
              [...document.querySelectorAll('nav a')].find(link => link.innerText === page).click();
              await until(page, () => heading() === page);
              await until('focus', () => document.activeElement.innerText === page);
              at.push(document.title);
            }
            history.back();
            await until('back', () => heading() === 'Inbox');
            location.hash = '#/nowhere';
            await until('missing', () => heading() === 'No such page');
            return {at};
            """);
    assertEquals(
        JsonArray.of(
            "Notifications · Gatehouse",
            "Calendar · Gatehouse",
            "Inbox · Gatehouse",
            "Access · Gatehouse"),
        seen.getJsonArray("at"));
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
