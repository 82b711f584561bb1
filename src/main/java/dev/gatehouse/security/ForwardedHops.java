package dev.gatehouse.security;

import java.util.ArrayList;
import java.util.List;

/** Parser for the hops in forwarding headers, nearest last. Repeated headers form one list. */
final class ForwardedHops {
  private ForwardedHops() {}

  /** Parses {@code X-Forwarded-For: client, proxy}. */
  static List<String> ofForwardedFor(List<String> headers) {
    List<String> hops = new ArrayList<>();
    for (String header : headers) {
      for (String hop : header.split(",", -1)) {
        if (!hop.isBlank()) {
          hops.add(hop);
        }
      }
    }
    return hops;
  }

  /**
   * Parses {@code Forwarded: for=client;proto=https, for="[2001:db8::17]:4711"} (RFC 7239). An
   * element without "for" yields "".
   */
  static List<String> ofForwarded(List<String> headers) {
    List<String> hops = new ArrayList<>();
    for (String header : headers) {
      for (String element : split(header, ',')) {
        if (!element.isBlank()) {
          hops.add(forNode(element));
        }
      }
    }
    return hops;
  }

  private static String forNode(String element) {
    for (String pair : split(element, ';')) {
      String trimmed = pair.strip();
      if (trimmed.regionMatches(true, 0, "for=", 0, 4)) {
        String node = trimmed.substring(4).strip();
        boolean quoted = node.length() >= 2 && node.startsWith("\"") && node.endsWith("\"");
        return quoted ? node.substring(1, node.length() - 1) : node;
      }
    }
    return "";
  }

  /** Splits text at a separator outside quoted strings. */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(start, i));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }
}
