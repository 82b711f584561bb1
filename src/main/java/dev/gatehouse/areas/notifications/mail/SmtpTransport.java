package dev.gatehouse.areas.notifications.mail;

import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Email;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailResult;
import io.vertx.ext.mail.SMTPException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

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

  /** Time for the mail client's own result after the dialogue has ended. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private final Vertx vertx;
  private final MailConfig config;
  private final MailComposer composer;
  private final Duration timeout;
  private final SilentServer silence;
  private final Semaphore connections = new Semaphore(CONNECTIONS);

  /**
   * @param timeout time limit of the whole dialogue
   */
  SmtpTransport(Vertx vertx, MailConfig config, MailComposer composer, Duration timeout) {
    this.vertx = vertx;
    this.config = config;
    this.composer = composer;
    this.timeout = timeout;
    this.silence = new SilentServer(timeout);
  }

  @Override
  public void send(Email letter, String messageId, Instant written) throws DeliveryException {
    var dialogue = new SmtpDialogue();
    boolean permitted = false;
    try {
      permitted = connections.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!permitted) {
        throw new TimeoutException("all connections are in use");
      }
      exchange(dialogue, letter, messageId, written);
    } catch (Throwable e) {
      // await() rethrows any failure of the client, including checked exceptions.
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      boolean unsent = dialogue.withdraw();
      if (!dialogue.isAccepted()) {
        throw explained(e, unsent);
      }
    } finally {
      if (permitted) {
        connections.release();
      }
    }
  }

  /** Returns after the server accepted the email; throws the client's failure. */
  private void exchange(SmtpDialogue dialogue, Email letter, String messageId, Instant written)
      throws Exception {
    long end = System.nanoTime() + timeout.toNanos();
    // A client changes its options. A second client with the same ones would not verify the
    // server's name.
    var options = new MailConfig(config);
    MailClient client = MailClient.create(new ObservedVertx(vertx, dialogue), options);
    try {
      Future<MailResult> sent = client.sendMail(composer.message(letter, messageId, written));
      silence.requireGreeting(first(sent, dialogue.greeted()));
      long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
      first(sent, dialogue.decided()).timeout(left, TimeUnit.MILLISECONDS).await();
      sent.timeout(GRACE.toMillis(), TimeUnit.MILLISECONDS).await();
    } finally {
      close(client, dialogue);
    }
  }

  /** Returns a future that completes with the first of two. */
  private static Future<Void> first(Future<?> one, Future<?> other) {
    Promise<Void> first = Promise.promise();
    one.onComplete(any -> first.tryComplete());
    other.onComplete(any -> first.tryComplete());
    return first.future();
  }

  /** Closes the connection. After an accepted email, the server may answer QUIT before. */
  private static void close(MailClient client, SmtpDialogue dialogue) {
    Future<Void> end = dialogue.isAccepted() ? dialogue.closed() : Future.succeededFuture();
    end.timeout(GRACE.toMillis(), TimeUnit.MILLISECONDS)
        .onComplete(any -> {
          dialogue.close();
          client.close();
        });
  }

  /** The server's message is only logged, because it may quote the email. */
  private static DeliveryException explained(Throwable problem, boolean unsent) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SMTPException refused) {
        return SmtpRefusal.of(refused);
      }
    }
    if (String.valueOf(problem.getMessage()).startsWith("message exceeds")) {
      return new DeliveryException(
          Outcome.REFUSED, "the email is larger than the SMTP server allows", problem);
    }
    if (unsent) {
      return new DeliveryException(Outcome.FAILED, unsentBecause(problem), problem);
    }
    return new DeliveryException(
        Outcome.UNKNOWN, "unknown outcome: the SMTP server did not confirm the email", problem);
  }

  private static String unsentBecause(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return "the SMTP server cannot be reached";
      }
      if (cause instanceof SSLException) {
        return "no trusted TLS connection to the SMTP server: its certificate is not trusted, or is for"
            + " another name; smtp.certificate can name its file";
      }
      String message = String.valueOf(cause.getMessage());
      for (Map.Entry<String, String> known : UNUSABLE.entrySet()) {
        if (message.startsWith(known.getKey())) {
          return known.getValue();
        }
      }
    }
    return "the SMTP server did not respond, and the email was not sent";
  }
}
