package dev.gatehouse.areas.commerce.products;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;
import org.jsoup.safety.Safelist;

/** Texts of other shops, which are HTML. */
public final class HtmlText {
  private HtmlText() {}

  /** Returns the text of HTML, with the line breaks that a browser would show. */
  public static String plain(String html) {
    String lines =
        html.replaceAll("\\s+", " ")
            .replaceAll("(?i) *<br */?> *| *</(p|div|h[1-6]|tr|ul|ol)> *", "\n")
            .replaceAll("(?i) *<li[^>]*> *", "\n- ");
    return text(lines);
  }

  /** Returns a text that may contain HTML, with its own line breaks. */
  public static String lines(String text) {
    return plain(text.replaceAll("\\R", "<br>"));
  }

  private static String text(String html) {
    String text =
        Jsoup.clean(html, "", Safelist.none(), new Document.OutputSettings().prettyPrint(false));
    return Parser.unescapeEntities(text, false)
        .replaceAll("[\\p{Cntrl}&&[^\n]]", "")
        .replaceAll("\n{3,}", "\n\n")
        .strip();
  }
}
