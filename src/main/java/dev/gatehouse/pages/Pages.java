package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.pages.LegalPage.RetentionText;
import dev.gatehouse.pages.Theme.AccentColor;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Settings;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Public pages of a node. A template gets two parameters: the {@link Site}, and a record with the
 * content of the page. Safe for use by several threads.
 */
public final class Pages {
  public static final String TYPE = "text/html";

  /**
   * Content-Security-Policy of the pages. Tools that open a page in a browser, such as Lighthouse,
   * need connect-src to load robots.txt.
   */
  public static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src 'self' https: http: data:;"
          + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final Logger LOG = LoggerFactory.getLogger(Pages.class);
  private static final int MAX_LOGO = 200_000;

  private static final Map<String, String> HEADERS =
      Map.of(
          // With no-referrer, browsers send the forms of these pages with the origin "null".
          "Referrer-Policy", "same-origin", "Content-Security-Policy", POLICY);

  private final AtomicInteger version = new AtomicInteger();
  private volatile Content content;

  /** Content from the settings and the owner's files. */
  private record Content(
      TemplateEngine engine, Site site, List<PageFile> files, MailPage.Design mails) {}

  private Pages(Content content) {
    this.content = content;
  }

  /** Reads the settings to check them. */
  public static void readSettings(Settings settings) {
    Theme theme = Theme.read(settings);
    Texts texts = Texts.of(theme.language(), theme.templates());
    theme.legalPages(RetentionText.of(settings, texts));
  }

  /**
   * Returns sentences about the owner's texts: unknown ones, and ones that are missing in the
   * language.
   */
  public static List<String> hints(Settings settings) {
    Theme theme = Theme.read(settings);
    return Texts.of(theme.language(), theme.templates()).hints();
  }

  /**
   * Returns the pages with the settings' design.
   *
   * @throws dev.gatehouse.settings.SettingsException if a template, a text or the logo is invalid
   */
  public static Pages of(Settings settings) {
    return new Pages(read(settings));
  }

  /**
   * Reads the settings' design and the owner's files again. Blocks. After an exception, the pages
   * remain unchanged.
   *
   * @throws dev.gatehouse.settings.SettingsException if a template, a text or the logo is invalid
   */
  public void reload(Settings settings) {
    content = read(settings);
    version.incrementAndGet();
  }

  /** Returns a number that changes after each reload. */
  public int version() {
    return version.get();
  }

  private static Content read(Settings settings) {
    Theme theme = Theme.read(settings);
    Texts texts = Texts.of(theme.language(), theme.templates());
    texts.hints().forEach(LOG::warn);
    PageFile style = style(theme);
    PageFile icon = PageFile.of("icon.svg", shipped("icon.svg"));
    PageFile booking = PageFile.of("booking.js", shipped("booking.js"));
    PageFile music = PageFile.of("music.js", shipped("music.js"));
    Optional<PageFile> logo = theme.logo().map(Pages::logo);
    var site =
        new Site(
            theme.name(),
            theme.language().toLanguageTag(),
            new Site.Files(
                style.path(),
                logo.orElse(icon).path(),
                booking.path(),
                music.path(),
                logo.map(PageFile::path).orElse(null)),
            theme.footer(),
            theme.legalPages(RetentionText.of(settings, texts)),
            texts);
    return new Content(
        theme.templates().map(CompiledTemplates::replacedBy).orElseGet(CompiledTemplates::shipped),
        site,
        Stream.concat(Stream.of(style, icon, booking, music), logo.stream()).toList(),
        new MailPage.Design(
            theme.accent(),
            whole(theme.footer(), settings.publicAddress().url()),
            logo.filter(PageFile::isShownInMail).orElse(null)));
  }

  /** Returns links with their whole addresses. Paths are left out without a public address. */
  private static List<Site.FooterLink> whole(List<Site.FooterLink> links, String base) {
    return links.stream()
        .filter(link -> !link.url().startsWith("/") || !base.isEmpty())
        .map(link ->
            link.url().startsWith("/") ? new Site.FooterLink(link.text(), base + link.url()) : link)
        .toList();
  }

  private static PageFile style(Theme theme) {
    String accent = ":root{" + theme.accent().declarations() + "}\n";
    String shipped = new String(shipped("site.css"), StandardCharsets.UTF_8);
    return PageFile.of("site.css", (accent + shipped).getBytes(StandardCharsets.UTF_8));
  }

  private static PageFile logo(Path file) {
    try {
      Check.that(Files.size(file) <= MAX_LOGO, "theme.logo must have at most 200 KB");
      return PageFile.of(file.getFileName().toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] shipped(String name) {
    try (InputStream in = Pages.class.getResourceAsStream("/pages/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<PageFile> files() {
    return content.files();
  }

  /** Returns the pages with texts that laws require. */
  public List<LegalPage> legal() {
    return content.site().legal();
  }

  public boolean has(String legalPage) {
    return content.site().legal(legalPage) != null;
  }

  public Locale language() {
    return Locale.forLanguageTag(content.site().lang());
  }

  /** Returns a text in the language of the site. */
  public String text(String key, Object... values) {
    return content.site().text(key, values);
  }

  /**
   * Returns a page as HTML.
   *
   * @param template name of its template, without the extension
   * @param page its content
   */
  public String html(String template, Object page) {
    return html(template, page, Map.of());
  }

  private String html(String template, Object page, Map<String, Object> more) {
    var output = new StringOutput();
    Content now = content;
    Map<String, Object> parameters = new HashMap<>(more);
    parameters.put("site", now.site());
    parameters.put("page", page);
    now.engine().render(template + ".jte", parameters, output);
    return output.toString();
  }

  /**
   * Returns the header of a page with a script, which some sites may show in a frame.
   *
   * @param origins of these sites
   */
  public static Map<String, String> scripted(List<String> origins) {
    String frames = origins.isEmpty() ? "'none'" : String.join(" ", origins);
    return Map.of(
        "Content-Security-Policy",
        POLICY.replace("frame-ancestors 'none'", "frame-ancestors " + frames)
            + "; script-src 'self'");
  }

  /** Returns the header of a page with a script that plays audio files of this service. */
  public static Map<String, String> playing() {
    return Map.of(
        "Content-Security-Policy", POLICY + "; script-src 'self'; media-src 'self' https: http:");
  }

  /** Returns the picture that emails show; empty for none. */
  public Optional<PageFile> mailLogo() {
    return Optional.ofNullable(content.mails().logo());
  }

  /** Returns the name and texts of the site. */
  public Site site() {
    return content.site();
  }

  /**
   * Starts an email.
   *
   * @param key group of the texts {@code subject}, {@code title} and {@code text}
   */
  public MailDraft mail(String key, Object... values) {
    return new MailDraft(this, text(key + ".subject", values), text(key + ".title", values))
        .paragraph(text(key + ".text", values));
  }

  Mail mail(String subject, String title, List<MailPart> parts) {
    MailPage.Design mails = content.mails();
    Stream<String> texts = Stream.concat(Stream.of(title), parts.stream().map(MailPart::text));
    Stream<String> end =
        Stream.concat(
            Stream.of("--", text("mail.footer", content.site().name())),
            mails.footer().stream().map(link -> link.text() + ": " + link.url()));
    return new Mail(
        subject,
        texts.collect(Collectors.joining("\n\n"))
            + "\n\n"
            + end.collect(Collectors.joining("\n"))
            + "\n",
        html("mail", new MailPage(subject, title, parts, mails)));
  }

  public Answer answer(String template, Object page) {
    return answer(template, page, Map.of());
  }

  /**
   * Returns a page.
   *
   * @param more further parameters of the template
   */
  public Answer answer(String template, Object page, Map<String, Object> more) {
    return Answer.page(html(template, page, more)).with(HEADERS);
  }

  /**
   * Content of the page at the root.
   *
   * @param shop whether it links to the local shop
   * @param book whether it links to the booking page
   */
  public record HomePage(boolean shop, boolean book) {}

  /**
   * Page behind a signed link. Opening a link only shows a question, because mail programs open
   * links automatically. The button posts to the same address, without a script.
   *
   * @param key group of the texts: {@code title}, and {@code text} or {@code button}
   * @param subject of the action; empty without one
   * @param back address of the page on which nothing has changed; empty for none
   * @param question whether it has a button that triggers the link's action
   */
  public record LinkPage(String key, String subject, boolean question, String back) {
    /** Returns a page that asks before it acts. */
    public static Answer question(Pages pages, String key, String subject) {
      return pages.answer("link", new LinkPage(key, subject, true, ""));
    }

    /** Returns a page that asks before it acts, with a way back. */
    public static Answer question(Pages pages, String key, String subject, String back) {
      return pages.answer("link", new LinkPage(key, subject, true, back));
    }

    /** Returns a page that reports what was done. */
    public static Answer notice(Pages pages, String key) {
      return pages.answer("link", new LinkPage(key, "", false, ""));
    }
  }

  /**
   * Content of the page for an error.
   *
   * @param reason message of the error
   * @param code of the error
   * @param retryAfter seconds to wait; null if unknown
   */
  public record ErrorNotice(
      int status, String reason, String code, String requestId, String retryAfter) {
    /** Returns the group of texts for the status. */
    public String group() {
      return switch (status) {
        case 403 -> "error.forbidden";
        case 404, 405 -> "error.missing";
        case 410 -> "error.gone";
        case 429 -> "error.busy";
        case 500, 502, 503, 504, 507 -> "error.unavailable";
        default -> "error.invalid";
      };
    }
  }

  /**
   * Content of the template of emails.
   *
   * @param title its first line
   * @param design what all emails of the site share
   */
  public record MailPage(String subject, String title, List<MailPart> parts, Design design) {
    /**
     * Design of all emails.
     *
     * @param footer links at the end, with their whole addresses
     * @param logo picture that is sent with each email; null for none
     */
    public record Design(AccentColor accent, List<Site.FooterLink> footer, PageFile logo) {}
  }
}
