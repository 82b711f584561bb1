package dev.gatehouse.settings;

import module java.base;

import dev.gatehouse.formats.Mailbox;

/** Settings of the sender of emails. */
public record MailSettings(Mailbox from, int maxAttempts, Dkim dkim) {
  private static final Pattern RSA_KEY =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([^-]+)-----END [A-Z ]+-----");

  /** {@code INTEGER 0}, and the algorithm rsaEncryption without parameters. */
  private static final byte[] VERSION_AND_ALGORITHM =
      HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;

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
        key.isEmpty() ? key : pkcs8(own.key("dkimKey"), key));
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

  /**
   * Returns the key in the form PKCS #8, Base64 without line breaks.
   *
   * @param key of the setting, for messages
   * @param text RSA_KEY of PKCS #8 ({@code PRIVATE KEY}) or PKCS #1 ({@code RSA PRIVATE KEY})
   * @throws SettingsException if it is no unencrypted RSA key
   */
  static String pkcs8(String key, String text) {
    Matcher pem = RSA_KEY.matcher(text);
    Check.that(
        pem.find(),
        key + " must be an RSA private key in a PEM file, with its lines BEGIN and END");
    boolean bare = pem.group(1).equals("RSA PRIVATE KEY");
    Check.that(
        (bare || pem.group(1).equals("PRIVATE KEY")) && !text.contains("ENCRYPTED"),
        key
            + " is "
            + pem.group(1)
            + " and must be an unencrypted RSA private key: openssl genrsa makes one");
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(pem.group(2));
      byte[] wrapped = bare ? wrapped(bytes) : bytes;
      KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(wrapped));
      return Base64.getEncoder().encodeToString(wrapped);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new SettingsException(key + " is no RSA private key: openssl genrsa makes one");
    }
  }

  private static byte[] wrapped(byte[] pkcs1) {
    var content = new ByteArrayOutputStream();
    content.writeBytes(VERSION_AND_ALGORITHM);
    content.writeBytes(element(OCTETS, pkcs1));
    return element(SEQUENCE, content.toByteArray());
  }

  /** Returns an element of DER with two bytes for its length, which any RSA key needs. */
  private static byte[] element(int tag, byte[] content) {
    var element = new ByteArrayOutputStream();
    element.write(tag);
    element.write(0x82);
    element.write(content.length >> 8);
    element.write(content.length);
    element.writeBytes(content);
    return element.toByteArray();
  }
}
