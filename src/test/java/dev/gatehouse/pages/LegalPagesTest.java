package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.settings.SettingsReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LegalPagesTest {
  @TempDir Path folder;

  private Pages pages(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("GATEHOUSE_THEME_LEGAL", folder.toString());
    Settings settings = new SettingsReader(environment).read(Path.of("conf/gatehouse.yaml"));
    Pages.readSettings(settings);
    return Pages.of(settings);
  }

  @Test
  void readsTheFilesThatExist() throws Exception {
    Files.writeString(folder.resolve("terms.md"), "# Our terms\n\n**All** sales <final>.\n");
    Files.writeString(folder.resolve("imprint.txt"), "Ada Lovelace\n1 Some Street\n");
    Files.writeString(folder.resolve("notes.md"), "# Private\n");
    Pages pages = pages(Map.of());
    assertEquals(
        List.of("/legal/imprint", "/legal/terms"),
        pages.legal().stream().map(LegalPage::path).toList());
    assertTrue(pages.has(LegalPage.TERMS));
    assertFalse(pages.has("privacy"));
    String terms = pages.html("legal", pages.legal().getLast());
    assertTrue(terms.contains("<h1>Our terms</h1>"), terms);
    assertTrue(terms.contains("<strong>All</strong> sales &lt;final&gt;."), terms);
    assertTrue(terms.contains("<a href=\"/legal/imprint\">Imprint</a>"), terms);
    String imprint = pages.html("legal", pages.legal().getFirst());
    assertTrue(imprint.contains("<h1>Imprint</h1>"), imprint);
    assertTrue(imprint.contains("Ada Lovelace<br>\n1 Some Street"), imprint);
  }

  @Test
  void includesRetentions() throws Exception {
    Files.writeString(
        folder.resolve("privacy.md"), "# Privacy\n\nWe store:\n\n{{retention}}\nBye.\n");
    String english = retentions(Map.of());
    assertTrue(english.contains("<li>Requests by the contact form: 3 years</li>"), english);
    assertTrue(english.contains("of orders: 10 years</li>"), english);
    assertTrue(english.contains("<li>Carts, from the last change: 30 days</li>"), english);
    assertTrue(english.contains("<p>Bye.</p>"), english);
    String changed =
        retentions(
            Map.of(
                "GATEHOUSE_AREAS_OFF", "storefront",
                "GATEHOUSE_RETENTION_HIRE_FORMS", "1d",
                "GATEHOUSE_RETENTION_BOOKINGS", "0d",
                "GATEHOUSE_THEME_LANGUAGE", "de"));
    assertTrue(changed.contains("Kontaktformular: 1 Tag</li>"), changed);
    assertTrue(changed.contains("Termine, ab ihrem Ende: unbegrenzt"), changed);
    assertFalse(changed.contains("Warenkörbe"), changed);
    Files.delete(folder.resolve("privacy.md"));
    Files.writeString(folder.resolve("privacy.txt"), "We store:\n\n{{retention}}");
    assertTrue(retentions(Map.of()).contains("- Sent emails: 30 days"));
  }

  private String retentions(Map<String, String> more) {
    return pages(more).legal().getFirst().html();
  }

  @Test
  void namesFileThatIsTooLarge() throws Exception {
    Files.writeString(folder.resolve("privacy.md"), "x".repeat(200_001));
    refused("privacy.md");
  }

  @Test
  void namesFileThatIsNotText() throws Exception {
    Files.write(folder.resolve("withdrawal.txt"), new byte[] {(byte) 0xff, 0});
    refused("withdrawal.txt");
  }

  private void refused(String file) {
    SettingsException refused = assertThrows(SettingsException.class, () -> pages(Map.of()));
    assertTrue(refused.getMessage().contains("theme.legal"), refused.getMessage());
    assertTrue(refused.getMessage().contains(file), refused.getMessage());
  }
}
