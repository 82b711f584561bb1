package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.pages.LegalPage.Markdown;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.settings.SettingsReader;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  void namesFileThatIsTooLargeOrNoText() throws Exception {
    Files.writeString(folder.resolve("privacy.md"), "x".repeat(200_001));
    refused("privacy.md");
    Files.delete(folder.resolve("privacy.md"));
    Files.write(folder.resolve("withdrawal.txt"), new byte[] {(byte) 0xff, 0});
    refused("withdrawal.txt");
  }

  private void refused(String file) {
    SettingsException refused = assertThrows(SettingsException.class, () -> pages(Map.of()));
    assertTrue(refused.getMessage().contains("theme.legal"), refused.getMessage());
    assertTrue(refused.getMessage().contains(file), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a\\nb ~ <p>a|b</p>",
        "a\\n\\nb ~ <p>a</p>|<p>b</p>",
        "'a  \\nb' ~ <p>a<br />|b</p>",
        "# T\\na ~ <p>a</p>",
        "a\\n# T ~ <p>a</p>|<h2>T</h2>",
        "## T ## ~ <h2>T</h2>",
        "- a\\n- b\\n\\n1. c ~ <ul>|<li>a</li>|<li>b</li>|</ul>|<ol>|<li>c</li>|</ol>",
        "- a\\n  b ~ <ul>|<li>a|b</li>|</ul>",
        "a\\n- b ~ <p>a</p>|<ul>|<li>b</li>|</ul>",
        "*a* _b_ **c d** `e` ~ <p><em>a</em> <em>b</em> <strong>c d</strong> <code>e</code></p>",
        "snake_case_name 2 * 3 * 4 ~ <p>snake_case_name 2 * 3 * 4</p>",
        "[a](/b_c_d) ~ <p><a rel=\"nofollow\" href=\"/b_c_d\">a</a></p>",
        "[**a**](https://b.example/?c=1&d) ~ <p><a rel=\"nofollow\""
            + " href=\"https://b.example/?c=1&amp;d\"><strong>a</strong></a></p>",
        "<a@b.example> ~ <p><a rel=\"nofollow\" href=\"mailto:a@b.example\">a@b.example</a></p>",
        "--- ~ <hr />",
        "[a](javascript:alert(1)) ~ <p><a rel=\"nofollow\" href=\"\">a</a></p>",
        "<script>\"' ~ <p>&lt;script&gt;&quot;'</p>",
        "- a\\n  - b ~ <ul>|<li>a|<ul>|<li>b</li>|</ul>|</li>|</ul>",
        "[c](tel:+15550100) ~ <p><a rel=\"nofollow\" href=\"tel:+15550100\">c</a></p>",
      })
  void convertsToHtml(String text, String html) {
    String lines = text.replace("\\n", "\n");
    assertEquals(html, Markdown.html(lines).strip().replace("\n", "|"));
  }

  /** Terms of a shop list its shipping costs in a table. */
  @Test
  void convertsTables() {
    String html = Markdown.html("| Country | Cost |\n|---|--:|\n| DE | 4.90 |\n");
    assertTrue(html.contains("<th>Country</th>") && html.contains("<td>DE</td>"), html);
  }

  @ParameterizedTest
  @CsvSource({"# Terms #, Terms", "## Terms, ''", "Terms, ''", "'', ''", "#Terms, ''"})
  void takesTitleFromTheFirstLine(String text, String title) {
    assertEquals(title, Markdown.title(text + "\n\nMore"));
  }

  @Test
  void keepsLinesOfPlainText() {
    assertEquals(
        "<p>Ada &lt;b&gt;<br>\nLondon</p>\n<p>*1*</p>\n",
        Markdown.plain("Ada <b>\r\nLondon\r\n\r\n\r\n*1*\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\" onclick=\"x", "https://a/\"onclick=x", "/\"><script>", "//a'b", "data:x"})
  void createsNoOtherMarkup(String address) {
    for (String text : new String[] {"[a](" + address + ")", "<" + address + ">", address}) {
      String html = Markdown.html(text);
      assertFalse(html.contains("<script"), html);
      assertFalse(html.matches("(?s).*<a[^>]*onclick=.*") && !html.contains("&quot;"), html);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "**a", "*", "`", "_a ", "<https://", "[a](/", "- ", "# ", "> ", "|"})
  void convertsLongTextsQuickly(String part) {
    String text = part.repeat(200_000 / part.length());
    Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> Markdown.html(text));
  }
}
