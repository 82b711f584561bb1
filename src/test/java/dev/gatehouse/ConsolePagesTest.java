package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's everyday pages in a browser: Today, Access, Calendar, Inbox. */
@Tag("slow")
class ConsolePagesTest {
  @RegisterExtension
  static final ConsoleTab TAB =
      new ConsoleTab(
          new TestNode()
              .with("PUSH_PRIVATE_NETWORKS", "true")
              .with("CHANNELS_WEBHOOK_URL", "http://127.0.0.1:1/hook"));

  private static final TestNode NODE = TAB.node();

  @Test
  void showsNotificationsLiveAndAsText() throws Exception {
    notify(HOSTILE + " before");
    TAB.openSignedIn("today");
    TAB.run("await until('live', () => document.querySelector('section .state.up')); return {};");
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
        return {};
        """);
    String message =
        new JsonObject().put("id", "1").put("title", HOSTILE).put("body", "b").encode();
    JsonObject shown = TAB.browser().pushUntilShown(NODE.address(), message);
    TAB.run(
        """
        await press('Disable push notifications');
        await until('ended', () => button('Enable push notifications') && !titles().includes('127.0.0.1'));
        return {};
        """);
    assertEquals(HOSTILE, shown.getString("title"));
  }

  /** The side bar is longer than the window. */
  @Test
  void showsTheCurrentPageInTheSideBar() throws Exception {
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            await go('store');
            await until('current', () => document.querySelector('nav.side [aria-current]')?.innerText.trim() === 'Store');
            const {top, bottom} = document.querySelector('nav.side [aria-current]').getBoundingClientRect();
            return {shown: top >= 0 && bottom <= innerHeight, scrolled: scrollY};
            """);
    assertTrue(seen.getBoolean("shown"), seen::encode);
    assertEquals(0, seen.getInteger("scrolled"));
  }

  /** An answered request needs no attention, and each figure leads to the rows that it counts. */
  @Test
  void leadsFromFiguresToTheirRows() throws Exception {
    JsonObject form = new JsonObject().put("projectType", "site").put("budget", "5k-10k");
    form.put("name", "Ada").put("email", "ada@example.org").put("description", "Please");
    TAB.send("POST", "/api/proxy/hire", form);
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
        return {};
        """);
    assertEquals("0", TAB.run(follow, "new hire requests", "inbox-page").getString("value"));
    TAB.run("await go('today'); return {};");
    TAB.run(follow, "blocked addresses", "access-bans");
  }

  @Test
  void unblocksABannedAddress() throws Exception {
    NODE.manage(
        "access.ban", new JsonObject().put("address", "198.51.100.7").put("reason", HOSTILE));
    TAB.openSignedIn("access?view=bans");
    JsonObject seen =
        TAB.run(
            """
            await until('ban', () => document.querySelector('tbody th')?.innerText === '198.51.100.7');
            await until('loaded', () => !document.querySelector('tbody button').disabled);
            const reason = document.querySelector('tbody td[data-label=Reason]').innerText;
            document.querySelector('tbody button').click();
            await until('done', () => document.querySelector('.done'));
            return {reason, left: document.querySelectorAll('tbody tr').length, said: document.querySelector('.done').innerText};
            """);
    assertEquals(HOSTILE, seen.getString("reason"));
    assertEquals(0, seen.getInteger("left"));
    assertEquals("198.51.100.7 unblocked.", seen.getString("said"));
    Client.Reply bans = NODE.client().request("GET", "/api/proxy/bans").key(TestNode.KEY).send();
    assertEquals(0, bans.json().getJsonArray("bans").size());
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
                document.querySelector('input[value=bans]').click();
                document.querySelector('input[name=name]').form.requestSubmit();
                await until('key', () => document.querySelector('code.secret'));
                return {key: document.querySelector('code.secret').innerText};
                """)
            .getString("key");
    assertEquals(200, NODE.client().request("GET", "/api/proxy/bans").key(key).send().status());
    assertEquals(403, NODE.client().request("GET", "/api/proxy/hire").key(key).send().status());
    assertEquals(403, NODE.client().request("GET", "/api/proxy/keys").key(key).send().status());
    TAB.run(
        """
        const button = () => document.querySelector('button[aria-label="Revoke key of-the-console"]');
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
  void staysOnNewPageWhileBookingCompletes() throws Exception {
    TAB.openSignedIn("calendar");
    JsonObject seen =
        TAB.run(
            """
            let release;
            const held = new Promise(open => { release = open; });
            const real = window.fetch;
            let booked;
            window.fetch = async (path, options) => {
              if (!path.endsWith('/create-event')) return real(path, options);
              await held;
              const reply = await real(path, options);
              booked = reply.status;
              return reply;
            };
            type({title: 'Lunch', date: '2100-04-07', start: '07:30', minutes: '45'});
            const page = document.querySelector('calendar-page');
            page.querySelector('input[name=title]').form.requestSubmit();
            await until('under way', () => page.busy);
            await go('site');
            release();
            await until('booked', () => booked && !page.busy);
            return {booked, hash: location.hash, shown: document.querySelector('main > *').localName};
            """);
    assertEquals(201, seen.getInteger("booked"));
    assertEquals("#/site", seen.getString("hash"));
    assertEquals("site-page", seen.getString("shown"));
  }

  @Test
  void booksShowsAndCancelsAMeeting() throws Exception {
    TAB.openSignedIn("calendar");
    String week = "2100-03-01";
    TAB.run(
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
        TAB.run(
            """
            const cancels = () => document.querySelectorAll('.week button[aria-label^=Cancel]');
            const button = () => cancels()[0];
            const dialog = document.querySelector('dialog#question');
            const asked = async answer => {
              await until('idle', () => button() && !button().disabled);
              button().click();
              await until('question', () => dialog.open);
              dialog.querySelector(`button[value=${answer}]`).click();
              await until('answered', () => !dialog.open);
            };
            await asked('no');
            const kept = cancels().length;
            await asked('yes');
            await until('cancelled', () => !button());
            return {kept, hash: location.hash};
            """);
    assertEquals(1, after.getInteger("kept"));
    assertEquals("#/calendar?from=" + week, after.getString("hash"));
  }

  @Test
  void showsWeekAndMonthGridsAndBooksAFreeHour() throws Exception {
    TAB.book(HOSTILE, "2100-05-03", "15:00", "16:00");
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    JsonObject seen =
        TAB.run(
            """
            await go('calendar?view=month&from=2100-05-10');
            const cell = () => [...document.querySelectorAll('.month td')].find(one => one.querySelector('a').innerText === '3' && !one.matches('.outside'));
            await until('meeting', () => cell()?.innerText.includes('3:00 PM'));
            const days = document.querySelectorAll('.month td').length;
            cell().querySelector('a').click();
            await until('week', () => document.querySelector('.hours li'));
            const row = document.querySelector('.hours li').closest('tr').querySelector('th').innerText.replaceAll('\\u202f', ' ');
            const free = document.querySelectorAll('.hours tbody tr')[1].querySelectorAll('td')[2];
            free.click();
            const field = name => document.querySelector(`main [name=${name}]`).value;
            return {days, row, hash: location.hash, date: field('date'), start: field('start'), focus: document.activeElement.name};
            """);
    assertEquals(42, seen.getInteger("days"));
    assertEquals("3 PM", seen.getString("row"));
    assertEquals("#/calendar?from=2100-05-03", seen.getString("hash"));
    assertEquals("2100-05-05", seen.getString("date"));
    assertEquals("09:00", seen.getString("start"));
    assertEquals("title", seen.getString("focus"));
  }

  /** Overlapping meetings lie side by side. Clocks are set forward at 2 AM on March 14, 2100. */
  @Test
  void placesMeetingsOverTheirHours() throws Exception {
    place("Long", "2100-03-14T01:30:00", "2100-03-14T03:30:00");
    place("Night", "2100-03-14T23:00:00", "2100-03-15T00:30:00");
    place("Talk", "2100-03-16T09:00:00", "2100-03-16T11:15:00");
    place("Walk", "2100-03-16T12:00:00", "2100-03-16T12:10:00");
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    JsonObject seen =
        TAB.run(
            """
            await go('calendar?from=2100-03-14');
            await until('blocks', () => document.querySelectorAll('.block').length === 5);
            const head = document.querySelector('.hours tbody tr').getBoundingClientRect();
            const blocks = [...document.querySelectorAll('.block')].map(block => {
              const box = block.getBoundingClientRect();
              const cell = block.closest('td').getBoundingClientRect();
              const hours = (box.top - head.top) / 48;
              return `${block.querySelector('strong').innerText} ${hours.toFixed(1)} ${((box.height + 2) / 48).toFixed(1)} ${Math.round(cell.width / box.width)}`;
            });
            [...document.querySelectorAll('.block')].find(block => block.innerText.includes('Walk')).querySelector('button').focus();
            const open = Math.round(document.querySelector('.block:focus-within').getBoundingClientRect().height);
            return {blocks, rows: document.querySelectorAll('.hours tbody tr').length, open};
            """);
    assertEquals(
        JsonArray.of(
            "Night 0.0 0.5 1",
            "Long 1.5 2.0 1",
            "Talk 9.0 2.3 1",
            "Walk 12.0 0.5 1",
            "Night 23.0 1.0 1"),
        seen.getJsonArray("blocks"));
    assertEquals(24, seen.getInteger("rows"));
    assertTrue(seen.getInteger("open") > 40, seen::encode);
  }

  /** The local calendar refuses overlapping meetings. Calendars of others have them. */
  @Test
  void placesOverlappingMeetingsSideBySide() throws Exception {
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    JsonObject seen =
        TAB.run(
            """
            const event = (title, start, end, isAllDay = false) => ({id: title, title, description: null, start, end, isAllDay, attendees: []});
            const events = [event('Fair', '2100-05-18T04:00:00Z', '2100-05-20T04:00:00Z', true), event('A', '2100-05-18T14:00:00Z', '2100-05-18T16:00:00Z'),
              event('B', '2100-05-18T15:00:00Z', '2100-05-18T15:30:00Z'), event('C', '2100-05-18T15:45:00Z', '2100-05-18T17:00:00Z'),
              event('D', '2100-05-18T17:00:00Z', '2100-05-18T18:00:00Z')];
            const real = window.fetch;
            window.fetch = async (path, options) => (path.includes('/calendar/events?') ? new Response(JSON.stringify({success: true, events}),
              {headers: {'Content-Type': 'application/json'}}) : real(path, options));
            await go('calendar?from=2100-05-17');
            await until('blocks', () => document.querySelectorAll('.block').length === 4);
            const blocks = [...document.querySelectorAll('.block')].map(block => {
              const [box, cell] = [block.getBoundingClientRect(), block.closest('td').getBoundingClientRect()];
              return `${block.querySelector('strong').innerText} ${Math.round((box.left - cell.left) / cell.width * 10)} ${Math.round(box.width / cell.width * 10)}`;
            });
            return {blocks, whole: [...document.querySelectorAll('.whole td')].map(cell => cell.innerText.includes('Fair'))};
            """);
    assertEquals(JsonArray.of("A 0 5", "B 5 5", "C 5 5", "D 0 10"), seen.getJsonArray("blocks"));
    assertEquals(
        JsonArray.of(false, true, true, false, false, false, false), seen.getJsonArray("whole"));
  }

  private static void place(String title, String from, String to) {
    JsonObject meeting = new JsonObject().put("title", title).put("startTime", from);
    JsonObject event = new JsonObject().put("eventData", meeting.put("endTime", to));
    TAB.send("POST", "/api/proxy/calendar/create-event", event);
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
    JsonObject seen =
        TAB.run(
            """
            const row = () => [...document.querySelectorAll('.records tbody tr')].find(one => one.innerText.includes('Undelivered'));
            await until('failed', () => row());
            row().querySelector('input').click();
            await press('Discard');
            await answer('yes');
            const message = await said();
            return {message, left: Boolean(row())};
            """);
    assertEquals("1 message discarded.", seen.getString("message"));
    assertEquals(false, seen.getBoolean("left"));
  }

  @Test
  void showsHireRequestAsText() throws Exception {
    JsonObject form =
        new JsonObject()
            .put("name", HOSTILE)
            .put("email", "eve@example.com")
            .put("company", HOSTILE)
            .put("projectType", HOSTILE)
            .put("budget", "5k-10k")
            .put("description", HOSTILE);
    assertEquals(200, NODE.client().request("POST", "/api/proxy/hire").json(form).send().status());
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
    TAB.send(
        "POST", "/api/proxy/notify", new JsonObject().put("title", title).put("body", HOSTILE));
  }
}
