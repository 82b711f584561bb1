package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.time.TimeSource;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Demo content, added and removed from the console's pages Setup and Jobs in a browser. */
@Tag("slow")
class ConsoleDemoTest {
  private static final String PRODUCTS = "/api/proxy/products";

  private static final String PROGRESS =
      """
      const progress = () => document.querySelector('setup-page .actions [role=status]:not(.quiet)')?.innerText ?? '';
      const add = async () => { await press('Add demo content'); await until(progress, () => idle() && progress().endsWith('.')); return progress(); };
      const remove = async value => {
        const before = progress();
        await press('Remove demo content');
        await answer(value);
        if (value === 'yes') await until(progress, () => idle() && progress() !== before && progress().endsWith('.'));
        return progress();
      };
      """;

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab().with(PROGRESS);

  @BeforeEach
  void useTheTimeOfTheEmails() {
    TAB.node().clock.set(TimeSource.system().instant());
  }

  @Test
  void addsDemoContentAndKeepsWhatTheOwnerChanged() throws Exception {
    TAB.openSignedIn("setup");
    String created = setup("return {text: await add()};");
    assertTrue(created.matches("\\d+ items were created\\."), created);
    assertEquals(
        "Nothing was created: the node has demo content. Remove it first.",
        setup("return {text: await add()};"));
    assertEquals(6, titles("commerce"));
    assertEquals(2, titles("orders"));
    change("Brass fountain pen");
    TAB.run("await go('setup');");
    setup("return {text: await remove('no')};");
    assertEquals(6, products().size());
    String removed = setup("return {text: await remove('yes')};");
    assertTrue(removed.endsWith("Kept, because they were changed: 1."), removed);
    assertEquals(1, titles("commerce"));
    assertEquals(0, titles("orders"));
    deleteProducts();
  }

  @Test
  void runsTheJobsFromTheListOfJobs() throws Exception {
    TAB.openSignedIn("jobs?q=demo");
    TAB.sees(
        "{'created': '*on request*', 'removed': '*items were removed.*'}",
        """
        const outcome = name => [...document.querySelectorAll('.records tbody tr')].find(row => row.innerText.includes(name))?.innerText ?? '';
        const ran = async (name, words) => {
          await press(`Run ${name}`);
          await said();
          for (const end = Date.now() + 30000; !outcome(name).includes(words) && Date.now() < end;) {
            await go('jobs');
            await go('jobs?q=demo');
          }
          return outcome(name);
        };
        return {created: await ran('node.addDemoContent', 'were created'), removed: await ran('node.removeDemoContent', 'were removed')};
        """);
    assertEquals(0, products().size());
  }

  private static String setup(String script) throws IOException {
    return TAB.run(script).getString("text");
  }

  /** Returns the number of rows that a page shows. */
  private static int titles(String page) throws IOException {
    return TAB.run(
            """
            await go(args[0]);
            return {rows: document.querySelectorAll('.records tbody tr:not([aria-hidden])').length};
            """,
            page)
        .getInteger("rows");
  }

  private static JsonArray products() {
    return new JsonArray(TAB.owner("GET", PRODUCTS).send().text());
  }

  private static void change(String name) {
    String id =
        products().stream()
            .map(JsonObject.class::cast)
            .filter(one -> one.getString("name").equals(name))
            .findFirst()
            .orElseThrow()
            .getString("_id");
    TAB.send("PUT", PRODUCTS + '/' + id, JsonObject.of("name", name, "price", 95));
  }

  private static void deleteProducts() {
    products()
        .forEach(one ->
            TAB.owner("DELETE", PRODUCTS + '/' + ((JsonObject) one).getString("_id")).send());
  }
}
