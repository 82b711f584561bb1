package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static dev.gatehouse.EverydayTasks.mustTake;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.areas.storefront.ConsoleShop;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clicks of the everyday tasks, as the guide of the console states them. */
@Tag("slow")
class ConsoleTasksTest {
  private static final String CONTROLS =
      """
      const page = place => () => document.querySelector(`nav[aria-label=Pages] a[href="#/${place}"]`);
      const labelled = label => () => [...document.querySelectorAll('main button')].find(one => (one.getAttribute('aria-label') ?? one.innerText).trim() === label);
      const yes = () => document.querySelector('dialog#question[open] button[value=yes]');
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab().with(CONTROLS);

  private static final TestNode NODE = TAB.node();

  private static JsonObject clicks(String script, Object... arguments) throws IOException {
    TAB.openSignedIn("today");
    return TAB.run(script, arguments);
  }

  @Test
  void unblocksAnAddress() throws Exception {
    NODE.manage("access.ban", JsonObject.of("address", "198.51.100.9", "reason", HOSTILE));
    JsonObject seen =
        clicks(
            """
            await click('bans', () => [...document.querySelectorAll('a.stat')].find(one => one.innerText.includes('blocked addresses')));
            await until('reason', () => document.querySelector('tbody td[data-label=Reason]'));
            const reason = document.querySelector('tbody td[data-label=Reason]').innerText;
            await click('unblock', labelled('Unblock 198.51.100.9'));
            const message = await said();
            return {clicks, reason, message, left: document.querySelectorAll('tbody tr').length};
            """);
    assertEquals(HOSTILE, seen.getString("reason"));
    assertEquals(0, seen.getInteger("left"));
    assertEquals("198.51.100.9 unblocked.", seen.getString("message"));
    Client.Reply bans = TAB.owner("GET", "/api/proxy/bans").send();
    assertEquals(0, bans.json().getJsonArray("bans").size());
    mustTake(2, "unblock an address", seen);
  }

  @Test
  void revokesAKey() throws Exception {
    TAB.send("POST", "/api/proxy/notify", JsonObject.of("title", "a", "body", "b"));
    NODE.request("POST", "/api/proxy/keys")
        .token(NODE.token(TestNode.CODE))
        .json(JsonObject.of("name", "old-bot"))
        .send();
    JsonObject seen =
        clicks(
            """
            await click('access', page('access'));
            await click('revoke', labelled('Revoke key old-bot'));
            await click('yes', yes);
            const message = await said();
            return {clicks, message};
            """);
    assertEquals("Key old-bot revoked.", seen.getString("message"));
    mustTake(3, "revoke a key", seen);
  }

  @Test
  void cancelsABooking() throws Exception {
    String day = NODE.clock.instant().plusSeconds(86_400).toString().substring(0, 10);
    TAB.book("Dentist", day, "12:00", "12:30");
    JsonObject seen =
        clicks(
            """
            await click('calendar', page('calendar'));
            await click('cancel', labelled('Cancel Dentist'));
            await click('yes', yes);
            const message = await said();
            return {clicks, message};
            """);
    assertTrue(seen.getString("message").startsWith("Meeting cancelled."), seen::encode);
    mustTake(3, "cancel a booking", seen);
  }

  @Test
  void movesAMeetingByDragAndByKeyboard() throws Exception {
    TAB.book(HOSTILE, "2100-06-07", "09:30", "10:30");
    TAB.openSignedIn("today");
    TAB.browser().view(1440, 900, "light");
    JsonObject seen =
        TAB.sees(
            """
            {'before': '1 9 AM 9:30 AM', 'dragged': '3 10 AM 10:30 AM', 'moved': '1 10 AM 10:00 AM', 'drawn': '2100-06-11 12:00 180'}
            """,
            """
            const at = () => [...document.querySelectorAll('.hours li')].map(item =>
              `${item.closest('td').cellIndex} ${item.closest('tr').querySelector('th').innerText} ${item.innerText.split('<')[0].trim()}`.replaceAll('\\u202f', ' ')).join();
            const cell = (row, column) => document.querySelectorAll('.hours tbody tr')[row].cells[column];
            const drag = (type, target) => target.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true}));
            const point = (type, target) => target.dispatchEvent(new PointerEvent(type, {bubbles: type !== 'pointerenter', pointerType: 'mouse'}));
            await go('calendar?from=2100-06-07');
            const seen = {before: at()};
            drag('dragstart', document.querySelector('.hours li'));
            drag('drop', cell(2, 3));
            seen.message = await said();
            seen.dragged = at();
            document.querySelector('.toast .undo').click();
            await until('undone', () => at() === seen.before && idle());
            document.querySelector('.hours li [aria-label^=Move]').click();
            await until('drawer', () => document.querySelector('dialog.drawer'));
            const form = document.querySelector('dialog.drawer form');
            form.elements.start.value = '10:00';
            form.requestSubmit();
            await until('moved', () => !document.querySelector('dialog.drawer') && idle());
            seen.moved = at();
            point('pointerdown', cell(4, 5));
            point('pointerenter', cell(6, 5));
            point('pointerup', cell(6, 5));
            await until('the form', () => document.querySelector('main [name=date]')?.value);
            const field = name => document.querySelector(`main [name=${name}]`).value;
            seen.drawn = `${field('date')} ${field('start')} ${field('minutes')}`;
            return seen;
            """);
    assertEquals(
        "Meeting moved to Wed, Jun 9, 10:30 AM.", seen.getString("message").replace('\u202f', ' '));
  }

  @Test
  void showsTheRevenueOfTheMonth() throws Exception {
    var shop = new ConsoleShop(NODE);
    shop.sell("A Lamp", 40, 5);
    shop.order("A Lamp", "Ada", "paid");
    JsonObject seen =
        clicks(
            """
            await click('revenue', page('revenue'));
            await until('sum', () => document.querySelector('revenue-page .stat-value')?.innerText === '$40.00');
            const bars = document.querySelectorAll('revenue-page rect').length;
            await until('idle', idle);
            [...document.querySelectorAll('.chip')].find(one => one.innerText === 'Last year').click();
            await until('none', () => document.querySelector('revenue-page .stat-value')?.innerText !== '$40.00');
            return {clicks, bars, hash: location.hash};
            """);
    assertTrue(seen.getInteger("bars") > 0, seen::encode);
    assertEquals("#/revenue?period=before", seen.getString("hash"));
    mustTake(1, "see the revenue of the month", seen);
  }

  @Test
  void showsWhoClickedALinkLastWeek() throws Exception {
    JsonObject url = new JsonObject().put("key", "talk").put("url", "https://example.org/talk");
    TAB.send("POST", "/api/proxy/redirects", url);
    for (int i = 0; i < 3; i++) {
      NODE.request("GET", "/r/talk")
          .header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
          .header("Referer", "https://news.example/item")
          .send();
    }
    String path = "/api/proxy/redirects/statistics/talk";
    Waiting.until(() -> TAB.owner("GET", path).send().json().getInteger("clicks") == 3);
    JsonObject seen =
        clicks(
            """
            await click('clicks', page('clicks'));
            await click('link', () => [...document.querySelectorAll('main td, main th a')].find(one => one.innerText === '/r/talk'));
            await until('three', () => document.querySelector('h1').innerText === 'Clicks on /r/talk' && document.querySelector('.stat-value')?.innerText === '3');
            const table = document.querySelector('.cards table').innerText;
            return {clicks, table, hash: location.hash};
            """);
    assertTrue(seen.getString("table").contains("news.example"), seen::encode);
    assertEquals("#/clicks?key=talk", seen.getString("hash"));
    mustTake(2, "see who clicked a link last week", seen);
  }

  @Test
  void addsAProductWithAPicture() throws Exception {
    JsonObject seen =
        clicks(
            """
            await click('commerce', page('commerce'));
            await click('add', () => document.querySelector('main a[href$="add=new"]'));
            await until('form', () => document.querySelector('main [name=picture]'));
            type({name: 'A Cup', price: '7', 'count-0': '1', picture: 'https://example.org/cup.jpg'});
            await click('save', labelled('Add product'));
            const message = await said();
            return {clicks, message};
            """);
    assertEquals("Product “A Cup” added.", seen.getString("message"));
    mustTake(3, "add a product with a picture", seen);
  }
}
