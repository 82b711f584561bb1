package dev.gatehouse.areas.notifications.mail;

import io.vertx.ext.mail.MailMessage;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Email that knows whether it may have been transmitted. The mail client encodes an email after the
 * server's greeting and the login, so an email that was not encoded was certainly not sent.
 */
final class TrackedMessage extends MailMessage {
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.CONNECTING);

  private enum Stage {
    CONNECTING,
    ENCODED,
    WITHDRAWN
  }

  TrackedMessage(MailMessage message) {
    super(message);
  }

  /** Withdraws the email. Returns false if it may have been sent. */
  boolean withdraw() {
    return stage.compareAndSet(Stage.CONNECTING, Stage.WITHDRAWN) || stage.get() == Stage.WITHDRAWN;
  }

  boolean isConnecting() {
    return stage.get() == Stage.CONNECTING;
  }

  @Override
  public String getText() {
    if (!stage.compareAndSet(Stage.CONNECTING, Stage.ENCODED) && stage.get() == Stage.WITHDRAWN) {
      throw new IllegalStateException("the email was withdrawn");
    }
    return super.getText();
  }
}
