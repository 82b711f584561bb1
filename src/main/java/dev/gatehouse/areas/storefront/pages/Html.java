package dev.gatehouse.areas.storefront.pages;

import dev.gatehouse.bus.Answer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/** Layout of every page, and escaping of text from users. */
final class Html {
  private static final String STYLE =
      """
      body{font:1.1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:auto;padding:1rem;\
      color:#1a1a1a;background:#fff}
      a{color:#0645ad}img{max-width:12rem;height:auto}table{border-collapse:collapse;width:100%}
      th,td{text-align:left;padding:.4rem;border-bottom:1px solid #767676;vertical-align:top}
      label{display:block;margin-top:.8rem}input,textarea,button{font:inherit;padding:.5rem}
      input,textarea{width:100%;box-sizing:border-box;border:1px solid #767676}
      button{margin-top:1rem;background:#0b5cad;color:#fff;border:0}
      .quiet{background:#595959}[role=alert]{border-left:.4rem solid #b00020;padding:.5rem}
      """;

  private static final Map<String, String> HEADERS =
      Map.of(
          // With no-referrer, browsers send the forms of these pages with the origin "null".
          "Referrer-Policy",
          "same-origin",
          "Content-Security-Policy",
          "default-src 'none'; style-src 'sha256-"
              + digest(STYLE)
              + "'; img-src 'self' https: http: data:; form-action 'self'; base-uri 'none';"
              + " frame-ancestors 'none'");

  private Html() {}

  /**
   * Returns a page as an answer.
   *
   * @param title plain text
   * @param body HTML
   */
  static Answer page(String title, String body) {
    return Answer.page(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="robots" content="noindex">
            <link rel="icon" href="data:,">
            <title>%s</title>
            <style>%s</style>
            <main>
            <h1>%s</h1>
            %s
            </main>
            </html>
            """
                .formatted(escaped(title), STYLE, escaped(title), body))
        .with(HEADERS);
  }

  /** Returns an alert that screen readers read first; empty for an empty text. */
  static String alert(String text) {
    return text.isEmpty() ? "" : "<p role=\"alert\">" + escaped(text) + ".</p>";
  }

  /** Returns a link. */
  static String link(String address, String words) {
    return "<a href=\"" + escaped(address) + "\">" + escaped(words) + "</a>";
  }

  /** Returns text escaped for use in an element or a quoted attribute. */
  static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String digest(String style) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
