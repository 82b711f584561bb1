package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.formats.Mailbox;
import dev.gatehouse.formats.PemTrust;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.formats.ServerUrl;
import dev.gatehouse.outbox.Delivery;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.pages.PageFile;
import dev.gatehouse.settings.MailSettings;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.files.PrivateFiles;
import dev.gatehouse.tracing.Span;
import io.vertx.core.Vertx;
import io.vertx.core.net.TrustOptions;
import io.vertx.ext.mail.CanonicalizationAlgorithm;
import io.vertx.ext.mail.DKIMSignOptions;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.StartTLSOptions;
import io.vertx.ext.mail.mailencoder.MailEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends email over the configured transport, and provides the owner's address. */
public record PostOffice(MailTransport transport, String owner, Mailbox fromMailbox) {
  private static final Logger LOG = LoggerFactory.getLogger(PostOffice.class);

  /** Methods that prove a password. XOAUTH2 needs a token, and NTLM a Windows domain. */
  private static final String PASSWORD_METHODS = "CRAM-SHA256 CRAM-SHA1 CRAM-MD5 LOGIN PLAIN";

  private static final int SUBMISSION = 587;
  private static final int SUBMISSION_TLS = 465;
  private static final int CONNECT_MILLIS = 5_000;
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
          "List-Unsubscribe",
          "List-Unsubscribe-Post",
          // Signs each of these names once more than it occurs, so that an added field of that name
          // breaks the signature.
          "From",
          "To",
          "Subject",
          "Date",
          "Reply-To",
          "Content-Type");

  /**
   * Opens the configured SMTP server, or writes {@code .eml} files under {@code DATA_DIR/mail}.
   *
   * @param logo picture that emails in the site's design contain
   */
  public static PostOffice open(Vertx vertx, Settings settings, Optional<PageFile> logo) {
    Mailbox fromMailbox = settings.mail().from();
    var composer = new MailComposer(fromMailbox, logo);
    if (settings.smtp().url().isEmpty()) {
      Path folder = settings.data().dir().resolve("mail");
      String owner = settings.owner().email();
      return new PostOffice(
          FileTransport.into(folder, composer),
          PlainText.defaultIfEmpty(owner, "owner@localhost"),
          fromMailbox);
    }
    var transport = new SmtpTransport(vertx, config(settings), composer, settings.smtp().timeout());
    return new PostOffice(transport, settings.owner().email(), fromMailbox);
  }

  /**
   * Returns the Message-ID of an email. It is the same for every attempt.
   *
   * @param id unique id
   */
  public String messageId(String id) {
    return "<" + id + "@" + fromMailbox.domain() + ">";
  }

  /**
   * Returns the outbox's delivery for emails.
   *
   * @param timeout time limit of the exchange with the mail server
   */
  public Delivery delivery(int maxAttempts, Duration timeout) {
    return new Delivery(
        Email.KIND,
        maxAttempts,
        timeout,
        entry -> send(entry.body(Email.class), messageId(entry.id()), entry.times().createdAt()));
  }

  /**
   * Sends an email and returns after it was accepted. Blocks.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if the email is invalid
   */
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    Email checked = letter.checked();
    String to = PlainText.defaultIfEmpty(checked.to(), owner);
    if (to.isEmpty()) {
      throw new DeliveryException(
          Outcome.FAILED, "the owner's address is not set: GATEHOUSE_OWNER_EMAIL", null);
    }
    Span span = Span.current().child("send email", Span.Kind.CLIENT);
    try {
      transport.send(checked.readdressed(to), messageId, written);
    } catch (DeliveryException e) {
      span.failed(e.outcome().name());
      throw e;
    } finally {
      span.end();
    }
  }

  private static MailConfig config(Settings settings) {
    MailSettings.Smtp smtp = settings.smtp();
    URI url = URI.create(smtp.url());
    boolean tls = url.getScheme().equals("smtps");
    var config =
        new MailConfig()
            .setHostname(url.getHost())
            .setPort(ServerUrl.port(url, tls ? SUBMISSION_TLS : SUBMISSION))
            .setSsl(tls)
            .setKeepAlive(false)
            .setConnectTimeout(CONNECT_MILLIS)
            .setIdleTimeout((int) smtp.timeout().toMillis())
            .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
            .setUserAgent("gatehouse")
            .setOwnHostname(settings.mail().from().domain())
            .setStarttls(startTls(smtp, url));
    config.setLogin(LoginOption.DISABLED);
    ServerUrl.login(url)
        .ifPresent(login ->
            config
                .setLogin(LoginOption.REQUIRED)
                .setAuthMethods(PASSWORD_METHODS)
                .setUsername(login.name())
                .setPassword(login.password()));
    trust(config, smtp, url);
    return sign(config, settings.mail().dkim());
  }

  private static void trust(MailConfig config, MailSettings.Smtp smtp, URI url) {
    if (!smtp.certificate().isEmpty()) {
      config.setTrustOptions(TrustOptions.wrap(PemTrust.pinning(Path.of(smtp.certificate()))));
    } else if (smtp.trustsLoopback()) {
      LOG.info(
          "smtp.url {}: the certificate is not verified, since the server is on this machine;"
              + " smtp.startTls=required verifies it",
          url.getHost());
      config.setTrustAll(true).setHostnameVerificationAlgorithm("");
    }
  }

  /**
   * Requires TLS before sending a password to another machine, unless the settings disable this.
   */
  private static StartTLSOptions startTls(MailSettings.Smtp smtp, URI url) {
    return switch (smtp.startTls()) {
      case "required" -> StartTLSOptions.REQUIRED;
      case "off" -> StartTLSOptions.DISABLED;
      default -> {
        if (url.getScheme().equals("smtps")) {
          yield StartTLSOptions.DISABLED;
        }
        boolean exposed = url.getRawUserInfo() != null && !smtp.isLoopback();
        yield exposed ? StartTLSOptions.REQUIRED : StartTLSOptions.OPTIONAL;
      }
    };
  }

  private static MailConfig sign(MailConfig config, MailSettings.Dkim dkim) {
    if (dkim.key().isEmpty()) {
      return config;
    }
    return config
        .setEnableDKIM(true)
        .setDKIMSignOption(
            new DKIMSignOptions()
                .setPrivateKey(dkim.key())
                .setSdid(dkim.domain())
                .setSelector(dkim.selector())
                // Relaxed, because relays fold lines and trim spaces.
                .setHeaderCanonAlgo(CanonicalizationAlgorithm.RELAXED)
                .setBodyCanonAlgo(CanonicalizationAlgorithm.RELAXED)
                .setSignedHeaders(SIGNED));
  }

  /**
   * Writes emails as {@code .eml} files if no SMTP server is configured. Any mail program opens
   * them.
   */
  record FileTransport(Path folder, MailComposer composer) implements MailTransport {
    private static final Logger LOG = LoggerFactory.getLogger(FileTransport.class);
    private static final DateTimeFormatter STAMP =
        DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String DRAFT = ".draft";
    private static final String HOST = "localhost";

    /** Opens a folder for emails, and deletes incomplete files of a killed process. */
    static FileTransport into(Path folder, MailComposer composer) {
      if (Files.exists(folder)) {
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, "*" + DRAFT)) {
          for (Path draft : drafts) {
            Files.deleteIfExists(draft);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return new FileTransport(folder, composer);
    }

    /** Uses a fixed file name per email, so a repeated email replaces its own file. */
    @Override
    public void send(Email letter, String messageId, Instant written) throws DeliveryException {
      String name = STAMP.format(written) + "-" + messageId.replaceAll("[<>]|@.*", "") + ".eml";
      String text =
          new MailEncoder(composer.message(letter, messageId, written), HOST)
              .encode()
              .replace("\r\n", "\n")
              .replace("\n", "\r\n");
      try {
        PrivateFiles.folder(folder);
        Path draft = folder.resolve(name + DRAFT);
        Files.writeString(PrivateFiles.made(draft), text, StandardCharsets.UTF_8);
        Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        throw new DeliveryException(Outcome.FAILED, "the mail cannot be written to the disk", e);
      }
      LOG.info("GATEHOUSE_SMTP_URL is not set, email written to {}", folder.resolve(name));
    }
  }

  /** Transport for emails. */
  interface MailTransport {
    /**
     * Sends an email and returns after it was accepted. Blocks.
     *
     * @param letter a validated email with a recipient
     * @param messageId with its angle brackets; identical for each attempt
     * @param written time at which the email was written
     * @throws DeliveryException if it was not accepted, or if the outcome is unknown
     */
    void send(Email letter, String messageId, Instant written) throws DeliveryException;
  }
}
