package dev.gatehouse.formats;

import module java.base;

/**
 * An http or https URL that every program interprets in the same way and whose host is not
 * deceptive. It has no user name before the host, no unusual number notation and no look-alikes
 * from another script. Characters that browsers encode, such as spaces, are encoded.
 *
 * @param text the URL in ASCII; unchanged if the caller's was a valid URI
 * @param host lower-case host; IPv6 in brackets
 * @param port the port; the scheme's default if not given
 * @param path the path as a server interprets it: decoded, without dot segments and double slashes
 */
public record WebAddress(String text, String host, int port, String path) {
  private static final int MAX_LENGTH = 2_048;
  private static final int MAX_ENCODED = 4 * MAX_LENGTH;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_DECODED = 3;
  private static final int HTTP = 80;
  private static final int HTTPS = 443;
  private static final int DELETE = 0x7F;
  private static final int EMOJI_JOINER = 0x200D;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");
  private static final Pattern FORM =
      Pattern.compile("(?i)(https?)://([^/?#]*)([^?#]*)(\\?[^#]*)?(#.*)?");
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^\\[\\]:]+)(?::([0-9]{1,5}))?");

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException whose message follows the name of a field: "must be …"
   */
  public static WebAddress parse(String raw) {
    String given = raw.strip();
    must(given.length() <= MAX_LENGTH, "must have at most " + MAX_LENGTH + " characters");
    must(
        given.codePoints().noneMatch(WebAddress::forbidden),
        "must not have control characters or backslashes");
    Matcher parts = FORM.matcher(given);
    must(parts.matches(), "must be an http or https address");
    String authority = parts.group(2);
    must(
        authority.codePoints().noneMatch(WebAddress::invisible),
        "must not have spaces or invisible characters in its host");
    must(authority.indexOf('@') < 0, "must not have user info before its host");
    Matcher place = AUTHORITY.matcher(authority);
    must(place.matches(), "must have a host");
    String host = HostSpelling.ascii(place.group(1));
    String port = place.group(2);
    boolean same = host.equalsIgnoreCase(place.group(1));
    String text =
        given.substring(0, parts.start(2))
            + (same ? place.group(1) : host)
            + (port == null ? "" : ':' + port)
            + encoded(parts.group(3), "[]")
            + encoded(parts.group(4), "")
            + encoded(parts.group(5), "");
    must(text.length() <= MAX_ENCODED, "must have at most " + MAX_ENCODED + " encoded characters");
    return new WebAddress(text, host, port(parts.group(1), port), normal(path(text)));
  }

  private static String path(String text) {
    try {
      return new URI(text).getRawPath();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("must have a valid host", e);
    }
  }

  private static int port(String scheme, String port) {
    int usual = scheme.equalsIgnoreCase("https") ? HTTPS : HTTP;
    int number = port == null ? usual : Integer.parseInt(port);
    must(number >= 1 && number <= MAX_PORT, "must have a port between 1 and " + MAX_PORT);
    return number;
  }

  /**
   * Encodes the characters that browsers encode when they send a part of a URL, and a percent sign
   * that begins no escape.
   *
   * @param more further characters to encode
   */
  private static String encoded(String part, String more) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; part != null && at < part.length(); at = part.offsetByCodePoints(at, 1)) {
      int character = part.codePointAt(at);
      boolean loose =
          character == '%' && !ESCAPE.matcher(part).region(at, part.length()).lookingAt();
      boolean second = character == '#' && at > 0;
      if (character >= DELETE || loose || second || (" \"<>`{}|^" + more).indexOf(character) >= 0) {
        for (byte octet : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
          text.append('%').append(HEX.toHexDigits(octet));
        }
      } else {
        text.appendCodePoint(character);
      }
    }
    return text.toString();
  }

  private static String normal(String given) {
    String path = given;
    for (int i = 0; i < MAX_DECODED && path.contains("%"); i++) {
      try {
        path = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        // The rest is literal: %25zz was an encoded percent sign.
        break;
      }
    }
    return withoutDots(path.replace('\\', '/'));
  }

  private static String withoutDots(String path) {
    Deque<String> kept = new ArrayDeque<>();
    for (String name : path.split("/")) {
      switch (name) {
        case "", "." -> {
          // Empty and dot segments are ignored.
        }
        case ".." -> kept.pollLast();
        default -> kept.addLast(name);
      }
    }
    return '/' + String.join("/", kept);
  }

  private static boolean forbidden(int character) {
    int type = Character.getType(character);
    return type == Character.CONTROL || type == Character.SURROGATE || character == '\\';
  }

  private static boolean invisible(int character) {
    return switch (Character.getType(character)) {
      case Character.FORMAT,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          character != EMOJI_JOINER;
      default -> false;
    };
  }

  private static void must(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
