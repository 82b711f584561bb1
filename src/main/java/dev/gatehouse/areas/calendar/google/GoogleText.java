package dev.gatehouse.areas.calendar.google;

import module java.base;

/**
 * Descriptions of events. Google's editor writes HTML, other programs write plain text, and the API
 * does not tell them apart. Only the elements and entities that the editor writes are converted, so
 * that {@code 5 < 6 > 4} remains.
 */
final class GoogleText {
  private static final Pattern LINK =
      Pattern.compile(
          "<a\\b[^<>]*?\\bhref=[\"']([^\"'<>]*)[\"'][^<>]*>(.*?)</a>",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern BREAK =
      Pattern.compile(
          "<br ?/?>|</?(?:p|div|ul|ol|h[1-6]|blockquote)(?: [^<>]*)?>", Pattern.CASE_INSENSITIVE);
  private static final Pattern ITEM =
      Pattern.compile(
          "(?:</li>|<[uo]l(?: [^<>]*)?>|\\s)*<li(?: [^<>]*)?>\\s*", Pattern.CASE_INSENSITIVE);
  private static final Pattern STYLE =
      Pattern.compile(
          "</?(?:a|b|i|li|u|s|em|strong|span|font|small|big|sub|sup|code|pre|html-blob|html|body)"
              + "(?: [^<>]*)?>",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ENTITY = Pattern.compile("&(#x?[0-9A-Fa-f]{1,6}|[a-z]{2,6});");
  private static final Map<String, String> ENTITIES =
      Map.of(
          "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", " ", "hellip", "…",
          "ndash", "–", "mdash", "—");
  private static final int HEX = 16;
  private static final int DECIMAL = 10;

  private GoogleText() {}

  /** Returns plain text as a description that shows it unchanged. */
  static String toHtml(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("\r\n|\r|\n", "<br>");
  }

  /** Returns a description as plain text: a line per list item, and links with their addresses. */
  static String toPlain(String description) {
    String text = LINK.matcher(description).replaceAll(GoogleText::link);
    text = ITEM.matcher(text).replaceAll("\n- ");
    text = BREAK.matcher(text).replaceAll("\n");
    text = STYLE.matcher(text).replaceAll("");
    text = ENTITY.matcher(text).replaceAll(GoogleText::character);
    return text.replaceAll("[ \\t]+\n", "\n").replaceAll("\n{3,}", "\n\n").strip();
  }

  private static String link(MatchResult link) {
    String address = link.group(1).replaceFirst("^mailto:", "");
    String label = STYLE.matcher(link.group(2)).replaceAll("").strip();
    boolean same = label.isEmpty() || label.equals(address);
    return Matcher.quoteReplacement(same ? address : label + " (" + address + ")");
  }

  private static String character(MatchResult entity) {
    String name = entity.group(1);
    String text = ENTITIES.get(name);
    if (name.startsWith("#")) {
      boolean hex = name.startsWith("#x");
      int code = Integer.parseInt(name.substring(hex ? 2 : 1), hex ? HEX : DECIMAL);
      text = Character.isValidCodePoint(code) ? Character.toString(code) : null;
    }
    return Matcher.quoteReplacement(text == null ? entity.group() : text);
  }
}
