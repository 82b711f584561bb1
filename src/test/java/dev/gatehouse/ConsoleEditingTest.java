package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Editing in the console's drawers while the record, the session or the node changes, and actions
 * on many rows of which some fail.
 */
@Tag("slow")
class ConsoleEditingTest {
  private static final String LINKS = "/api/proxy/hyperlinks";
  private static final String PRODUCTS = "/api/proxy/products";

  private static final String STEPS =
      """
      const field = name => document.querySelector(`gh-drawer [name=${name}]`);
      const enter = (name, value) => { field(name).value = value; field(name).dispatchEvent(new Event('input', {bubbles: true})); };
      const save = () => document.querySelector('gh-drawer form').requestSubmit();
      const problem = () => document.querySelector('main [role=alert]')?.innerText ?? '';
      const reload = async () => {
        save();
        await until('told', () => problem());
        const told = problem();
        await press('Reload');
        return told;
      };
      const closed = () => !document.querySelector('gh-drawer') && document.querySelector('main .done');
      const edit = async name => {
        await press(`Edit ${name}`);
        await until('drawer', () => field('title') ?? field('name'));
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      };
      const choose = async () => { await until('rows', () => document.querySelector('[aria-label="Select all rows"]') && idle()); document.querySelector('[aria-label="Select all rows"]').click(); };
      const rows = () => document.querySelectorAll('.records tbody tr:not([aria-hidden])').length;
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab().with(STEPS);

  private static final TestNode NODE = TAB.node();

  @AfterEach
  void empty() {
    links().forEach(one -> TAB.owner("DELETE", LINKS + '/' + id(one)).send());
    products().forEach(one -> TAB.owner("DELETE", PRODUCTS + '/' + id(one)).send());
  }

  @Test
  void keepsInputWhenTheProductHasChangedElsewhere() throws Exception {
    JsonObject lamp = JsonObject.of("name", "Lamp", "price", 20);
    String id = TAB.send("POST", PRODUCTS, lamp).json().getString("_id");
    TAB.openSignedIn("commerce");
    TAB.run("await edit('Lamp'); enter('name', 'Desk lamp');");
    TAB.send("PUT", PRODUCTS + '/' + id, lamp.copy().put("price", 35));
    TAB.sees(
        "{'told': 'This item has changed since you opened it.*', 'name': 'Desk lamp'}",
        """
        const told = await reload();
        await until('current', () => field('price').value === '35' && !problem() && idle());
        const name = field('name').value;
        save();
        await until('saved', closed);
        return {told, name};
        """);
    JsonObject stored = (JsonObject) products().getValue(0);
    assertEquals("Desk lamp", stored.getString("name"));
    assertEquals(35, stored.getInteger("price"));
  }

  /** Links have no ETag. */
  @Test
  void keepsInputWhenTheLinkHasChangedElsewhere() throws Exception {
    String id = link("Photos", "Old");
    TAB.openSignedIn("site");
    TAB.run("await edit('Photos'); enter('title', 'Photographs');");
    TAB.send("PUT", LINKS + '/' + id, link("Photos").put("description", "New"));
    TAB.sees(
        "{'told': 'This item has changed*'}",
        """
        const told = await reload();
        await until('current', () => field('description').value === 'New' && !problem() && idle());
        save();
        await until('saved', closed);
        return {told};
        """);
    JsonObject stored = (JsonObject) links().getValue(0);
    assertEquals("Photographs", stored.getString("title"));
    assertEquals("New", stored.getString("description"));
  }

  /** The change moves the link to another category than the list shows. */
  @Test
  void keepsAChangeThatRemovesTheLinkFromTheList() throws Exception {
    String id = link("Photos", "Old");
    TAB.openSignedIn("site?category=personal");
    TAB.run("await edit('Photos'); enter('title', 'Photographs');");
    TAB.send("PUT", LINKS + '/' + id, link("Photos").put("category", "social"));
    TAB.sees(
        "{'told': 'This item has changed*'}",
        "save(); await until('told', () => problem() || closed()); return {told: problem()};");
    assertEquals("social", ((JsonObject) links().getValue(0)).getString("category"));
  }

  /** Another tab adds a link, which moves the edited one to the next page. */
  @Test
  void savesALinkThatHasMovedToAnotherPage() throws Exception {
    for (int i = 0; i < 10; i++) {
      link("Link " + i, "");
    }
    TAB.openSignedIn("site?sort=title&size=10");
    TAB.run("await edit('Link 9'); enter('title', 'Link 9a');");
    link("Link 5a", "");
    TAB.run("save(); await until('saved', closed);");
    assertEquals("Link 9a", ((JsonObject) links().getValue(9)).getString("title"));
  }

  @Test
  void savesADrawerWhoseSessionHasEnded() throws Exception {
    link("Photos", "Old");
    String token = TAB.openSignedIn("site");
    TAB.run("await edit('Photos'); enter('description', 'Typed before');");
    NODE.request("POST", "/api/proxy/auth/logout").token(token).send();
    TAB.sees(
        "{'typed': 'Typed before', 'above': true}",
        """
        save();
        const dialog = () => document.querySelector('dialog.sign-in[open]');
        await until('asked', () => dialog()?.querySelector('input[name=code]'));
        const box = dialog().querySelector('input[name=code]').getBoundingClientRect();
        const top = document.elementFromPoint(box.x + 5, box.y + 5);
        return {typed: field('description').value, above: Boolean(top.closest('dialog.sign-in'))};
        """);
    TAB.signIn(TestNode.CODE);
    TAB.run("await until('saved', closed);");
    assertEquals("Typed before", ((JsonObject) links().getValue(0)).getString("description"));
  }

  @Test
  void savesADrawerThatIsOpenDuringARestart() throws Exception {
    link("Photos", "Old");
    try (FrozenProxy way = new FrozenProxy(URI.create(NODE.address()).getPort())) {
      TAB.browser().open("http://127.0.0.1:" + way.port() + "/console#/site");
      TAB.signIn(TestNode.CODE);
      TAB.run("await edit('Photos'); enter('description', 'Typed before');");
      NODE.stop();
      TAB.run(
          """
          save();
          await until('told', () => problem().startsWith('The server is not responding.'));
          """);
      NODE.start();
      way.leadTo(URI.create(NODE.address()).getPort());
      TAB.sees(
          "{'typed': 'Typed before'}",
          """
          const typed = field('description').value;
          save();
          await until('saved', closed);
          return {typed};
          """);
    }
    TAB.browser().console();
    assertEquals("Typed before", ((JsonObject) links().getValue(0)).getString("description"));
  }

  /** Of five rows, another tab has deleted the second, and the server refuses the fourth. */
  @Test
  void reportsHowManyRowsAreDone() throws Exception {
    for (int i = 0; i < 5; i++) {
      link("Link " + i, "");
    }
    TAB.openSignedIn("site?sort=title");
    TAB.sees(
        """
        {'told': '3 of 5 rows done. Too many requests. Try again in 7 seconds.*', 'requests': 4}
        """,
        """
        const real = window.fetch;
        let deleted = 0;
        window.fetch = async (path, options) => {
          if (options?.method !== 'DELETE') return real(path, options);
          deleted++;
          if (deleted === 2) await real(path, options);
          return deleted === 4 ? Response.json({error: 'too many', code: 'rate_limited'}, {status: 429, headers: {'Retry-After': '7'}}) : real(path, options);
        };
        await choose();
        await press('Delete');
        await answer('yes');
        await until('told', () => problem() && idle() && rows() === 2);
        return {told: problem(), requests: deleted};
        """);
    assertEquals(2, links().size());
  }

  @Test
  void returnsToTheLastPageAfterItsRowsAreDeleted() throws Exception {
    for (int i = 0; i < 12; i++) {
      link("Link " + (char) ('a' + i), "");
    }
    TAB.openSignedIn("site?sort=title&size=10");
    TAB.sees(
        """
        {'hash': '#/site?sort=title&size=10', 'done': '2 links deleted.', 'rows': 10, 'problem': ''}
        """,
        """
        await until('first', () => rows() === 10 && idle());
        document.querySelector('[aria-label="Next page"]').click();
        await until('second', () => rows() === 2 && idle());
        await choose();
        await press('Delete');
        await answer('yes');
        await until('back on the first', () => rows() === 10 && idle());
        const after = {hash: location.hash, done: document.querySelector('.done').innerText};
        history.back();
        await until('earlier', () => location.hash === '#/site?sort=title&size=10' && idle());
        return {...after, rows: rows(), problem: problem()};
        """);
  }

  private static JsonObject link(String title) {
    return JsonObject.of("title", title, "url", "https://example.org/", "category", "personal");
  }

  private static String link(String title, String description) {
    JsonObject body = link(title).put("description", description);
    return TAB.send("POST", LINKS, body).json().getString("_id");
  }

  private static JsonArray links() {
    return new JsonArray(NODE.get(LINKS).text());
  }

  private static JsonArray products() {
    return new JsonArray(NODE.get(PRODUCTS).text());
  }

  private static String id(Object record) {
    return ((JsonObject) record).getString("_id");
  }
}
