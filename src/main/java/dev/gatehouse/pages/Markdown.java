package dev.gatehouse.pages;

import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import org.commonmark.renderer.text.TextContentRenderer;

/** An owner's text in Markdown, as HTML. HTML in it is shown as text. */
final class Markdown {
  private static final List<TablesExtension> TABLES =
      List.of((TablesExtension) TablesExtension.create());
  private static final Parser PARSER =
      Parser.builder().extensions(TABLES).maxOpenBlockParsers(50).build();
  private static final HtmlRenderer HTML =
      HtmlRenderer.builder()
          .extensions(TABLES)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .urlSanitizer(new DefaultUrlSanitizer(List.of("http", "https", "mailto", "tel")))
          .build();

  private Markdown() {}

  /** Returns the text of the first line if it is a heading of the first level; otherwise empty. */
  static String title(String text) {
    return PARSER.parse(text).getFirstChild() instanceof Heading heading && heading.getLevel() == 1
        ? TextContentRenderer.builder().build().render(heading).strip()
        : "";
  }

  /** Returns the HTML of a text, without a title in its first line. */
  static String html(String text) {
    Node document = PARSER.parse(text);
    if (!title(text).isEmpty()) {
      document.getFirstChild().unlink();
    }
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            // The page's title is the heading of the first level.
            heading.setLevel(Math.max(2, heading.getLevel()));
          }
        });
    return HTML.render(document);
  }

  /** Returns the HTML of a text without markup, in paragraphs. */
  static String plain(String text) {
    return List.of(text.strip().replace("\r\n", "\n").split("\n\\s*\n")).stream()
        .map(part -> "<p>" + escaped(part).lines().collect(Collectors.joining("<br>\n")) + "</p>\n")
        .collect(Collectors.joining());
  }

  private static String escaped(String text) {
    var escaped = new StringBuilder();
    new HtmlWriter(escaped).text(text);
    return escaped.toString();
  }
}
