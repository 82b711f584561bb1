package dev.gatehouse.areas.site.search;

import module java.base;

import dev.gatehouse.area.TextPages;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

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
}
