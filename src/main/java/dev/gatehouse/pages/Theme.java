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

  /**
   * Accent color of the pages. Any color can be chosen: text on it, and text in it on the pages'
   * backgrounds, always has the contrast that WCAG requires of text (4.5).
   *
   * @param fill background of buttons
   * @param onFill text of buttons
   * @param onLight links on a light background
   * @param onDark links on a dark background
   */
  public record AccentColor(String fill, String onFill, String onLight, String onDark) {
    private static final int[] WHITE = {255, 255, 255};
    private static final int[] BLACK = {0, 0, 0};

    /** Darkest light and lightest dark background of site.css. */
    private static final int[] LIGHT = {240, 242, 245};

    private static final int[] DARK = {38, 44, 53};

    private static final double CONTRAST = 4.5;
    private static final int STEPS = 50;

    /**
     * @param color {@code #rrggbb}
     */
    static AccentColor of(String color) {
      int[] rgb = IntStream.of(1, 3, 5).map(i -> Integer.parseInt(color, i, i + 2, 16)).toArray();
      int[] onFill = contrast(rgb, WHITE) >= CONTRAST ? WHITE : BLACK;
      return new AccentColor(
          hex(rgb), hex(onFill), hex(towards(BLACK, rgb, LIGHT)), hex(towards(WHITE, rgb, DARK)));
    }

    /** Returns the declarations of the style sheet's variables. */
    String declarations() {
      return "--fill:%s;--on-fill:%s;--link-light:%s;--link-dark:%s"
          .formatted(fill, onFill, onLight, onDark);
    }

    /** Mixes a color with black or white until its contrast to a background suffices. */
    private static int[] towards(int[] end, int[] color, int[] background) {
      int[] mixed = color;
      for (int step = 1; contrast(mixed, background) < CONTRAST; step++) {
        int part = step;
        mixed =
            IntStream.range(0, color.length)
                .map(i -> color[i] + (end[i] - color[i]) * part / STEPS)
                .toArray();
      }
      return mixed;
    }

    static double contrast(int[] one, int[] other) {
      double a = luminance(one);
      double b = luminance(other);
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    /** Returns the relative luminance that WCAG 2 defines. */
    private static double luminance(int[] rgb) {
      return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    }

    private static double linear(int part) {
      double share = part / 255.0;
      return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    private static String hex(int[] rgb) {
      return String.format(Locale.ROOT, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    }
  }
}
