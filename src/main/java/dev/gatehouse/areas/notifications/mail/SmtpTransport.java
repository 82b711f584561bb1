package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailResult;
import io.vertx.ext.mail.SMTPException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
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
  private final GreetingProbe greeting;

  /**
   * @param timeout time limit of the whole exchange; after it, the outcome of an email that may
   *     have been transmitted is unknown
   */
  SmtpTransport(Vertx vertx, MailConfig config, MailComposer composer, Duration timeout) {
    this.client = MailClient.create(vertx, config);
    var server = InetSocketAddress.createUnresolved(config.getHostname(), config.getPort());
    this.greeting = new GreetingProbe(server, timeout);
    this.composer = composer;
    this.timeout = timeout;
  }

  @Override
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    var message = new TrackedMessage(composer.message(letter, messageId, written));
    try {
      greeting.requireAfterSilence();
      Future<MailResult> sent = client.sendMail(message);
      if (!endsWithin(sent, GreetingProbe.USUAL) && message.isConnecting()) {
        greeting.check();
      }
      sent.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS).await();
      greeting.accepted();
    } catch (Throwable e) {
      // await() rethrows any failure of the client, including checked exceptions.
      throw explained(e, message.withdraw());
    }
  }

  /** Waits for a result. Returns false if it is not known in time. */
  private static boolean endsWithin(Future<MailResult> sent, Duration time) {
    try {
      sent.timeout(time.toMillis(), TimeUnit.MILLISECONDS).await();
    } catch (Throwable e) {
      return sent.isComplete();
    }
    return true;
  }

  /** The server's message is only logged, because it may quote the email. */
  private static DeliveryException explained(Throwable problem, boolean unsent) {
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
    if (unsent) {
      return new DeliveryException(
          Outcome.FAILED, "the SMTP server did not respond, and the email was not sent", problem);
    }
    return new DeliveryException(
        Outcome.UNKNOWN, "unknown outcome: the SMTP server did not confirm the email", problem);
  }
}
