package dev.gatehouse.provider.webhooks;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.Age;
import io.vertx.core.json.JsonObject;

/**
 * Inbox for the webhook events of one provider. Providers deliver events at least once. An event is
 * marked as done only after its work succeeded, so it is processed again on redelivery if the work
 * failed or the node crashed. The work must therefore be repeatable.
 */
public final class WebhookInbox {
  /** Providers retry for three days; their clocks and ours may differ by minutes. */
  private static final Duration MAX_AGE = Duration.ofDays(4);

  private static final Duration MAX_AHEAD = Duration.ofMinutes(5);

  /** Longer than a delivery is accepted, so that no event is processed twice. */
  private static final Duration KEPT = Duration.ofDays(30);

  /** Longer than any operation's time limit; a node that takes longer has crashed. */
  private static final Duration MAX_WORK = Duration.ofMinutes(2);

  private static final int ID_BYTES = 16;
  private static final int RETRY_SECONDS = 5;

  private final String provider;
  private final DocumentCollection<Delivered> events;
  private final InstantSource clock;

  /**
   * A delivered event.
   *
   * @param id hash of the provider and the event's id
   * @param busyUntil time after which its worker counts as crashed; null once it is done
   */
  public record Delivered(String id, Instant busyUntil, Instant expiresAt) {}

  /** The processing of an event. */
  @FunctionalInterface
  public interface Work {
    void run();
  }

  /**
   * @param provider the provider that sends these events
   */
  public WebhookInbox(String provider, Documents documents, InstantSource clock) {
    this.provider = provider;
    this.events = documents.collection("webhookEvents", Delivered.class, by("expiresAt"));
    this.clock = clock;
  }

  /**
   * Rejects an event whose time is too far in the past or in the future.
   *
   * @param sentAt the signed time
   * @throws ApiException 403
   */
  public void mustBeTimely(Instant sentAt) {
    Instant now = clock.instant();
    if (sentAt.isBefore(now.minus(MAX_AGE)) || sentAt.isAfter(now.plus(MAX_AHEAD))) {
      throw ApiException.of(
          ErrorCode.TIMESTAMP_OUT_OF_RANGE, "timestamp outside the allowed window");
    }
  }

  /**
   * Runs the work of an event unless it was done before. Blocks.
   *
   * @param event the provider's id of the event, covered by its signature
   * @return whether this call ran the work
   * @throws ApiException 503 while another delivery is being processed; exceptions of the work are
   *     rethrown, after which the event may be delivered again
   */
  public boolean once(String event, Work work) {
    String id = Sha256.hex(provider + '\n' + event, ID_BYTES);
    if (!begin(id)) {
      return false;
    }
    try {
      work.run();
    } catch (RuntimeException failed) {
      giveBack(id, failed);
      throw failed;
    }
    end(id, null);
    return true;
  }

  /** If the release fails, the claim expires anyway. */
  private void giveBack(String id, RuntimeException failed) {
    try {
      end(id, clock.instant());
    } catch (RuntimeException away) {
      failed.addSuppressed(away);
    }
  }

  private boolean begin(String id) {
    Instant now = clock.instant();
    Instant busyUntil = now.plus(MAX_WORK);
    try {
      events.insert(new Delivered(id, busyUntil, now.plus(KEPT)));
      return true;
    } catch (DuplicateKeyException delivered) {
      return takeOver(id, now, busyUntil);
    }
  }

  private boolean takeOver(String id, Instant now, Instant busyUntil) {
    JsonObject left = where("_id").is(id).and("busyUntil").until(now).json();
    if (events.update(left, Query.set("busyUntil", busyUntil)).isPresent()) {
      return true;
    }
    if (events.find(id).filter(event -> event.busyUntil() == null).isPresent()) {
      return false;
    }
    throw ApiException.busy(
        ErrorCode.EVENT_IN_PROGRESS,
        "another delivery of this event is being processed",
        RETRY_SECONDS);
  }

  /** Marks an event as done, or as being processed until a time. */
  private void end(String id, Instant busyUntil) {
    events.update(Query.id(id), Query.set("busyUntil", busyUntil));
  }

  /** Deletes events that can no longer be delivered. Blocks. */
  public void deleteExpired(Age over) {
    events.delete(where("expiresAt").olderThan(over).json());
  }
}
