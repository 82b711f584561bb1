package dev.gatehouse.areas.commerce.printshop.sync;

import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Trouble;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Email;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.pages.Pages;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores why runs were interrupted, for the progress report. The owner is notified of problems that
 * only the owner can solve.
 *
 * @param changed publishes that the reported problem has changed
 */
public record SyncProblems(
    SyncRepository states, Outbox outbox, Pages pages, PrintfulApi provider, Runnable changed) {
  private static final Logger LOG = LoggerFactory.getLogger(SyncProblems.class);
  private static final int ID_BYTES = 12;

  /** Records a failure. If the token was rejected, the owner gets an email. */
  void note(ApiError failure) {
    Optional<String> refused = provider.refusedToken(failure);
    note(new Trouble(failure.message(), refused.orElse(null), null));
    refused.ifPresent(this::notifyOwner);
  }

  /** Records a problem of this service itself. */
  void note(String problem) {
    note(new Trouble(problem, null, null));
  }

  /**
   * Records the problem. The run continues if it cannot be recorded, and a cancellation is itself
   * the reason.
   */
  private void note(Trouble trouble) {
    try {
      states.update(known -> known.isCancelled() ? known : known.failed(trouble));
      changed.run();
    } catch (RuntimeException away) {
      LOG.warn("failure of the print shop sync could not be stored: {}", away.toString());
    }
  }

  /** Enqueues the email once for each token. The progress of the sync shows the problem, too. */
  private void notifyOwner(String tokenName) {
    try {
      outbox.enqueue(
          Sha256.hex("printshop token refused " + tokenName, ID_BYTES),
          tokenRejected(pages).request());
    } catch (RuntimeException away) {
      LOG.warn("email about the rejected print shop token was not enqueued: {}", away.toString());
    }
  }

  public static Email tokenRejected(Pages pages) {
    return Email.toOwner("", pages.mail("mail.print-shop-token").mail());
  }
}
