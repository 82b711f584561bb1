package dev.gatehouse.pages;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.pages.LegalPage.Markdown;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
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
    Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> Markdown.html(text));
  }
}
