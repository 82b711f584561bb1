package dev.gatehouse.areas.site.search;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import java.time.Duration;
import java.util.List;

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
