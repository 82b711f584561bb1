package dev.gatehouse.areas.notifications.mail;

import module java.base;

import dev.gatehouse.areas.notifications.mail.PostOffice.MailTransport;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.SMTPException;

/** Sends emails to an SMTP server, with one connection each. */
final class SmtpTransport implements MailTransport {
  /**
   * Prefixes of the mail client's errors that are not errors of the connection, and their meaning.
   */
  private static final Map<String, String> UNUSABLE =
      Map.of(
          "login is required",
          "the SMTP server offers no sign-in with a password over this connection",
          "STARTTLS required",
          "the SMTP server offers no STARTTLS, which smtp.startTls requires");

  private static final int CONNECTIONS = 4;

  private final Vertx vertx;
  private final MailConfig config;
  private final MailComposer composer;
  private final Duration timeout;
  private final Semaphore connections = new Semaphore(CONNECTIONS);

  /**
   * @param timeout time limit of the whole dialogue
   */
  SmtpTransport(Vertx vertx, MailConfig config, MailComposer composer, Duration timeout) {
    this.vertx = vertx;
    this.config = config;
    this.composer = composer;
    this.timeout = timeout;
  }

  @Override
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    // A client changes its options. A second client with the same ones would not verify the
    // server's name.
    MailClient client = MailClient.create(vertx, new MailConfig(config));
    boolean permitted = false;
    try {
      long end = System.nanoTime() + timeout.toNanos();
      permitted = connections.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!permitted) {
        throw new ConnectException("all connections are in use");
      }
      long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
      client
          .sendMail(composer.message(letter, messageId, written))
          .timeout(left, TimeUnit.MILLISECONDS)
          .await();
    } catch (Throwable e) {
      // await() rethrows any failure of the client, including checked exceptions.
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw explained(e);
    } finally {
      client.close();
      if (permitted) {
        connections.release();
      }
    }
  }

  /**
   * Returns the failure for the owner. The server's message is only logged, because it may quote
   * the email. The mail client does not report at which step a connection ended.
   */
  private static DeliveryException explained(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof SMTPException refused) {
        return SmtpRefusal.of(refused);
      }
      if (message.startsWith("message exceeds")) {
        return new DeliveryException(
            Outcome.REFUSED, "the email is larger than the SMTP server allows", problem);
      }
      Optional<String> unsent = unsentBecause(cause, message);
      if (unsent.isPresent()) {
        return new DeliveryException(Outcome.FAILED, unsent.get(), problem);
      }
    }
    return new DeliveryException(
        Outcome.UNKNOWN, "unknown outcome: the SMTP server did not confirm the email", problem);
  }

  private static Optional<String> unsentBecause(Throwable cause, String message) {
    if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
      return Optional.of("the SMTP server cannot be reached");
    }
    if (cause instanceof SSLHandshakeException) {
      return Optional.of(
          "no trusted TLS connection to the SMTP server: its certificate is not trusted, or is for"
              + " another name; smtp.certificate can name its file");
    }
    return UNUSABLE.entrySet().stream()
        .filter(known -> message.startsWith(known.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Meaning of an SMTP server's negative reply. Only a permanent rejection of the recipient or of
   * the email's content ends the attempts. The owner can remove every other cause: a wrong
   * password, an unverified sender, a blocked address, an exhausted quota.
   */
  private static final class SmtpRefusal {
    private static final int TOO_LARGE = 552;

    /** Wording of services that reject the account or sender in reply to RCPT or DATA. */
    private static final Pattern ACCOUNT =
        Pattern.compile(
            "relay|sender|send ?as|authenticat|authori[sz]ed|not verified|sandbox|permission"
                + "|limit|quota|exceeded|suspended|disabled|blocked|blacklist|block list"
                + "|\\b5\\.7\\.(26|57|60|64|139)\\b|\\b5\\.4\\.5\\b",
            Pattern.CASE_INSENSITIVE);

    /**
     * Statuses of a mailbox that does not exist or accepts no email, where servers write them.
     * Other numbers can be parts of addresses and versions.
     */
    private static final Pattern MAILBOX =
        Pattern.compile("(?m)(?:^\\d{3}[ -]#?|\\(#)5\\.(?:1\\.(?:1|2|3|6|10)|2\\.1)\\b");

    /** Status of RFC 3463, which contains no part of the email. */
    private static final Pattern STATUS =
        Pattern.compile("^\\d{3}[ -](\\d\\.\\d{1,3}\\.\\d{1,3})\\b");

    static DeliveryException of(SMTPException reply) {
      String step = step(String.valueOf(reply.getMessage()));
      Matcher status = STATUS.matcher(reply.getReplyMessage());
      String code = reply.getReplyCode() + (status.find() ? " " + status.group(1) : "");
      return new DeliveryException(
          isFinal(reply, step) ? Outcome.REFUSED : Outcome.FAILED,
          "the SMTP server rejected the " + step + ": " + code,
          reply);
    }

    private static boolean isFinal(SMTPException reply, String step) {
      if (!reply.isPermanent()) {
        return false;
      }
      String text = String.join("\n", reply.getReplyMessages());
      return switch (step) {
        case "recipient" -> MAILBOX.matcher(text).find() || !ACCOUNT.matcher(text).find();
        case "email" -> !ACCOUNT.matcher(text).find();
        case "sender" -> reply.getReplyCode() == TOO_LARGE;
        default -> false;
      };
    }

    /** Returns the rejected step. The mail client names it at the start of its message. */
    private static String step(String message) {
      if (message.startsWith("AUTH")) {
        return "login";
      }
      if (message.startsWith("sender")) {
        return "sender";
      }
      if (message.startsWith("recipient")) {
        return "recipient";
      }
      boolean data = message.startsWith("DATA") || message.startsWith("sending data");
      return data ? "email" : "connection";
    }
  }
}
