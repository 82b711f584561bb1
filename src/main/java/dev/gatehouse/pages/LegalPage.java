package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.SettingsException;

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
}
