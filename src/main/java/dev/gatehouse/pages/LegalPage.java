package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Page with a text of the owner that laws require.
 *
 * @param name end of its path
 * @param title empty for the text of the site
 * @param html its text
 */
public record LegalPage(String name, String title, String html) {
  /** Prefix of the paths. */
  public static final String FOLDER = "/legal/";

  /** Terms, which buyers must accept. */
  public static final String TERMS = "terms";

  private static final List<String> NAMES = List.of("imprint", "privacy", TERMS, "withdrawal");
  private static final int MAX_SIZE = 200_000;

  public String path() {
    return FOLDER + name;
  }

  /** Returns the title, which a heading of the text replaces. */
  public String title(Site site) {
    return PlainText.defaultIfEmpty(title, site.text("legal." + name));
  }

  /**
   * Reads the pages of a folder: files with the name of a page that end with .md or .txt.
   *
   * @param retention replaces its placeholder
   * @throws SettingsException if a file is too large, or is not UTF-8
   */
  static List<LegalPage> read(Path folder, String retention) {
    List<LegalPage> pages = new ArrayList<>();
    for (String name : NAMES) {
      Path markdown = folder.resolve(name + ".md");
      Path plain = folder.resolve(name + ".txt");
      if (Files.exists(markdown)) {
        String text = text(markdown, retention);
        pages.add(new LegalPage(name, Markdown.title(text), Markdown.html(text)));
      } else if (Files.exists(plain)) {
        pages.add(new LegalPage(name, "", Markdown.plain(text(plain, retention))));
      }
    }
    return List.copyOf(pages);
  }

  private static String text(Path file, String retention) {
    try {
      Check.that(Files.size(file) <= MAX_SIZE, Theme.LEGAL + ": " + file + " has more than 200 KB");
      return Files.readString(file).replace(RetentionText.PLACEHOLDER, retention);
    } catch (IOException e) {
      throw new SettingsException(Theme.LEGAL + ": cannot read " + file + " as UTF-8: " + e);
    }
  }

  /** List in Markdown of the time for which the site stores data about visitors. */
  static final class RetentionText {
    /** Is replaced in legal pages. */
    static final String PLACEHOLDER = "{{retention}}";

    private static final int HOURS_A_DAY = 24;
    private static final double DAYS_A_YEAR = 365.25;

    /** Retentions that are not settings. */
    private static final int FIXED_DAYS = 30;

    /**
     * Stored data.
     *
     * @param area that stores it; null for the node
     * @param section and key of the setting, which is also the end of its text's key
     */
    private record Stored(String area, String section, String key) {}

    private static final List<Stored> ALL =
        List.of(
            new Stored("notifications", "retention", "hireForms"),
            new Stored("notifications", "retention", "spam"),
            new Stored("calendar", "retention", "bookings"),
            new Stored("commerce", "retention", "rejectedReviews"),
            new Stored("storefront", "storefront", "cartTtl"),
            new Stored("storefront", "retention", "orders"),
            new Stored("site", "links", "clickRetention"),
            new Stored(null, "security", "banMemory"));

    static String of(Settings settings, Texts texts) {
      Set<String> off = settings.areasOff();
      List<String> lines = new ArrayList<>();
      for (Stored stored : ALL) {
        Duration kept = settings.section(stored.section()).duration(stored.key());
        if (stored.area() == null || !off.contains(stored.area())) {
          lines.add(line(texts, stored.key(), kept));
        }
      }
      if (!off.contains("storefront")) {
        lines.add(texts.text("privacy.newsletter"));
      }
      lines.add(line(texts, "emails", Duration.ofDays(FIXED_DAYS)));
      lines.add(line(texts, "trash", Duration.ofDays(FIXED_DAYS)));
      return lines.stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
    }

    private static String line(Texts texts, String key, Duration kept) {
      return texts.text("privacy." + key, time(texts, kept));
    }

    private static String time(Texts texts, Duration kept) {
      long days = Math.ceilDiv(kept.toHours(), HOURS_A_DAY);
      long years = Math.round(days / DAYS_A_YEAR);
      if (years > 0 && Math.abs(days - years * DAYS_A_YEAR) <= years) {
        return texts.text("privacy.years", years);
      }
      return kept.isZero() ? texts.text("privacy.unlimited") : texts.text("privacy.days", days);
    }
  }

  /** An owner's text in Markdown, as HTML. HTML in it is shown as text. */
  static final class Markdown {
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

    /**
     * Returns the text of the first line if it is a heading of the first level; otherwise empty.
     */
    static String title(String text) {
      return PARSER.parse(text).getFirstChild() instanceof Heading heading
              && heading.getLevel() == 1
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
          .map(part ->
              "<p>" + escaped(part).lines().collect(Collectors.joining("<br>\n")) + "</p>\n")
          .collect(Collectors.joining());
    }

    private static String escaped(String text) {
      var escaped = new StringBuilder();
      new HtmlWriter(escaped).text(text);
      return escaped.toString();
    }
  }
}
