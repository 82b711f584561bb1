package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static dev.gatehouse.EverydayTasks.mustTake;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.areas.storefront.ConsoleShop;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's pages Orders and Reviews, its tables, drawers and drafts, in a browser. */
@Tag("slow")
class ConsoleOrdersTest {
  /** Functions for tables and the clicks of a task. */
  private static final String TABLE =
      """
      const rows = () => [...document.querySelectorAll('.records tbody tr:not([aria-hidden])')];
      const firsts = () => rows().map(row => row.querySelector('th').innerText);
      const named = (selector, text) => () => [...document.querySelectorAll(selector)].find(one => one.innerText.trim().startsWith(text));
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab().with(TABLE);

  private static final ConsoleShop SHOP = new ConsoleShop(TAB.node());

  @BeforeAll
  static void sell() {
    SHOP.sell("A Poster", 24, 100);
  }

  @Test
  void listsBuyersWithTheirTotals() throws Exception {
    SHOP.sell("A Chair", 25, 5);
    SHOP.order("A Chair", "Barbara", "paid");
    SHOP.order("A Chair", "Barbara", "paid");
    SHOP.order("A Chair", "Konrad", "cancelled");
    TAB.openSignedIn("customers?view=buyers");
    JsonObject seen =
        TAB.run(
            """
            const rows = () => [...document.querySelectorAll('.records tbody tr:not([aria-hidden])')].map(row => row.innerText);
            await until('buyers', () => rows().some(row => row.startsWith("barbara@example.org")) && idle());
            return {buyer: rows().find(row => row.startsWith("barbara")), unpaid: rows().some(row => row.startsWith("konrad"))};
            """);
    assertTrue(seen.getString("buyer").contains("Barbara\t2\t$50.00"), seen::encode);
    assertEquals(false, seen.getBoolean("unpaid"));
  }

  @Test
  void shipsAnOrderOfTodayInThreeClicks() throws Exception {
    String order = SHOP.order("A Poster", "Ada", "paid");
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.sees(
            "{'status': 'Shipped', 'drafts': 0}",
            """
            await click('orders', named('nav[aria-label=Pages] a', 'Orders'));
            await click('ship', () => document.querySelector(`[aria-label="Ship ${args[0]}"]`));
            await until('form', () => document.querySelector('.drawer input[name=carrier]'));
            type({carrier: args[1], tracking: '0034'});
            document.querySelector('.drawer input[name=carrier]').dispatchEvent(new Event('input', {bubbles: true}));
            await click('save', named('.drawer button', 'Save shipment'));
            const message = await said();
            return {message, clicks, status: document.querySelector('.drawer .state').innerText, drafts:
              Object.keys(sessionStorage).filter(key => key.startsWith('gatehouse.draft.')).length};
            """,
            order,
            HOSTILE.substring(0, 50));
    assertEquals(
        "Order " + order + " marked as shipped. The buyer is notified by email.",
        seen.getString("message"));
    mustTake(3, "see today's orders and ship one", seen);
    assertEquals("shipped", SHOP.found(order).getString("state"));
  }

  @Test
  void searchesFiltersAndKeepsStateInTheUrl() throws Exception {
    String placed = SHOP.order("A Poster", "Grace", "");
    String paid = SHOP.order("A Poster", "Grace", "paid");
    TAB.openSignedIn("orders?size=10");
    JsonObject seen =
        TAB.run(
            """
            const search = document.querySelector('main input[type=search]');
            search.value = 'GRACE@example.org';
            search.dispatchEvent(new Event('input', {bubbles: true}));
            await until('both', () => location.hash.includes('q=') && firsts().length === 2 && idle());
            await click('filter', named('.chip', 'To confirm'));
            await until('one', () => firsts().length === 1 && idle());
            const [first] = firsts();
            const {hash} = location;
            history.back();
            await until('both again', () => !location.hash.includes('state') && firsts().length === 2 && idle());
            document.querySelector('main input[type=search]').value = 'fff';
            document.querySelector('main input[type=search]').dispatchEvent(new Event('input', {bubbles: true}));
            await until('none', () => document.querySelector('gh-empty button') && idle());
            document.querySelector('gh-empty button').click();
            await until('all', () => firsts().length >= 2 && idle());
            return {first, hash, after: location.hash};
            """);
    assertEquals(placed, seen.getString("first"));
    assertEquals("#/orders?size=10&q=GRACE%40example.org&state=placed", seen.getString("hash"));
    assertEquals("#/orders?size=10", seen.getString("after"));
    assertEquals("paid", SHOP.found(paid).getString("state"));
  }

  @Test
  void exportsAllRowsAndGuardsFormulas() throws Exception {
    SHOP.order("A Poster", "=Eve", "");
    TAB.openSignedIn("orders?size=10");
    JsonObject seen =
        TAB.sees(
            """
            {'message': '* exported.', 'csv': 'Order number,Date,Status,Invoice number,Name,Email,Street,Postcode,*'}
            """,
            """
            let blob;
            URL.createObjectURL = saved => { blob = saved; return 'data:,'; };
            HTMLAnchorElement.prototype.click = function () {};
            await press('Export CSV');
            const message = await said();
            return {message, csv: await blob.text()};
            """);
    assertTrue(seen.getString("csv").contains(",'=Eve,"), seen::encode);
  }

  @Test
  void keepsDraftsAndAsksBeforeDiscardingThem() throws Exception {
    String order = SHOP.order("A Poster", "Alan", "paid");
    TAB.openSignedIn("orders");
    TAB.sees(
        "{'kept': 'Pigeon', 'value': '', 'focus': true}",
        """
        const carrier = () => document.querySelector('.drawer input[name=carrier]');
        const ship = async () => {
          await click('number', named('.records tbody a', args[0]));
          await click('ship', named('.drawer button', 'Mark as shipped'));
          await until('form', () => carrier());
        };
        await ship();
        carrier().value = 'Pigeon';
        carrier().dispatchEvent(new Event('input', {bubbles: true}));
        await go('today');
        await go('orders');
        await ship();
        await until('restored', () => carrier().value === 'Pigeon');
        document.querySelector('.drawer [data-close]').click();
        await answer('no');
        const kept = carrier().value;
        document.querySelector('.drawer [data-close]').click();
        await answer('yes');
        await until('closed', () => !document.querySelector('.drawer'));
        await ship();
        return {kept, value: carrier().value, focus: document.activeElement.closest('dialog') !== null};
        """,
        order);
  }

  @Test
  void approvesReviewsInTwoClicksWithUndo() throws Exception {
    for (int i = 0; i < 10; i++) {
      SHOP.review("reviewer" + i + "@example.org", HOSTILE);
    }
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            await click('reviews', named('nav[aria-label=Pages] a', 'Reviews'));
            await until('ten', () => rows().length === 10);
            const product = rows()[0].querySelector('td[data-label=Product]').innerText;
            await click('approve', named('.tools button', 'Approve all 10'));
            const message = await said();
            await until('none', () => document.querySelector('gh-empty'));
            const empty = document.querySelector('gh-empty').innerText.trim();
            document.querySelector('.undo').click();
            await until('back', () => rows().length === 10);
            document.querySelector('[aria-label="Select all rows"]').click();
            rows()[0].querySelector('input').click();
            await until('nine', () => named('.bulk strong', '9 selected')());
            named('.bulk button', 'Reject')().click();
            await until('one', () => rows().length === 1 && idle());
            return {product, clicks, message, empty};
            """);
    assertEquals("A Poster", seen.getString("product"));
    mustTake(2, "approve ten reviews", seen);
    assertEquals("10 reviews are approved and public.", seen.getString("message"));
    assertEquals("No reviews are waiting for your approval.", seen.getString("empty"));
  }

  @Test
  void findsPagesActionsAndOrdersByKeyboard() throws Exception {
    String order = SHOP.order("A Poster", "Edsger", "");
    TAB.openSignedIn("today");
    JsonObject seen =
        TAB.run(
            """
            const key = (target, name, more) => target.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true, ...more}));
            const choices = () => [...document.querySelectorAll('.palette [role=option] span:first-of-type')].map(one => one.innerText);
            const find = async text => {
              key(document.body, 'k', {ctrlKey: true});
              await until('open', () => document.querySelector('.palette')?.open);
              const field = document.querySelector('.palette input');
              field.value = text;
              field.dispatchEvent(new Event('input', {bubbles: true}));
              return field;
            };
            const field = await find('short');
            await until('page', () => choices()[0] === 'Short URLs');
            key(field, 'Enter');
            await until('there', () => location.hash === '#/site?view=short' && !document.querySelector('.palette').open);
            const search = await find(args[0].toLowerCase());
            await until('order', () => choices()[0]?.startsWith(args[0]));
            const found = choices();
            key(search, 'Enter');
            await until('drawer', () => document.querySelector('.drawer h2')?.innerText === `Order ${args[0]}`);
            return {found};
            """,
            order);
    assertEquals(JsonArray.of(order + " Edsger"), seen.getJsonArray("found"));
  }
}
