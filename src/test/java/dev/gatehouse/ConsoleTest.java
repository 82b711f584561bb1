package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The owner's console in a browser: sign-in, sign-out and navigation. Also the Today and Store
 * pages with the node's health, code, jobs, store and trash.
 */
@Tag("slow")
class ConsoleTest {
  private static final String ID = "0123456789abcdef01234567";

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @Test
  void linksFromRootToConsole() throws Exception {
    TAB.browser().open(NODE.address() + "/");
    JsonObject root =
        TAB.run("return {console: document.querySelector('a[href=\"/console\"]').href};");
    TAB.browser().open(root.getString("console"));
    TAB.sees(
        "{'title': 'Gatehouse'}",
        """
        await until('form', () => document.querySelector('input[name=code]'));
        return {title: document.title};
        """);
    assertEquals(List.of(), TAB.browser().console());
  }

  @Test
  void rejectsWrongCodeAndOpensToday() throws Exception {
    TAB.browser().open(NODE.address() + "/console");
    TAB.signIn("a-wrong-code");
    JsonObject refused =
        TAB.run(
            """
            const reported = () => document.querySelector('#sign-in-problem').innerText;
            await until('problem', () => reported());
            return {problem: reported()};
            """);
    // The browser is on the machine itself, whose attempts are not counted.
    assertEquals("Invalid code. Attempts left: 10.", refused.getString("problem"));
    TAB.signIn(TestNode.CODE);
    JsonObject today =
        TAB.sees(
            "{'health': 'healthy', 'title': 'Today · Gatehouse'}",
            """
            await until('code', () => document.querySelector('today-page code.large')?.innerText);
            await until('live', () => document.querySelector('today-page section .state.up'));
            await until('health', () => document.querySelector('today-page .cards .state.up'));
            return {
              code: document.querySelector('code.large').innerText,
              health: document.querySelector('today-page .cards .state.up').innerText,
              pages: [...document.querySelectorAll('nav a')].map(link => link.innerText),
              title: document.title,
            };
            """);
    JsonObject code = NODE.owner("GET", "/api/proxy/daily-code/current").send().json();
    assertEquals(code.getString("code"), today.getString("code"));
  }

  @Test
  void signingOutRevokesTheToken() throws Exception {
    String token = TAB.openSignedIn("today");
    assertEquals(200, status(token));
    TAB.run(
        """
        [...document.querySelectorAll('header button')].find(button => button.innerText === 'Sign out').click();
        await until('form', () => document.querySelector('main input[name=code]'));
        await until('forgotten', () => !sessionStorage.getItem('gatehouse.token'));
        """);
    // The page forgets the token before the node confirms the end of the session.
    Waiting.until(() -> status(token) == 403);
  }

  @Test
  void hidesOwnerDataAndPagesFromVisitors() throws Exception {
    JsonObject code = NODE.owner("GET", "/api/proxy/daily-code/current").send().json();
    TAB.browser().open(NODE.address() + "/console#/today");
    TAB.signIn(code.getString("code"));
    JsonObject seen =
        TAB.sees(
            "{'code': 0, 'problem': 0}",
            """
            await until('health', () => document.querySelector('today-page .cards .state.up') && idle());
            return {code: document.querySelectorAll('code.large').length,
              pages: [...document.querySelectorAll('nav[aria-label=Pages] a')].map(link => link.hash),
              problem: document.querySelectorAll('[role=alert]').length};
            """);
    JsonArray pages = seen.getJsonArray("pages");
    assertTrue(pages.contains("#/logs"), pages::encode);
    for (String hidden : List.of("#/settings", "#/jobs", "#/integrations", "#/orders")) {
      assertTrue(!pages.contains(hidden), pages::encode);
    }
  }

  @Test
  void mutesASourceAndMarksAllAsRead() throws Exception {
    JsonObject notification = JsonObject.of("title", ConsoleTab.HOSTILE, "body", "b");
    TAB.send("POST", "/api/proxy/notify", notification);
    TAB.openSignedIn("notifications");
    TAB.sees(
        """
        {'muted': 'owner is muted: its notifications are only listed here.', 'channels': ['Discord', 'ntfy', 'Telegram', 'Webhook']}
        """,
        """
        const fresh = () => document.querySelectorAll('.records .badge').length;
        const labelled = label => () => document.querySelector(`.records button[aria-label="${label}"]`);
        await until('new', () => fresh() && labelled('Mute owner')() && idle());
        labelled('Mute owner')().click();
        const muted = await said();
        await until('muted', () => labelled('Unmute owner')() && idle());
        document.querySelector('.toast .undo').click();
        await until('unmuted', () => labelled('Mute owner')() && idle());
        [...document.querySelectorAll('main button')].find(one => one.innerText.includes('as read')).click();
        await until('read', () => !fresh() && idle());
        await go('notifications?view=channels');
        return {muted, channels: [...document.querySelectorAll('main article h3')].map(one => one.innerText)};
        """);
  }

  @Test
  void navigatesWithBackButtonAndKeyboard() throws Exception {
    TAB.openSignedIn("today");
    TAB.sees(
        """
        {'at': ['Notifications · Gatehouse', 'Calendar · Gatehouse', 'Inbox · Gatehouse', 'Access · Gatehouse']}
        """,
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
        await until('missing', () => heading() === 'Page not found');
        return {at};
        """);
  }

  @Test
  void replacesTheCodeAndShowsNodeStatus() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.sees(
            "{'node': '*healthy*', 'report': '*Daily code for*'}",
            """
            const code = () => document.querySelector('code.large')?.innerText;
            const card = title => [...document.querySelectorAll('.cards article')].find(one => one.querySelector('h2').innerText.startsWith(title));
            await until('all', () => code() && card('Node')?.innerText && card('Jobs') && card('Next report'));
            const before = code();
            await press('Replace');
            await answer('yes');
            await until('replaced', () => code() && code() !== before);
            return {before, after: code(), node: card('Node').innerText, jobs: card('Jobs').querySelectorAll('details li').length,
              report: card('Next report').querySelector('.text').textContent};
            """);
    assertNotEquals(seen.getString("before"), seen.getString("after"));
    assertTrue(seen.getString("node").contains("documents"), seen::encode);
    assertTrue(seen.getInteger("jobs") > 10, seen::encode);
  }

  @Test
  void checksStoreAndRestoresAndEmptiesTrash() throws Exception {
    drop();
    TAB.openSignedIn("store");
    TAB.sees(
        "{'message': 'File restored.*'}",
        """
        const listed = () => document.querySelectorAll('main .list li').length;
        await until('trash', () => listed() === 1);
        await press('Run check');
        await until('checked', () => document.querySelector('main [role=status]').innerText === 'No faults found.');
        await press(`Restore ${args[0]}`);
        await until('back', () => !listed() && document.querySelector('main .done'));
        return {message: await said()};
        """,
        ID);
    Files.delete(NODE.data().resolve("blobs/01").resolve(ID));
    drop();
    TAB.sees(
        "{'message': '1 file deleted (4 bytes).'}",
        """
        location.hash = '#/store?again';
        await press('Empty trash');
        await answer('yes');
        await until('deleted', () => document.querySelector('main .done')?.innerText.includes(' deleted '));
        return {message: await said()};
        """);
  }

  private static void drop() throws Exception {
    Files.write(
        NODE.data().resolve("blobs/trash").resolve(ID + ".20990101T000000Z.1"), new byte[4]);
  }

  private static int status(String token) {
    return NODE.request("GET", "/deployment/info").token(token).send().status();
  }
}
