package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;

/**
 * Settings of the public pages.
 *
 * @param name of the site
 * @param logo image file
 * @param language of the texts
 * @param footer links at the end of each page
 * @param folders of the owner
 */
record Theme(
    String name,
    Optional<Path> logo,
    AccentColor accent,
    Locale language,
    List<Site.FooterLink> footer,
    Folders folders) {
  static final String TEMPLATES = "theme.templates";
  static final String LEGAL = "theme.legal";

  /**
   * Folders of the owner.
   *
   * @param templates replaced templates and texts
   * @param legal texts that laws require
   */
  record Folders(Optional<Path> templates, Optional<Path> legal) {}

  static Theme read(Settings all) {
    Section own = all.section("theme");
    String color = own.text("accentColor", "#[0-9a-fA-F]{6}", "must be a color such as #0b5cad");
    String language =
        own.text("language", "[a-z]{2,3}(-[A-Z]{2})?", "must be a language such as en");
    String name = own.printable("name", 1);
    Check.that(!name.isEmpty(), own.key("name") + " must not be empty");
    return new Theme(
        name,
        file(own, "logo"),
        AccentColor.of(color),
        Locale.forLanguageTag(language),
        own.list("footerLinks").stream().map(entry -> link(own.key("footerLinks"), entry)).toList(),
        new Folders(folder(own, "templates"), folder(own, "legal")));
  }

  Optional<Path> templates() {
    return folders.templates();
  }

  /**
   * Returns the texts that laws require.
   *
   * @param retention how long data is stored
   */
  List<LegalPage> legalPages(String retention) {
    return folders.legal().map(folder -> LegalPage.read(folder, retention)).orElse(List.of());
  }

  private static Optional<Path> file(Section own, String key) {
    String path = own.text(key);
    if (path.isEmpty()) {
      return Optional.empty();
    }
    Check.that(
        path.matches("(?i).*\\.(svg|png|webp|jpg|jpeg)"),
        own.key(key) + " must be an SVG, PNG, WebP or JPEG file");
    Check.that(Files.isReadable(Path.of(path)), own.key(key) + ": cannot read the file " + path);
    return Optional.of(Path.of(path));
  }

  private static Optional<Path> folder(Section own, String key) {
    String path = own.text(key);
    Check.that(
        path.isEmpty() || Files.isDirectory(Path.of(path)),
        own.key(key) + ": the folder " + path + " does not exist");
    return PlainText.nonEmpty(path).map(Path::of);
  }

  private static Site.FooterLink link(String key, String entry) {
    int equals = entry.indexOf('=');
    Check.that(equals > 0, key + " must be links such as Imprint=/imprint");
    String url = entry.substring(equals + 1).strip();
    Check.that(
        url.matches("(/|https?://|mailto:)\\S+"),
        key + ": " + url + " must be a path or a web address");
    return new Site.FooterLink(entry.substring(0, equals).strip(), url);
  }
}
