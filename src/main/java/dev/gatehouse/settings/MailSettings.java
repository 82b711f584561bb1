package dev.gatehouse.settings;

import java.time.Duration;

/** Settings of the sender of emails. */
public record MailSettings(String from, int maxAttempts, Dkim dkim) {
  static MailSettings read(Section own) {
    return new MailSettings(
        own.text(
            "from",
            "([^<>@,\\p{Cntrl}]* <)?[^\\s<>@,]+@[^\\s<>@,]+>?",
            "must be an address or Name <address>"),
        own.number("maxAttempts", 1),
        new Dkim(own.text("dkimDomain"), own.text("dkimSelector"), own.text("dkimKey")));
  }

  public record Smtp(String url, String startTls, String certificate, Duration timeout) {
    static Smtp read(Section own) {
      return new Smtp(
          own.text(
              "url",
              "|smtps?://([^\\s/@]+@)?[^\\s/@]+",
              "must be smtp[s]://[user:password@]host[:port]"),
          own.choice("startTls", "auto", "required", "off"),
          own.text("certificate"),
          own.duration("timeout"));
    }
  }

  /**
   * Settings for signing emails.
   *
   * @param key PEM; empty to send unsigned emails
   */
  public record Dkim(String domain, String selector, String key) {
    public Dkim {
      Check.that(
          key.isEmpty() || !(domain.isEmpty() || selector.isEmpty()),
          "mail.dkimKey requires mail.dkimDomain and mail.dkimSelector");
    }
  }
}
