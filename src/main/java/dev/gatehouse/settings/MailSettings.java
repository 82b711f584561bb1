package dev.gatehouse.settings;

import module java.base;

import dev.gatehouse.formats.Mailbox;

/** Settings of the sender of emails. */
public record MailSettings(Mailbox from, int maxAttempts, Dkim dkim) {
  static MailSettings read(Section own) {
    Optional<Mailbox> from = Mailbox.parse(own.text("from"));
    Check.that(
        from.isPresent(),
        own.key("from")
            + " must be an address or Name <address>, such as Acme, Inc. <info@example.org>");
    return new MailSettings(from.get(), own.number("maxAttempts", 1), dkim(own));
  }

  private static Dkim dkim(Section own) {
    String key = own.text("dkimKey");
    return new Dkim(
        own.text("dkimDomain", "|[A-Za-z0-9.-]+", "must be a domain such as example.org"),
        own.text("dkimSelector", "|[A-Za-z0-9._-]+", "must be a selector such as mail"),
        key.isEmpty() ? key : RsaKey.pkcs8(own.key("dkimKey"), key));
  }

  public record Smtp(String url, String startTls, String certificate, Duration timeout) {
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    static Smtp read(Section own) {
      String url =
          own.text(
              "url",
              "|smtps?://([^\\s/@]+@)?[^\\s/@]+",
              "must be smtp[s]://[user:password@]host[:port], with special characters in user and"
                  + " password percent-encoded: %40 for @, %2F for /");
      Check.server(own.key("url"), url);
      return new Smtp(
          url,
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
   * @param key PKCS #8 as Base64; empty to send unsigned emails
   */
  public record Dkim(String domain, String selector, String key) {
    public Dkim {
      Check.that(
          key.isEmpty() || !(domain.isEmpty() || selector.isEmpty()),
          "mail.dkimKey requires mail.dkimDomain and mail.dkimSelector");
    }
  }
}
