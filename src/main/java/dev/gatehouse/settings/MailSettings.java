package dev.gatehouse.settings;

import dev.gatehouse.formats.Mailbox;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the sender of emails. */
public record MailSettings(Mailbox from, int maxAttempts, Dkim dkim) {
  static MailSettings read(Section own) {
    Optional<Mailbox> from = Mailbox.parse(own.text("from"));
    Check.that(
        from.isPresent(),
        own.key("from")
            + " must be an address or Name <address>, such as Acme, Inc. <info@example.org>");
    return new MailSettings(
        from.get(),
        own.number("maxAttempts", 1),
        new Dkim(own.text("dkimDomain"), own.text("dkimSelector"), own.text("dkimKey")));
  }

  public record Smtp(String url, String startTls, String certificate, Duration timeout) {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

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

    /** Returns whether the server is on this machine. */
    public boolean isLoopback() {
      return !url.isEmpty() && LOOPBACK.contains(URI.create(url).getHost());
    }

    /**
     * Returns whether STARTTLS is used without verification. The certificates that distributions
     * generate for a local server are self-signed, and the connection leaves no machine.
     */
    public boolean trustsLoopback() {
      return isLoopback()
          && url.startsWith("smtp:")
          && startTls.equals("auto")
          && certificate.isEmpty();
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
