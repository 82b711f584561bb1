package dev.gatehouse.areas.site.search;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.areas.site.search.RobotOperations.RobotSettings;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files {@code robots.txt} and {@code security.txt}, by their settings. */
class RobotsTest {
  private static final String SECURITY = "/.well-known/security.txt";
  private static final String ROBOTS = "/robots.txt";

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .with("PUBLIC_URL", "https://api.example.org")
          .with("ROBOTS_DISALLOW", "/api/, /r/")
          .with("ROBOTS_SITEMAP", "https://www.example.org/sitemap.xml")
          .with("SECURITY_TXT_CONTACT", "mailto:security@example.org, https://example.org/report")
          .with("SECURITY_TXT_POLICY", "https://example.org/policy")
          .with("SECURITY_TXT_LANGUAGES", "en, de");

  @Test
  void servesRobotsTxt() {
    Client.Reply robots = NODE.get(ROBOTS);
    assertEquals(
        """
        User-agent: *
        Disallow: /api/
        Disallow: /r/
        Sitemap: https://www.example.org/sitemap.xml
        """,
        robots.text());
    assertEquals("text/plain; charset=utf-8", robots.header("Content-Type"));
    assertEquals("public, max-age=3600", robots.header("Cache-Control"));
  }

  @Test
  void servesSecurityTxt() {
    Instant before = NODE.clock.instant();
    List<String> lines = NODE.get(SECURITY).text().lines().toList();
    assertEquals(
        List.of("Contact: mailto:security@example.org", "Contact: https://example.org/report"),
        lines.subList(0, 2));
    Instant expires = Instant.parse(lines.get(2).replace("Expires: ", ""));
    assertTrue(expires.isAfter(before.plus(Duration.ofDays(178))), lines::toString);
    assertTrue(expires.isBefore(before.plus(Duration.ofDays(366))), lines::toString);
    assertEquals(
        List.of(
            "Preferred-Languages: en, de",
            "Canonical: https://api.example.org/.well-known/security.txt",
            "Policy: https://example.org/policy"),
        lines.subList(3, lines.size()));
  }

  @ParameterizedTest
  @ValueSource(strings = {ROBOTS, SECURITY})
  void supportsConditionalAndRangeRequests(String path) {
    String tag = NODE.get(path).header("ETag");
    NODE.request("GET", path).header("If-None-Match", tag).expect(304);
    NODE.request("GET", path).header("Range", "bytes=0-3").expect(206);
    NODE.request("GET", path).header("Range", "bytes=9999-").expect(416);
    NODE.request("HEAD", path).expect(200);
  }

  @Test
  void usesContactPageAsDefaultContact() {
    RobotSettings page = settings(Map.of("CONTACT_URL", "https://example.org/contact"));
    assertEquals(List.of("https://example.org/contact"), page.security().contacts());
    RobotSettings plain = settings(Map.of("CONTACT_URL", "http://example.org/contact"));
    assertEquals(List.of(), plain.security().contacts());
  }

  @ParameterizedTest
  @CsvSource({
    "ROBOTS_DISALLOW, api/, robots.disallow",
    "ROBOTS_DISALLOW, '/a\nAllow: /', robots.disallow",
    "ROBOTS_SITEMAP, sitemap.xml, robots.sitemap",
    "SECURITY_TXT_CONTACT, security@example.org, securityTxt.contact",
    "SECURITY_TXT_CONTACT, http://example.org, securityTxt.contact",
    "SECURITY_TXT_EXPIRES, 400d, securityTxt.expires",
    "SECURITY_TXT_LANGUAGES, 'en\nContact: mailto:x@y', securityTxt.languages",
  })
  void rejectsInvalidSettings(String key, String value, String named) {
    SettingsException refused =
        assertThrows(SettingsException.class, () -> settings(Map.of(key, value)));
    assertTrue(refused.getMessage().startsWith(named), refused.getMessage());
  }

  private static RobotSettings settings(Map<String, String> set) {
    Settings all = TestSettings.of("", set);
    return RobotSettings.read(
        all.section("robots"), all.section("securityTxt"), all.contact().url());
  }
}
