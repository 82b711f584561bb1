package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.formats.MailText;
import dev.gatehouse.outbox.Delivery;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.settings.Settings;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.ext.mail.CanonicalizationAlgorithm;
import io.vertx.ext.mail.DKIMSignOptions;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.StartTLSOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends letters the way that the settings say, and knows the owner's address. */
public final class PostOffice {
  private static final int SUBMISSION = 587;
  private static final int SUBMISSION_TLS = 465;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int CONNECTIONS = 4;
  private static final List<String> SIGNED =
      List.of(
          "From",
          "To",
          "Subject",
          "Date",
          "Message-ID",
          "Reply-To",
          "MIME-Version",
          "Content-Type",
          // Once more than there are: a field of such a name that is added breaks the signature.
          "From",
          "To",
          "Subject",
          "Date",
          "Reply-To",
          "Content-Type");

  private final MailTransport transport;
  private final String owner;
  private final String from;

  private PostOffice(MailTransport transport, String owner, String from) {
    this.transport = transport;
    this.owner = owner;
    this.from = from;
  }

  /** An SMTP server where one is set, else {@code .eml} files under {@code DATA_DIR/mail}. */
  public static PostOffice open(Vertx vertx, Settings settings) {
    String from = settings.mail().from();
    var composer = new MailComposer(from);
    if (settings.smtp().url().isEmpty()) {
      Path folder = settings.data().dir().resolve("mail");
      String owner = settings.owner().email();
      return new PostOffice(
          FileTransport.into(folder, composer), owner.isEmpty() ? "owner@localhost" : owner, from);
    }
    var transport = new SmtpTransport(vertx, config(settings), composer, settings.smtp().timeout());
    return new PostOffice(transport, settings.owner().email(), from);
  }

  /**
   * The Message-ID of a letter, the same for every attempt.
   *
   * @param id unlike all others
   */
  public String messageId(String id) {
    return "<" + id + "@" + EmailAddress.domain(EmailAddress.within(from)) + ">";
  }

  /**
   * The outbox's way out for letters.
   *
   * @param timeout of the dialogue with the mail server
   */
  public Delivery delivery(int maxAttempts, Duration timeout) {
    return new Delivery(
        Email.KIND,
        maxAttempts,
        timeout,
        entry -> send(entry.body(Email.class), messageId(entry.id()), entry.times().createdAt()));
  }

  /**
   * Hands a letter over and returns when it was accepted; blocks.
   *
   * @throws dev.gatehouse.bus.ApiException 400 when it is not a letter that may be sent
   */
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    Email checked = letter.checked();
    String to = checked.to().isEmpty() ? MailText.asciiAddress(owner).orElse("") : checked.to();
    if (to.isEmpty()) {
      throw new DeliveryException(
          Outcome.FAILED, "the owner's address is not set: GATEHOUSE_OWNER_EMAIL", null);
    }
    transport.send(checked.readdressed(to), messageId, written);
  }

  private static MailConfig config(Settings settings) {
    Settings.Smtp smtp = settings.smtp();
    URI url = URI.create(smtp.url());
    boolean tls = url.getScheme().equals("smtps");
    int usualPort = tls ? SUBMISSION_TLS : SUBMISSION;
    var config =
        new MailConfig()
            .setHostname(url.getHost())
            .setPort(url.getPort() > 0 ? url.getPort() : usualPort)
            .setSsl(tls)
            .setKeepAlive(false)
            .setMaxPoolSize(CONNECTIONS)
            .setConnectTimeout(CONNECT_MILLIS)
            .setIdleTimeout((int) smtp.timeout().toMillis())
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setUserAgent("gatehouse")
            .setOwnHostname(EmailAddress.domain(EmailAddress.within(settings.mail().from())))
            .setStarttls(startTls(smtp.startTls(), url));
    String user = url.getRawUserInfo();
    if (user != null) {
      String[] parts = user.split(":", 2);
      config
          .setLogin(LoginOption.REQUIRED)
          .setUsername(decoded(parts[0]))
          .setPassword(parts.length > 1 ? decoded(parts[1]) : "");
    } else {
      config.setLogin(LoginOption.DISABLED);
    }
    if (!smtp.certificate().isEmpty()) {
      config.setTrustOptions(new PemTrustOptions().addCertPath(smtp.certificate()));
    }
    return sign(config, settings.mail().dkim());
  }

  /** A password goes to another machine only over TLS, unless the settings say otherwise. */
  private static StartTLSOptions startTls(String setting, URI url) {
    boolean loopback = List.of("localhost", "127.0.0.1", "[::1]").contains(url.getHost());
    return switch (setting) {
      case "required" -> StartTLSOptions.REQUIRED;
      case "off" -> StartTLSOptions.DISABLED;
      default -> {
        if (url.getScheme().equals("smtps")) {
          yield StartTLSOptions.DISABLED;
        }
        boolean exposed = url.getRawUserInfo() != null && !loopback;
        yield exposed ? StartTLSOptions.REQUIRED : StartTLSOptions.OPTIONAL;
      }
    };
  }

  private static MailConfig sign(MailConfig config, Settings.Dkim dkim) {
    if (dkim.key().isEmpty()) {
      return config;
    }
    // The signer wants the key's base64 alone.
    String key = dkim.key().replaceAll("-----[A-Z ]+-----|\\s", "");
    return config
        .setEnableDKIM(true)
        .setDKIMSignOption(
            new DKIMSignOptions()
                .setPrivateKey(key)
                .setSdid(dkim.domain())
                .setSelector(dkim.selector())
                // Relays fold lines and trim spaces.
                .setHeaderCanonAlgo(CanonicalizationAlgorithm.RELAXED)
                .setBodyCanonAlgo(CanonicalizationAlgorithm.RELAXED)
                .setSignedHeaders(SIGNED));
  }

  /** A plus is itself in a user's name. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
