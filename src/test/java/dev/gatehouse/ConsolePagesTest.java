package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's everyday pages in a browser: Today, Access, Inbox. */
@Tag("slow")
class ConsolePagesTest {
  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
              new TestNode()
                  .with("PUSH_PRIVATE_NETWORKS", "true")
                  .with("CHANNELS_WEBHOOK_URL", "http://127.0.0.1:1/hook"))
          .withNotifications();

  private static final TestNode NODE = TAB.node();

  @Test
  void showsNotificationsLiveAndAsText() throws Exception {
    notify(HOSTILE + " before");
    TAB.openSignedIn("today");
    TAB.run("await until('live', () => document.querySelector('section .state.up'));");
    notify(HOSTILE + " live");
    JsonObject seen =
        TAB.run(
            """
            const titles = () => [...document.querySelectorAll('.list strong')].map(title => title.innerText);
            await until('both', () => titles().filter(title => title.includes('pwned')).length === 2);
            return {titles: titles().filter(title => title.includes('pwned')),
              images: document.querySelectorAll('.list img, .list script').length};
            """);
    assertEquals(JsonArray.of(HOSTILE + " live", HOSTILE + " before"), seen.getJsonArray("titles"));
    assertEquals(0, seen.getInteger("images"));
  }

  @Test
  void enablesShowsAndDisablesPush() throws Exception {
    TAB.browser().allowNotifications(NODE.address());
    TAB.openSignedIn("notifications?view=channels");
    TAB.run(
        """
        // No push service is within reach: the browser's word to it is put in its place.
        const key = bytes => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
        const pair = await crypto.subtle.generateKey({name: 'ECDH', namedCurve: 'P-256'}, true, ['deriveBits']);
        const point = key(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
        let reported = null;
        PushManager.prototype.getSubscription = async () => reported;
        PushManager.prototype.subscribe = async () => {
          reported = {endpoint: 'http://127.0.0.1:9/1', unsubscribe: async () => { reported = null; },
            toJSON: () => ({endpoint: reported.endpoint, expirationTime: null, keys: {p256dh: point, auth: key(new Uint8Array(16))}})};
          return reported;
        };
        await press('Enable push notifications');
        await until('reported', () => button('Disable push notifications'));
        await until('listed', () => titles().includes('127.0.0.1'));
        const worker = await navigator.serviceWorker.getRegistration('/console/');
        await until('active', () => worker.active?.state === 'activated');
        """);
    String message = JsonObject.of("id", "1", "title", HOSTILE, "body", "b").encode();
    JsonObject shown = TAB.browser().pushUntilShown(NODE.address(), message);
    TAB.run(
        """
        await press('Disable push notifications');
        await until('ended', () => button('Enable push notifications') && !titles().includes('127.0.0.1'));
        """);
    assertEquals(HOSTILE, shown.getString("title"));
  }

  /** The side bar is longer than the window. */
  @Test
  void showsTheCurrentPageInTheSideBar() throws Exception {
    TAB.openSignedIn("today");
    TAB.sees(
        "{'shown': true, 'scrolled': 0}",
        """
        await go('store');
        await until('current', () => document.querySelector('nav.side [aria-current]')?.innerText.trim() === 'Store');
        const {top, bottom} = document.querySelector('nav.side [aria-current]').getBoundingClientRect();
        return {shown: top >= 0 && bottom <= innerHeight, scrolled: scrollY};
        """);
  }

  /** An answered request needs no attention, and each figure leads to the rows that it counts. */
  @Test
  void leadsFromFiguresToTheirRows() throws Exception {
    TAB.send("POST", "/api/proxy/hire", Samples.hire("Ada", "ada@example.org", "Please"));
    TAB.openSignedIn("today");
    String follow =
        """
        const figure = label => [...document.querySelectorAll('a.stat')].find(one => one.querySelector('.stat-label').innerText === label);
        await until(args[0], () => figure(args[0]));
        const value = figure(args[0]).querySelector('.stat-value').innerText;
        figure(args[0]).click();
        await until(args[1], () => document.querySelector(args[1]) && idle());
        return {value, rows: String(titles().length)};
        """;
    JsonObject hires = TAB.run(follow, "new hire requests", "inbox-page gh-table");
    assertEquals(hires.getString("rows"), hires.getString("value"));
    assertTrue(Integer.parseInt(hires.getString("value")) > 0, hires::encode);
    TAB.run(
        """
        document.querySelector('[aria-label="Select all rows"]').click();
        await press('Mark as answered');
        await said();
        await go('today');
        await until('nothing', () => document.querySelector('#attention')?.innerText === 'Nothing needs attention');
        """);
    NODE.manage("access.ban", JsonObject.of("address", "198.51.100.8", "reason", "test"));
    TAB.run("await go('jobs'); await go('today');");
    TAB.run(follow, "blocked addresses", "access-bans");
  }

  @Test
  void createsShowsOnceAndRevokesAKey() throws Exception {
    TAB.openSignedIn("access?add=new");
    String key =
        TAB.run(
                """
                await until('scopes', () => document.querySelector('input[value=bans]'));
                document.querySelector('form details summary').click();
                const terms = () => [...document.querySelectorAll('form dt')].map(term => [term.innerText, term.nextElementSibling.innerText]);
                await until('what each opens', () => terms().some(([scope, deeds]) => scope === 'bans' && deeds.includes('List banned addresses')));
                document.querySelector('input[name=name]').value = 'of-the-console';
                document.querySelector('input[name=name]').form.requestSubmit();
                await until('refused', () => document.querySelector('main .problem')?.innerText.startsWith('Select at least one scope'));
                document.querySelector('input[value=bans]').click();
                document.querySelector('input[name=name]').form.requestSubmit();
                await until('key', () => document.querySelector('code.secret'));
                return {key: document.querySelector('code.secret').innerText};
                """)
            .getString("key");
    assertEquals(200, NODE.request("GET", "/api/proxy/bans").key(key).send().status());
    assertEquals(403, NODE.request("GET", "/api/proxy/hire").key(key).send().status());
    assertEquals(403, NODE.request("GET", "/api/proxy/keys").key(key).send().status());
    TAB.run(
        """
        const button = () => document.querySelector('button[aria-label="Revoke key of-the-console"]');
        await until('listed', () => button() && !button().disabled);
        button().click();
        const dialog = document.querySelector('dialog#question');
        await until('question', () => dialog.open);
        dialog.querySelector('button[value=yes]').click();
        await until('revoked', () => !button() && document.querySelector('.done'));
        """);
    assertEquals(403, NODE.request("GET", "/api/proxy/bans").key(key).send().status());
  }

  @Test
  void discardsAMessageOfAChannel() throws Exception {
    notify("Undelivered");
    String waiting = "/api/proxy/notifications/messages?state=waiting";
    Waiting.until(() ->
        TAB.owner("GET", waiting).send().json().getJsonArray("messages").stream()
            .map(JsonObject.class::cast)
            .filter(one -> one.getString("title").equals("Undelivered"))
            .anyMatch(one -> one.getInteger("attempts") > 0));
    TAB.openSignedIn("notifications?view=messages&state=waiting");
    TAB.sees(
        "{'message': '1 message discarded.', 'left': false}",
        """
        const row = () => [...document.querySelectorAll('.records tbody tr')].find(one => one.innerText.includes('Undelivered'));
        await until('failed', () => row());
        row().querySelector('input').click();
        await press('Discard');
        await answer('yes');
        const message = await said();
        return {message, left: Boolean(row())};
        """);
  }

  @Test
  void showsHireRequestAsText() throws Exception {
    JsonObject form = Samples.hire(HOSTILE, "eve@example.com", HOSTILE);
    form.put("company", HOSTILE).put("projectType", HOSTILE);
    NODE.request("POST", "/api/proxy/hire").json(form).expect(200);
    TAB.openSignedIn("inbox");
    JsonObject seen =
        TAB.run(
            """
            const row = () => document.querySelector('.records tbody tr');
            await until('form', () => row()?.querySelector('strong'));
            const name = row().querySelector('strong').innerText;
            row().querySelector('a').click();
            await until('details', () => document.querySelector('.drawer .text'));
            const text = document.querySelector('.drawer .text').innerText;
            type({text: 'Monday?'});
            await press('Send reply');
            const message = await said();
            await until('answered', () => row().innerText.includes('Answered'));
            [...document.querySelectorAll('.drawer .chip')].find(one => one.innerText === 'Won').click();
            await until('won', () => row().innerText.includes('Won') && idle());
            return {name, text, message};
            """);
    assertEquals(HOSTILE, seen.getString("name"));
    assertEquals(HOSTILE, seen.getString("text"));
    assertEquals("Reply to eve@example.com queued.", seen.getString("message"));
  }

  private static void notify(String title) {
    TAB.send("POST", "/api/proxy/notify", JsonObject.of("title", title, "body", HOSTILE));
  }
}
