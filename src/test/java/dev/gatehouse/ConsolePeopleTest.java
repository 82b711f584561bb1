package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's page Personal data in a browser. */
@Tag("slow")
class ConsolePeopleTest {
  private static final String EVE = "eve@example.org";

  @RegisterExtension static final ConsoleTab TAB = new ConsoleTab();

  private static final TestNode NODE = TAB.node();

  @Test
  void findsAndErasesAPerson() throws Exception {
    JsonObject form = Samples.hire("Eve", EVE, ConsoleTab.HOSTILE);
    NODE.request("POST", "/api/proxy/hire").json(form).send();
    JsonObject url = new JsonObject().put("key", "eve").put("url", "https://example.org/?" + EVE);
    TAB.send("POST", "/api/proxy/redirects", url);
    TAB.openSignedIn("people");
    JsonObject seen =
        TAB.sees(
            """
            {'found': '*<img src=x onerror=window.pwned=1>*', 'left': '*kept 1 record*', 'hash': '#/people?email=eve%40example.org'}
            """,
            """
            const section = () => document.querySelector('section[aria-labelledby=person]');
            await until('the retentions', () => document.querySelector('section[aria-labelledby=kept] li'));
            type({email: ' ' + args[0]});
            await press('Search');
            await until('the person', () => section()?.textContent.includes('Hire requests'));
            const found = section().textContent;
            await press('Erase');
            await answer('no');
            // The event of the closed dialog is a task.
            await new Promise(closed => setTimeout(closed));
            await press('Erase');
            await answer('yes');
            await until('the erasure', () => section()?.textContent.includes('It was erased at') && idle());
            return {found, left: section().textContent, hash: location.hash, offered: [...section().querySelectorAll('button')].map(one => one.innerText.trim())};
            """,
            EVE);
    assertTrue(seen.getString("found").contains("it is your text: change or delete it"));
    assertTrue(seen.getString("left").contains("Deleted 1 record"), seen::encode);
    assertEquals("[\"Save as JSON\"]", seen.getJsonArray("offered").encode());
  }

  /** Page, manual and privacy text name the same settings. */
  @Test
  void namesTheSettingsOfTheManual() throws Exception {
    String page = Files.readString(Path.of("src/main/resources/console/people.js"));
    String manual = Files.readString(Path.of("src/docs/guides/personal-data.md"));
    String privacy = Files.readString(Path.of("src/main/java/dev/gatehouse/pages/LegalPage.java"));
    String settings = Files.readString(Path.of("conf/gatehouse.yaml"));
    String retention = settings.replaceAll("(?s).*\nretention:\n(.*?)\n[a-z].*", "$1");
    retention
        .lines()
        .filter(line -> line.matches("  [a-zA-Z]+: .*"))
        .map(line -> line.strip().replaceAll(":.*", ""))
        .forEach(key -> {
          assertTrue(page.contains("'retention." + key + "'"), key);
          assertTrue(manual.contains("`retention." + key + "`"), key);
          assertTrue(privacy.contains("\"" + key + "\""), key);
        });
  }
}
