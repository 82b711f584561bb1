package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The owner's console in two tabs of a browser. Changes made in one tab must not be lost in the
 * other. Also signs in with a passkey.
 */
@Tag("slow")
class ConsoleTabsTest {
  private static final String LISTINGS = "/api/proxy/listings?type=marketplace-a";

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  private BrowserTabs tabs;

  /** Opens the same page in a second tab with the same token, and switches to it. */
  private void duplicate(String page) throws Exception {
    tabs = BrowserTabs.duplicate(TAB.browser());
    TAB.run("await loaded(args[0]);", page);
  }

  @Test
  void signOutEmptiesAllTabs() throws Exception {
    TAB.openSignedIn("notifications");
    duplicate("notifications-page");
    TAB.run("type({title: 'Of the second tab', body: 'typed before the end'});");
    tabs.first();
    signOut();
    tabs.second();
    JsonObject seen =
        TAB.run(
            """
            await until('signed out', () => document.querySelector('main input[name=code]'));
            return {shell: document.querySelectorAll('.shell').length, dialogs: document.querySelectorAll('dialog[open]').length,
              kept: Object.keys(sessionStorage).filter(key => key !== 'gatehouse.signed-out')};
            """);
    assertEquals(JsonObject.of("shell", 0, "dialogs", 0, "kept", new JsonArray()), seen);
  }

  /** A suspended tab gets the message of the other tab late or never. */
  @Test
  void signsOutWithoutAMessageFromTheOtherTab() throws Exception {
    TAB.browser().beforeEachPage("window.BroadcastChannel = class { postMessage() {} };");
    TAB.openSignedIn("today");
    duplicate("today-page");
    tabs.first();
    signOut();
    tabs.second();
    TAB.run("await until('out', () => document.querySelector('main input[name=code]'));");
  }

  private static void signOut() throws Exception {
    TAB.run(
        """
        [...document.querySelectorAll('header button')].find(one => one.innerText === 'Sign out').click();
        await until('signed out', () => document.querySelector('main input[name=code]') && !sessionStorage.getItem('gatehouse.token'));
        """);
  }

  /** The counts in the navigation are read one after another. */
  @Test
  void asksNothingMoreAfterSignOut() throws Exception {
    TAB.browser()
        .beforeEachPage(
            """
            const real = window.fetch;
            const released = new Promise(done => { window.release = done; });
            window.asked = 0;
            window.fetch = async (path, options) => {
              if (path !== '/api/proxy/auth/logout') window.asked++;
              const reply = await real(path, options);
              if (!path.includes('state=paid')) return reply;
              const text = await reply.text();
              window.held = true;
              await released;
              return {ok: reply.ok, status: reply.status, headers: reply.headers, text: async () => text};
            };
            """);
    TAB.openSignedIn("access");
    TAB.run("await until('held', () => window.held);");
    signOut();
    TAB.sees(
        "{'asked': 0, 'dialogs': 0, 'fields': 1}",
        """
        const before = window.asked;
        window.release();
        await new Promise(drawn => setTimeout(drawn));
        return {asked: window.asked - before, dialogs: document.querySelectorAll('dialog[open]').length,
          fields: document.querySelectorAll('main input[name=code]').length};
        """);
  }

  @Test
  void hidesAnExpiredPageAndKeepsItsInput() throws Exception {
    String token = TAB.openSignedIn("notifications");
    TAB.run("type({title: 'Of this tab', body: 'typed before the end'});");
    NODE.request("POST", "/api/proxy/auth/logout").token(token).send();
    TAB.sees(
        """
        {'words': '*Sign in again*', 'read': '', 'typed': ['Of this tab', 'typed before the end']}
        """,
        """
        document.querySelector('main textarea').form.requestSubmit();
        await until('asked again', () => document.querySelector('dialog.sign-in[open] input[name=code]'));
        return {words: document.querySelector('dialog.sign-in').innerText, read: document.querySelector('.shell').innerText.trim(),
          typed: [...document.querySelectorAll('main [name=title], main [name=body]')].map(field => field.value)};
        """);
    TAB.signIn(TestNode.CODE);
    TAB.run(
        """
        await until('sent', () => document.querySelector('main .done') && !document.querySelector('dialog.sign-in[open]'));
        await until('listed', () => titles().includes('Of this tab'));
        """);
    assertEquals(1, notifications("Of this tab"));
  }

  @Test
  void sharesTheSignInWithANewTab() throws Exception {
    TAB.openSignedIn("today");
    duplicate("today-page");
    TAB.browser().open(NODE.address() + "/");
    TAB.browser().run("sessionStorage.clear();");
    TAB.browser().open(NODE.address() + "/console#/today");
    TAB.sees(
        "{'asked': 0}",
        """
        await until('signed in', () => document.querySelector('today-page h1') && sessionStorage.getItem('gatehouse.token'));
        return {asked: document.querySelectorAll('input[name=code]').length};
        """);
  }

  /** Browsers store passkeys for localhost, but not for IP addresses. */
  @Test
  void signsInWithAPasskey() throws Exception {
    TAB.browser().addAuthenticator();
    String page = "/console#/access?view=passkeys";
    TAB.openSignedIn("access?view=passkeys");
    TAB.sees(
        """
        {'why': 'Passkeys are off: passkeys need the setting public.url, or http://localhost.'}
        """,
        """
        await until('why', () => document.querySelector('access-passkeys [role=note]') && idle());
        return {why: document.querySelector('access-passkeys [role=note]').innerText};
        """);
    TAB.browser().open(NODE.address().replace("127.0.0.1", "localhost") + page);
    TAB.signIn(TestNode.CODE);
    JsonObject seen =
        TAB.run(
            """
            const row = () => document.querySelector('main .records tbody tr')?.innerText ?? '';
            await until('link', () => document.querySelector('main a[role=button]') && idle());
            document.querySelector('main a[role=button]').click();
            await until('form', () => document.querySelector('main [name=name]'));
            type({name: 'Test device'});
            document.querySelector('main [name=name]').form.requestSubmit();
            await until('listed', () => titles().includes('Test device') && idle());
            const before = row();
            [...document.querySelectorAll('header button')].find(one => one.innerText === 'Sign out').click();
            await until('out', () => document.querySelector('main [name=remember]'));
            document.querySelector('main [name=remember]').checked = true;
            await press('Sign in with a passkey');
            await until('in', () => titles().includes('Test device') && idle());
            const after = row();
            sessionStorage.clear();
            return {before, after};
            """);
    assertTrue(seen.getString("before").contains("never"), seen::encode);
    assertFalse(seen.getString("after").contains("never"), seen::encode);
    TAB.browser().open(NODE.address().replace("127.0.0.1", "localhost") + "/");
    TAB.browser().open(NODE.address().replace("127.0.0.1", "localhost") + page);
    TAB.sees(
        "{'message': 'Passkey Test device deleted.'}",
        """
        await until('remembered', () => titles().includes('Test device') && idle());
        await press('Delete passkey Test device');
        await answer('yes');
        const message = await said();
        [...document.querySelectorAll('header button')].find(one => one.innerText === 'Sign out').click();
        await until('forgotten', () => !localStorage.getItem('gatehouse.token'));
        return {message};
        """);
  }

  @Test
  void asksAgainBeforeADestructiveAction() throws Exception {
    TAB.openSignedIn("access?add=new");
    NODE.clock.advance(Duration.ofMinutes(16));
    JsonObject asked =
        TAB.run(
            """
            await until('form', () => document.querySelector('main [name=name]') && idle());
            type({name: 'late-key'});
            document.querySelector('main [value=full]').click();
            document.querySelector('main [name=name]').form.requestSubmit();
            await until('asked', () => document.querySelector('dialog.sign-in[open] input[name=code]'));
            return {words: document.querySelector('dialog.sign-in').innerText, before: sessionStorage.getItem('gatehouse.token')};
            """);
    assertTrue(asked.getString("words").contains("needs a recent sign-in"), asked::encode);
    JsonObject day = TAB.owner("GET", "/api/proxy/daily-code/current").send().json();
    JsonObject visitor =
        TAB.run(
            """
            const form = document.querySelector('dialog.sign-in form');
            form.elements.code.value = args[0];
            form.requestSubmit();
            await until('refused', () => document.querySelector('#sign-in-problem').innerText.includes('daily code'));
            return {token: sessionStorage.getItem('gatehouse.token')};
            """,
            day.getString("code"));
    assertEquals(asked.getString("before"), visitor.getString("token"));
    TAB.signIn(TestNode.CODE);
    TAB.run("await until('made', () => titles().includes('late-key'));");
    String before = asked.getString("before");
    Waiting.until(
        () -> NODE.request("GET", "/deployment/info").token(before).send().status() == 403);
  }

  /** The other tab stores its offer after this tab has read the list and before it writes. */
  @Test
  void keepsAConcurrentListing() throws Exception {
    TAB.openSignedIn("commerce?view=listings&add=new");
    TAB.sees(
        "{'message': 'Listing added.'}",
        """
        await until('the list', () => button('Add listing'));
        const real = window.fetch;
        let others = 1;
        window.fetch = async (path, options) => {
          if (options.method === 'PUT' && others-- > 0) {
            const {'If-Match': tag, ...headers} = options.headers;
            await real(path, {...options, headers, body: JSON.stringify({listings: [{title: 'Of the other'}]})});
          }
          return real(path, options);
        };
        type({title: 'Of this one'});
        await press('Add listing');
        return {message: await said()};
        """);
    assertEquals(Set.of("Of the other", "Of this one"), offers());
    TAB.send("PUT", LISTINGS, JsonObject.of("listings", new JsonArray()));
  }

  @Test
  void showsANotificationInBothTabs() throws Exception {
    TAB.openSignedIn("today");
    TAB.run("await until('live', () => document.querySelector('section .state.up'));");
    duplicate("today-page");
    TAB.run(
        """
        await go('notifications');
        await until('live', () => document.querySelector('section .state.up'));
        """);
    JsonObject notification = JsonObject.of("title", "To both tabs", "body", "at once");
    TAB.send("POST", "/api/proxy/notify", notification);
    String shown =
        """
        await until('shown', () => titles().includes('To both tabs'));
        return {times: titles().filter(title => title === 'To both tabs').length, page: document.title};
        """;
    JsonObject here = TAB.run(shown);
    tabs.first();
    JsonObject there = TAB.run(shown);
    assertEquals(JsonObject.of("times", 1, "page", "Notifications · Gatehouse"), here);
    assertEquals(JsonObject.of("times", 1, "page", "Today · Gatehouse"), there);
  }

  private static Set<String> offers() {
    JsonArray offers = NODE.get(LISTINGS).json().getJsonArray("listings");
    return offers.stream()
        .map(offer -> ((JsonObject) offer).getString("title"))
        .collect(Collectors.toSet());
  }

  private static long notifications(String title) {
    JsonObject reply = TAB.owner("GET", "/api/proxy/notifications").send().json();
    return reply.getJsonObject("data").getJsonArray("notifications").stream()
        .filter(one -> ((JsonObject) one).getString("title").equals(title))
        .count();
  }
}
