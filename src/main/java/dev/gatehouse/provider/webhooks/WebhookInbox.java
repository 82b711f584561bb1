package dev.gatehouse.provider.webhooks;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The events of one provider that were delivered here. Providers deliver at least once: an event is
 * begun, worked on, and known to be done only then, so that one whose work failed, or whose node
 * died, is worked on when it comes again. The work must bear that.
 */
public final class WebhookInbox {
  /** Providers try for three days; their clocks and ours may differ by minutes. */
  private static final Duration MAX_AGE = Duration.ofDays(4);

  private static final Duration MAX_AHEAD = Duration.ofMinutes(5);

  /** Longer than a delivery is taken, so that none counts again. */
  private static final Duration KEPT = Duration.ofDays(30);

  /** More than an operation may take: a node that is so long at an event has died. */
  private static final Duration MAX_WORK = Duration.ofMinutes(2);

  private static final int ID_BYTES = 16;
  private static final int RETRY_SECONDS = 5;

  private final String provider;
  private final DocumentCollection<Delivered> events;
  private final InstantSource clock;

  /**
   * An event that was delivered.
   *
   * @param id of the provider and the event, hashed
   * @param busyUntil when whoever works on it has died; null once it is done
   */
  public record Delivered(String id, Instant busyUntil, Instant expiresAt) {}

  /** The work of an event. */
  @FunctionalInterface
  public interface Work {
    void run();
  }

  /**
   * @param provider whose events these are
   */
  public WebhookInbox(String provider, Documents documents, InstantSource clock) {
    this.provider = provider;
    this.events = documents.collection("webhookEvents", Delivered.class);
    this.clock = clock;
  }

  /** Creates the index; blocks. */
  public void prepare() {
    events.index(by("expiresAt").json(), new IndexOptions());
  }

  /**
   * Refuses what was sent long ago, or in the future.
   *
   * @param sentAt as it was signed
   * @throws ApiException 403
   */
  public void mustBeTimely(Instant sentAt) {
    Instant now = clock.instant();
    if (sentAt.isBefore(now.minus(MAX_AGE)) || sentAt.isAfter(now.plus(MAX_AHEAD))) {
      throw ApiError.of(ErrorCode.TIMESTAMP_OUT_OF_RANGE, "timestamp outside the allowed window")
          .exception();
    }
  }

  /**
   * Does the work of an event unless that was done; blocks.
   *
   * @param event the provider's name for it, which its signature covers
   * @return whether it was done by this call
   * @throws ApiException 503 while another delivery of it is worked on; and whatever the work
   *     throws, after which it may be delivered again
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

  /** It is given back by time, too. */
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
    if (events.update(left, busyUntil(busyUntil)).isPresent()) {
      return true;
    }
    if (events.find(id).filter(event -> event.busyUntil() == null).isPresent()) {
      return false;
    }
    throw ApiError.busy(
            ErrorCode.EVENT_IN_PROGRESS,
            "another delivery of this event is being processed",
            RETRY_SECONDS)
        .exception();
  }

  /** Notes that an event is done, or until when it is worked on. */
  private void end(String id, Instant busyUntil) {
    events.update(Query.id(id), busyUntil(busyUntil));
  }

  private static JsonObject busyUntil(Instant time) {
    Object value = time == null ? null : Bson.time(time);
    return new JsonObject().put("$set", new JsonObject().put("busyUntil", value));
  }

  /** Forgets what can be delivered no more; blocks. */
  public void deleteOld() {
    events.delete(where("expiresAt").until(clock.instant()).json());
  }
}
