package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.areas.commerce.Mails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's Commerce and Books in a browser: create, view, change, undo. */
@Tag("slow")
class ConsoleShopTest {
  private static final Pattern CODE = Pattern.compile("([0-9]{6}) is your code");

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @Test
  void sellsAProductWithoutVariants() throws Exception {
    TAB.openSignedIn("commerce?add=new");
    TAB.sees(
        "{'before': 'unlimited'}",
        """
        const stock = () => document.querySelector('.records td[data-label=Stock]')?.innerText;
        await until('the form', () => document.querySelector('main [name=price]'));
        type({name: 'Plain', price: '5,25'});
        await press('Add product');
        await until('added', () => stock());
        const before = stock();
        await press('Edit Plain');
        await until('opened', () => document.querySelector('main [name=price]')?.value === '5.25');
        type({'count-0': '30'});
        await press('Save changes');
        await until('changed', () => stock() === '30');
        return {before};
        """);
    JsonObject plain = products().getFirst();
    assertEquals(JsonObject.of("Default Title", 30), plain.getJsonObject("stock"));
    TAB.send("DELETE", "/api/proxy/products/" + plain.getString("_id"), new JsonObject());
  }

  @Test
  void addsEditsAndDeletesAProduct() throws Exception {
    TAB.openSignedIn("commerce?add=new");
    JsonObject added =
        TAB.run(
            """
            await until('empty', () => document.querySelector('product-list')?.textContent.includes('No products yet') && document.querySelector('main [name=price]'));
            await press('Add variant');
            await until('a row', () => document.querySelector('[name=label-1]'));
            type({name: args[0], price: '19.99', description: args[0], category: args[0], 'label-0': 'M', 'count-0': '4', 'label-1': 'L', 'count-1': '0'});
            await press('Add product');
            const message = await said();
            await until('listed', () => titles().length === 1);
            return {message, title: titles()[0], facts: document.querySelector('.records td[data-label=Stock]').innerText};
            """,
            HOSTILE);
    assertEquals("Product “" + HOSTILE + "” added.", added.getString("message"));
    assertEquals(HOSTILE, added.getString("title"));
    assertTrue(added.getString("facts").contains("M: 4, L: 0"), added::encode);
    TAB.sees(
        "{'refused': 'Two variants are named “M”.*'}",
        """
        await press('Edit ' + args[0]);
        await until('opened', () => document.querySelector('main [name=price]')?.value === '19.99');
        type({name: 'Shirt', price: '21,5', 'label-1': 'M'});
        await press('Save changes');
        const refused = await said();
        await press('Remove L');
        type({'count-0': '3'});
        await press('Save changes');
        await until('changed', () => titles()[0] === 'Shirt');
        return {refused};
        """,
        HOSTILE);
    JsonObject stored = products().getFirst();
    assertEquals(21.5, stored.getDouble("price"));
    assertEquals(JsonObject.of("M", 3), stored.getJsonObject("stock"));
    TAB.run(
        """
        await press('Delete Shirt');
        await answer('no');
        await press('Delete Shirt');
        await answer('yes');
        await until('gone', () => !titles().length && document.querySelector('.done'));
        """);
    assertEquals(0, products().size());
  }

  @Test
  void keepsWhatTheFormOfAProductDoesNotShow() throws Exception {
    JsonObject product =
        new JsonObject()
            .put("name", "Cap")
            .put("price", 10)
            .put("digital", true)
            .put("stock", JsonObject.of("M", 2).putNull("L"))
            .put(
                "variants",
                JsonObject.of("M", new JsonObject().put("price", 12.5).put("hidden", false)));
    String id =
        TAB.owner("POST", "/api/proxy/products").json(product).send().json().getString("_id");
    TAB.openSignedIn("commerce");
    TAB.run(
        """
        await press('Edit Cap');
        await until('opened', () => document.querySelector('main [name=price]')?.value === '10');
        type({price: '11'});
        await press('Save changes');
        await until('saved', () => document.querySelector('.done'));
        """);
    JsonObject stored = TAB.owner("GET", "/api/proxy/products/" + id).send().json();
    assertEquals(11, stored.getDouble("price"));
    for (String kept : List.of("digital", "stock", "variants")) {
      assertEquals(product.getValue(kept), stored.getValue(kept), stored::encode);
    }
    TAB.owner("DELETE", "/api/proxy/products/" + id).send();
  }

  @Test
  void listsAndPublishesDraftsAndSubmissions() throws Exception {
    JsonObject draft = JsonObject.of("name", "A draft", "price", 1, "status", "draft");
    TAB.send("POST", "/api/proxy/products", draft);
    JsonObject sent = JsonObject.of("name", "Of a visitor", "price", 1);
    NODE.request("POST", "/api/proxy/products").json(sent).send();
    TAB.openSignedIn("commerce?status=submitted");
    TAB.sees(
        """
        {'submitted': ['Of a visitor'], 'drafts': ['A draft'], 'message': '2 products are for sale.'}
        """,
        """
        await until('the submission', () => titles().length === 1 && idle());
        const submitted = titles();
        [...document.querySelectorAll('.chip')].find(one => one.innerText === 'Drafts').click();
        await until('the draft', () => titles()[0] === 'A draft' && idle());
        const drafts = titles();
        [...document.querySelectorAll('.chip')].find(one => one.innerText === 'All').click();
        await until('both', () => titles().length === 2 && idle());
        document.querySelector('[aria-label="Select all rows"]').click();
        await press('Publish');
        return {submitted, drafts, message: await said()};
        """);
    for (JsonObject product : products()) {
      assertEquals("active", product.getString("status"));
      TAB.owner("DELETE", "/api/proxy/products/" + product.getString("_id")).send();
    }
  }

  @Test
  void importsAfterAPreviewAndEditsMany() throws Exception {
    TAB.openSignedIn("imports");
    JsonObject seen =
        TAB.run(
            """
            const data = new DataTransfer();
            const csv = ['Handle,Title,Variant Price,Variant Inventory Qty,Variant Inventory Tracker',
                'mug-1,First mug,10.00,3,shopify', 'mug-2,Second mug,4.99,,', 'mug-3,Third mug,free,,'].join('\\n');
            data.items.add(new File([csv], 'products.csv', {type: 'text/csv'}));
            const field = document.querySelector('main input[type=file]');
            field.files = data.files;
            field.dispatchEvent(new Event('change', {bubbles: true}));
            await until('previewed', () => document.querySelector('#report') && idle());
            const preview = document.querySelector('#report + p').innerText;
            await press('Import 2 entries');
            await until('imported', () => document.querySelector('#report').innerText === 'Report' && idle());
            return {preview, report: document.querySelector('main').innerText};
            """);
    assertEquals("2 to create, 0 to update, 0 unchanged, 1 refused.", seen.getString("preview"));
    assertTrue(seen.getString("report").contains("2 created"), seen::encode);
    assertTrue(seen.getString("report").contains("must be an amount"), seen::encode);
    TAB.sees(
        "{'named': 'Title,Variant Price', 'report': '*created: Becher, 7.50 USD*'}",
        """
        const data = new DataTransfer();
        data.items.add(new File(['Ware;Preis\\nBecher;7,50'], 'list.csv', {type: 'text/csv'}));
        const field = document.querySelector('main input[type=file]');
        field.files = data.files;
        field.dispatchEvent(new Event('change', {bubbles: true}));
        await until('previewed', () => document.querySelector('[aria-label="Use Ware as"]') && idle());
        for (const [column, meaning] of [['Ware', 'Title'], ['Preis', 'Variant Price']]) {
          const select = document.querySelector(`[aria-label="Use ${column} as"]`);
          select.value = meaning;
          select.dispatchEvent(new Event('change', {bubbles: true}));
          await until('previewed again', () => idle() && document.querySelector(`[aria-label="Use ${column} as"]`)?.value === meaning);
        }
        await until('understood', () => document.querySelector('#report + p').innerText.startsWith('1 to create'));
        const named = [...document.querySelectorAll('[aria-label^=Use]')].map(one => one.value).join();
        return {named, report: document.querySelector('main').innerText};
        """);
    TAB.run(
        """
        location.hash = '#/commerce';
        await until('both', () => titles().length === 2 && idle());
        document.querySelector('[aria-label="Select all rows"]').click();
        await press('Edit');
        await until('opened', () => document.querySelector('#many'));
        type({percent: '10', category: 'mugs', stock: '-1'});
        await press('Change 2 products');
        await until('changed', () => document.querySelector('.done') && idle());
        """);
    for (JsonObject product : products()) {
      boolean first = product.getString("name").equals("First mug");
      assertEquals(first ? 11.0 : 5.49, product.getDouble("price"), product::encode);
      assertEquals("mugs", product.getString("category"));
      assertEquals(first ? 2 : null, product.getJsonObject("stock").getInteger("Default Title"));
    }
    TAB.sees(
        "{'focus': 'h1'}",
        """
        const focus = document.activeElement.localName;
        document.querySelector('.undo').click();
        await until('undone', () => document.querySelector('.done')?.innerText === '2 products as before.' && idle());
        return {focus};
        """);
    for (JsonObject product : products()) {
      boolean first = product.getString("name").equals("First mug");
      assertEquals(first ? 10.0 : 4.99, product.getDouble("price"), product::encode);
      assertNotEquals("mugs", product.getString("category"));
      assertEquals(first ? 3 : null, product.getJsonObject("stock").getInteger("Default Title"));
      TAB.owner("DELETE", "/api/proxy/products/" + product.getString("_id")).send();
    }
  }

  /** A sale between reading and saving is not overwritten. */
  @Test
  void sendsOnlyWhatWasChanged() throws Exception {
    JsonObject scarf = JsonObject.of("name", "Scarf", "price", 9, "stock", JsonObject.of("M", 4));
    String id = TAB.owner("POST", "/api/proxy/products").json(scarf).send().json().getString("_id");
    TAB.openSignedIn("commerce");
    JsonObject seen =
        TAB.run(
            """
            await press('Edit Scarf');
            await until('opened', () => document.querySelector('main [name=price]')?.value === '9');
            const real = window.fetch;
            const sent = [];
            window.fetch = (path, options) => {
              if (options.method !== 'GET') sent.push(`${options.method} ${options.body}`);
              return real(path, options);
            };
            type({category: 'wool'});
            await press('Save changes');
            await until('saved', () => document.querySelector('.done') && idle());
            return {sent};
            """);
    assertEquals(JsonArray.of("PATCH {\"category\":\"wool\"}"), seen.getJsonArray("sent"));
    TAB.owner("DELETE", "/api/proxy/products/" + id).send();
  }

  @Test
  void uploadsAPictureAndKeepsTypedText() throws Exception {
    JsonObject cup = JsonObject.of("name", "Cup", "price", 5);
    String id = TAB.owner("POST", "/api/proxy/products").json(cup).send().json().getString("_id");
    TAB.openSignedIn("commerce");
    TAB.run(
        """
        await press('Edit Cup');
        await until('opened', () => document.querySelector('main .drop input'));
        type({name: 'A red cup'});
        document.querySelector('.alt').value = 'A cup';
        const canvas = Object.assign(document.createElement('canvas'), {width: 40, height: 30});
        canvas.getContext('2d').fillRect(0, 0, 20, 30);
        const blob = await new Promise(drawn => canvas.toBlob(drawn, 'image/png'));
        const data = new DataTransfer();
        data.items.add(new File([blob], 'red cup.png', {type: 'image/png'}));
        const web = await new Promise(drawn => canvas.toBlob(drawn, 'image/webp'));
        data.items.add(new File([web], 'side.webp', {type: 'image/webp'}));
        const field = document.querySelector('.drop input');
        field.files = data.files;
        field.dispatchEvent(new Event('change', {bubbles: true}));
        await until('chosen', () => document.querySelectorAll('.pictures li').length === 2);
        await press('Save changes');
        await until('saved', () => titles().includes('A red cup'));
        await until('uploaded', () => document.querySelectorAll('[aria-label=Uploads] .state.up').length === 2 && idle());
        """);
    String path = "/api/proxy/products/" + id;
    JsonObject stored = TAB.owner("GET", path).send().json();
    assertEquals("A red cup", stored.getString("name"));
    JsonArray images = stored.getJsonArray("images");
    assertEquals(2, images.size(), stored::encode);
    TAB.run(
        """
        await press('Edit A red cup');
        await until('opened', () => document.querySelectorAll('.pictures img').length === 2 && idle());
        await press('Move picture 2 forward');
        await press('Save changes');
        await until('saved', () => document.querySelector('.done') && idle());
        """);
    assertEquals(
        JsonArray.of(images.getValue(1), images.getValue(0)),
        TAB.owner("GET", path).send().json().getJsonArray("images"));
    TAB.run(
        """
        await press('Edit A red cup');
        await until('opened', () => document.querySelectorAll('.pictures img').length === 2 && idle());
        await press('Remove picture 2');
        await until('one', () => document.querySelectorAll('.pictures img').length === 1);
        await press('Save changes');
        await until('saved', () => document.querySelector('.done') && idle());
        """);
    assertEquals(
        JsonArray.of(images.getValue(1)),
        TAB.owner("GET", path).send().json().getJsonArray("images"));
    TAB.owner("DELETE", "/api/proxy/products/" + id).send();
  }

  @Test
  void approvesAndRejectsAReview() throws Exception {
    review();
    TAB.openSignedIn("reviews");
    JsonObject approved =
        TAB.run(
            """
            const shown = () => document.querySelector('.records tbody strong')?.innerText;
            await until('review', () => shown() === args[0]);
            const text = document.querySelector('.records .text').innerText;
            await press(`Approve “${args[0]}”`);
            await until('none', () => !shown());
            return {text, message: await said()};
            """,
            HOSTILE);
    assertEquals(HOSTILE, approved.getString("text"));
    assertEquals("Review is approved and public.", approved.getString("message"));
    assertEquals(1, NODE.get("/api/proxy/reviews").json().getJsonArray("data").size());
    TAB.sees(
        "{'hash': '#/reviews?state=approved'}",
        """
        [...document.querySelectorAll('.chip')].find(one => one.innerText === 'Approved').click();
        await press(`Reject “${args[0]}”`);
        await until('none', () => !document.querySelector('.records tbody strong'));
        return {hash: location.hash};
        """,
        HOSTILE);
    assertEquals(0, NODE.get("/api/proxy/reviews").json().getJsonArray("data").size());
  }

  @Test
  void addsAndRemovesAListing() throws Exception {
    TAB.openSignedIn("commerce?view=listings&add=new");
    TAB.sees(
        "{'message': 'Listing removed.'}",
        """
        await until('loaded', () => button('Add listing'));
        type({title: args[0], price: args[0]});
        await press('Add listing');
        await until('listed', () => titles()[0] === args[0]);
        await press(`Remove ${args[0]}`);
        await answer('yes');
        await until('gone', () => !titles().length);
        return {message: await said()};
        """,
        HOSTILE);
    TAB.run(
        """
        location.hash = '#/commerce?view=payments';
        await until('payments', () => document.querySelector('payment-list gh-empty')?.innerText.startsWith('No payment orders.'));
        history.back();
        await until('back', () => document.querySelector('#listings'));
        """);
  }

  @Test
  void addsEditsDeletesExpenseAndFillsScheduleC() throws Exception {
    TAB.openSignedIn("books?year=2025&add=new");
    JsonObject entered =
        TAB.sees(
            "{'message': 'Expense of 2025-03-01 added.', 'profit': '*12.50*'}",
            """
            await until('categories', () => document.querySelector('form [name=category] option'));
            type({date: '2025-03-01', amount: '12.5', category: 'supplies', description: args[0], vendor: args[0]});
            await press('Add expense');
            await until('listed', () => titles().length === 1);
            return {message: await said(), text: document.querySelector('.records .text').innerText,
              profit: [...document.querySelectorAll('#schedule ~ div tbody tr')].at(-1).innerText};
            """,
            HOSTILE);
    assertEquals(HOSTILE, entered.getString("text"));
    TAB.sees(
        "{'goal': '0'}",
        """
        await press('Edit supplies of 2025-03-01');
        await until('opened', () => document.querySelector('form [name=amount]').value === '12.50');
        type({amount: '8'});
        await press('Save changes');
        await until('changed', () => titles()[0]?.includes('8.00'));
        await press('Delete supplies of 2025-03-01');
        await answer('yes');
        await until('gone', () => !titles().length && document.querySelector('.done'));
        return {goal: document.querySelector('form [name=goal]').value};
        """);
  }

  private static List<JsonObject> products() {
    return NODE.get("/api/proxy/products").list();
  }

  /** Creates a pending review with hostile content in every field. */
  private static void review() {
    JsonObject who = JsonObject.of("email", "eve@example.org", "productId", "shirt-1");
    NODE.request("POST", "/api/proxy/reviews/verify").json(who).send();
    Matcher code = CODE.matcher(new Mails(NODE).await(mail -> CODE.matcher(mail).find()));
    assertTrue(code.find());
    JsonObject review =
        who.put("rating", 1)
            .put("title", HOSTILE)
            .put("body", HOSTILE)
            .put("authorName", HOSTILE)
            .put("verificationCode", code.group(1));
    Client.Reply sent = NODE.request("POST", "/api/proxy/reviews").json(review).send();
    assertEquals(201, sent.status(), sent.text());
  }

  /** The totals of the page Books change with each expense, but are read once. */
  @Test
  void readsTotalsOnceAfterManyDeletions() throws Exception {
    for (int i = 0; i < 100; i++) {
      JsonObject expense =
          JsonObject.of("date", "2026-03-01", "amount", 1 + i, "category", "software");
      TAB.send("POST", "/api/proxy/printshop/expenditures", expense);
    }
    TAB.openSignedIn("books?year=2026&size=100");
    TAB.sees(
        "{'totals': 1}",
        """
        const rows = () => document.querySelectorAll('.records tbody tr:not([aria-hidden])').length;
        await until('rows', () => rows() === 100 && idle());
        const real = window.fetch;
        let totals = 0;
        window.fetch = (path, options) => {
          if (path === '/api/proxy/printshop/summary') totals++;
          return real(path, options);
        };
        document.querySelector('[aria-label="Select all rows"]').click();
        await press('Delete');
        await answer('yes');
        await until('none', () => rows() === 0 && totals && idle());
        return {totals};
        """);
  }
}
