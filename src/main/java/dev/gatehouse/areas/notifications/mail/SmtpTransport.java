package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.SMTPException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Sends emails to an SMTP server, with one connection each. */
final class SmtpTransport implements MailTransport {
  /** Replies to our own login. These are not errors of the email. */
  private static final List<Integer> LOGIN = List.of(530, 534, 535, 538);

  /** Prefixes of the mail client's errors that occur before it transmits the email. */
  private static final List<String> BEFORE =
      List.of("login is required", "STARTTLS required", "message exceeds", "no recipient");

  private final MailClient client;
  private final MailComposer composer;
  private final Duration timeout;

  /**
   * @param timeout time limit of the whole exchange; after it the outcome counts as unknown
   */
  SmtpTransport(Vertx vertx, MailConfig config, MailComposer composer, Duration timeout) {
    this.client = MailClient.create(vertx, config);
    this.composer = composer;
    this.timeout = timeout;
  }

  @Override
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    try {
      client
          .sendMail(composer.message(letter, messageId, written))
          .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
          .await();
    } catch (Throwable e) {
      // await() rethrows any failure of the client, including checked exceptions.
      throw explained(e);
    }
  }

  /** The server's message is only logged, because it may quote the email. */
  private static DeliveryException explained(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SMTPException refused) {
        Outcome outcome =
            refused.isPermanent() && !LOGIN.contains(refused.getReplyCode())
                ? Outcome.REFUSED
                : Outcome.FAILED;
        return new DeliveryException(
            outcome, "the SMTP server rejected the email: " + refused.getReplyCode(), problem);
      }
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return new DeliveryException(Outcome.FAILED, "the SMTP server cannot be reached", problem);
      }
      if (cause instanceof SSLException) {
        return new DeliveryException(
            Outcome.FAILED, "no trusted TLS connection to the SMTP server", problem);
      }
      String message = String.valueOf(cause.getMessage());
      if (BEFORE.stream().anyMatch(message::startsWith)) {
        return new DeliveryException(Outcome.FAILED, "the SMTP server cannot be used", problem);
      }
    }
    return new DeliveryException(
        Outcome.UNKNOWN, "unknown outcome: the SMTP server did not confirm the email", problem);
  }
}
