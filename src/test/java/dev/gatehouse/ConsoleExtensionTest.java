package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.node.extensions.ExtensionJars;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console page of the example extension in a browser. */
@Tag("slow")
class ConsoleExtensionTest {
  @RegisterExtension
  static final ConsoleTab TAB = new ConsoleTab(new TestNode().with("EXTENSIONS_FOLDER", jars()));

  private static String jars() {
    Path folder = TestNode.folder("extensions");
    Unchecked.run(() -> ExtensionJars.guestbook(folder));
    return folder.toString();
  }

  @Test
  void approvesAndDeletesEntries() throws Exception {
    sign("Ada", "Hello");
    sign("Eve", HOSTILE);
    TAB.openSignedIn("x-guestbook");
    TAB.run("await until('entries', () => titles().length === 2);");
    TAB.sees(
        "{'current': 'page', 'approved': 'Entry approved.*'}",
        """
        const link = [...document.querySelectorAll('nav a')].find(a => a.textContent === 'Guestbook');
        const current = link.getAttribute('aria-current');
        await press('Approve the entry of Ada');
        const approved = await said();
        await until('one left', () => titles().length === 1);
        await press('Delete the entry of Eve');
        await answer('yes');
        await until('none left', () => titles().length === 0);
        return {current, approved};
        """);
    JsonObject page = TAB.node().client().get("/guestbook").json();
    assertEquals(1, page.getLong("total"), page.encode());
  }

  private static void sign(String author, String text) {
    JsonObject body = JsonObject.of("author", author, "text", text);
    assertEquals(201, TAB.node().client().request("POST", "/guestbook").json(body).send().status());
  }
}
