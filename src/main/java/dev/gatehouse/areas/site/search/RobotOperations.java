package dev.gatehouse.areas.site.search;

import module java.base;

import dev.gatehouse.area.TextPages;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;

/**
 * {@code robots.txt} (RFC 9309) and {@code security.txt} (RFC 9116).
 *
 * @param publicUrl URL of the service; empty if not configured
 */
public record RobotOperations(
    RobotSettings settings, String publicUrl, TextPages pages, InstantSource clock) {
  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of("site.robots", this::robots, "site.securityTxt", this::security);
  }

  private Answer robots(Call call) {
    StringBuilder text = new StringBuilder("User-agent: *\n");
    settings.disallow().forEach(path -> line(text, "Disallow", path));
    if (settings.disallow().isEmpty()) {
      text.append("Disallow:\n");
    }
    line(text, "Sitemap", settings.sitemap());
    return Answer.stored(pages.claim(text.toString()));
  }

  private Answer security(Call call) {
    RobotSettings.Security security = settings.security();
    if (security.contacts().isEmpty()) {
      throw ApiException.of(ErrorCode.PATH_NOT_FOUND, "no security.txt is configured");
    }
    // Rounded down to whole days, so that the text is the same for one day.
    Instant expires = clock.instant().truncatedTo(ChronoUnit.DAYS).plus(security.expires());
    StringBuilder text = new StringBuilder();
    security.contacts().forEach(contact -> line(text, "Contact", contact));
    line(text, "Expires", expires.toString());
    line(text, "Encryption", security.encryption());
    line(text, "Acknowledgments", security.acknowledgments());
    line(text, "Preferred-Languages", security.languages());
    line(
        text,
        "Canonical",
        publicUrl.startsWith("https://") ? publicUrl + "/.well-known/security.txt" : "");
    line(text, "Policy", security.policy());
    return Answer.stored(pages.claim(text.toString()));
  }

  private static void line(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append(": ").append(value).append('\n');
    }
  }

  /**
   * Settings of robots.txt and security.txt.
   *
   * @param disallow paths that robots should not visit
   * @param sitemap empty for none
   * @param security without contacts, no security.txt is served
   */
  public record RobotSettings(List<String> disallow, String sitemap, Security security) {
    private static final String PATH = "/[!-~]*";
    private static final String CONTACT = "(mailto:[!-~]+@[!-~]+|https://[!-~]+|tel:[0-9+-]+)";
    private static final Duration MAX_EXPIRY = Duration.ofDays(366);

    /**
     * Fields of security.txt (RFC 9116).
     *
     * @param contacts in order of preference
     * @param policy, acknowledgments, encryption URLs; empty for none
     * @param languages as in a Content-Language header; empty for any
     * @param expires time from now until the file expires
     */
    public record Security(
        List<String> contacts,
        String policy,
        String acknowledgments,
        String encryption,
        String languages,
        Duration expires) {}

    /**
     * Reads the settings of robots.txt and security.txt.
     *
     * @param contactUrl URL of the site's contact page, used if no contact is configured
     */
    public static RobotSettings read(Section robots, Section security, String contactUrl) {
      List<String> disallow = robots.list("disallow");
      Check.that(
          disallow.stream().allMatch(path -> path.matches(PATH)),
          "robots.disallow must have paths that start with a slash");
      List<String> contacts = security.list("contact");
      Check.that(
          contacts.stream().allMatch(contact -> contact.matches(CONTACT)),
          "securityTxt.contact must have mailto:, https: or tel: addresses");
      Duration expires = security.duration("expires");
      Check.that(
          expires.compareTo(Duration.ofDays(1)) >= 0 && expires.compareTo(MAX_EXPIRY) <= 0,
          "securityTxt.expires must be between a day and a year");
      boolean page = contacts.isEmpty() && contactUrl.startsWith("https://");
      return new RobotSettings(
          disallow,
          robots.url("sitemap"),
          new Security(
              page ? List.of(contactUrl) : contacts,
              security.url("policy"),
              security.url("acknowledgments"),
              security.url("encryption"),
              security.text(
                  "languages",
                  "|[A-Za-z-]+( *, *[A-Za-z-]+)*",
                  "must be language tags, for example en"),
              expires));
    }
  }
}
