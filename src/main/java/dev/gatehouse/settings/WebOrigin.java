package dev.gatehouse.settings;

import module java.base;

/** Origin of a front end in the form that browsers send (RFC 6454). */
final class WebOrigin {
  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*)://(\\*\\.)?(\\[[0-9A-Fa-f:.]+]|[^\\s/?#@:*\\[\\]]+)(:\\d{1,5})?/?");

  /** Any extension or app of a scheme. Firefox gives an extension another host in each browser. */
  private static final Pattern ANY_OF_SCHEME =
      Pattern.compile("(?!(?i:https?):)[A-Za-z][A-Za-z0-9+.-]*://\\*");

  private WebOrigin() {}

  /**
   * Returns the origin in lower case and Punycode, without a default port or slash.
   *
   * @throws SettingsException that names the key, if the text is no origin
   */
  static String normal(String key, String text) {
    if (text.equals("*") || text.equals("null")) {
      return text;
    }
    if (ANY_OF_SCHEME.matcher(text).matches()) {
      return text.toLowerCase(Locale.ROOT);
    }
    Matcher origin = FORM.matcher(text);
    String fault =
        key + ": " + text + " is no origin: write it like https://example.org, without a path";
    Check.that(origin.matches(), fault);
    String scheme = origin.group(1).toLowerCase(Locale.ROOT);
    String port = origin.group(4) == null ? "" : origin.group(4);
    boolean usual =
        (scheme.equals("https") && port.equals(":443"))
            || (scheme.equals("http") && port.equals(":80"));
    String subdomains = origin.group(2) == null ? "" : origin.group(2);
    return scheme + "://" + subdomains + host(origin.group(3), fault) + (usual ? "" : port);
  }

  /** Returns a host in lower case and Punycode. */
  static String host(String host, String fault) {
    try {
      return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(fault);
    }
  }
}
