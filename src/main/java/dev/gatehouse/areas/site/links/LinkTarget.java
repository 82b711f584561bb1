package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.WebAddress;

/** Validates the targets of hyperlinks and short URLs. */
final class LinkTarget {
  private static final Pattern MAIL =
      Pattern.compile(
          "(?i)mailto:[^\\s@?,]+@[^\\s@?,/]+(,[^\\s@?,]+@[^\\s@?,/]+)*(\\?\\P{Cntrl}*)?");
  private static final Pattern PHONE =
      Pattern.compile(
          "(?i)(tel|sms):(\\+|%2B)?([0-9(*]|%28)([0-9A-Z().*\\-/ ]|%2[0389A])*(;[A-Z0-9=.+\\-]+)*"
              + "(\\?body=\\P{Cntrl}*)?");
  private static final int MAX_LENGTH = 2_048;
  private static final int DELETE = 0x7F;

  private LinkTarget() {}

  /**
   * Returns the target of a hyperlink in ASCII: an http or https URL, an email address or a
   * telephone number.
   *
   * @param base the service's address as the caller sees it; empty if unknown
   * @throws ApiException 400 that names the field {@code url}
   */
  static String ofHyperlink(String url, OwnAddresses own, String base) {
    String text = url.strip();
    String scheme = text.substring(0, text.indexOf(':') + 1).toLowerCase(Locale.ROOT);
    if (text.length() <= MAX_LENGTH) {
      switch (scheme) {
        case "mailto:" -> {
          return checked(text, MAIL, "must be an address such as mailto:ada@example.org");
        }
        case "tel:", "sms:" -> {
          int body = (text + '?').indexOf('?');
          String number = text.substring(0, body).replaceAll("(?: |%20)+", "");
          return checked(
              number + text.substring(body),
              PHONE,
              "must be a number such as " + scheme + "+12015550123");
        }
        case "http:", "https:" -> {
          // An address of the web.
        }
        default ->
            throw ApiException.invalid("url", "must be an http, https, mailto, tel or sms address");
      }
    }
    return ofShortUrl(url, own, base);
  }

  /**
   * Returns the target of a short URL in ASCII.
   *
   * @param base the service's address as the caller sees it; empty if unknown
   * @throws ApiException 400 that names the field {@code url}
   */
  static String ofShortUrl(String url, OwnAddresses own, String base) {
    try {
      return own.foreign(WebAddress.parse(url), base).text();
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid("url", e.getMessage());
    }
  }

  private static String checked(String text, Pattern form, String problem) {
    if (!form.matcher(text).matches()) {
      throw ApiException.invalid("url", problem);
    }
    StringBuilder ascii = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (octet <= ' ' || octet == DELETE || "\"<>\\^`{|}".indexOf(octet) >= 0) {
        ascii.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
      } else {
        ascii.append((char) octet);
      }
    }
    return ascii.toString();
  }
}
