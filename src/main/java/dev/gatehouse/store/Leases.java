package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Leases on jobs that only one node may do at a time. Clocks of nodes may differ by the skew: a
 * holder stops trusting its lease that much earlier, and the others take it that much later.
 */
public final class Leases {
  private final DocumentCollection<Lease> leases;
  private final String holder;
  private final Duration length;
  private final Duration skew;
  private final InstantSource clock;

  /**
   * @param id the job
   * @param holder the node that has it
   * @param until when it is over, by the holder's clock
   */
  private record Lease(String id, String holder, Instant until) {}

  /** The answer whether a node has a lease. */
  public enum Hold {
    /** Another node has it. */
    NO,
    /** This node got it now; another one may have left the job in the middle. */
    NEW,
    /** This node had it already and has it for longer now. */
    RENEWED
  }

  /**
   * @param length of a lease that is not renewed
   */
  public Leases(Documents documents, Duration length, Duration skew, InstantSource clock) {
    this.leases = documents.collection("leases", Lease.class);
    this.holder = documents.newId();
    this.length = length;
    this.skew = skew;
    this.clock = clock;
  }

  /** Takes or renews the lease of a job; the holder renews it within half its length; blocks. */
  public Hold take(String job) {
    Instant now = clock.instant();
    JsonObject ours =
        new JsonObject()
            .put("$set", new JsonObject().put("holder", holder).put("until", until(now)));
    JsonObject held =
        byName(job)
            .put("holder", holder)
            .put("until", new JsonObject().put("$gt", Bson.time(now.plus(skew))));
    if (leases.update(held, ours).isPresent()) {
      return Hold.RENEWED;
    }
    JsonObject over =
        byName(job).put("until", new JsonObject().put("$lt", Bson.time(now.minus(skew))));
    try {
      leases.upsert(over, ours);
      return Hold.NEW;
    } catch (DuplicateKeyException another) {
      return Hold.NO;
    }
  }

  /** Gives a lease back, so that another node need not wait for its end; blocks. */
  public void giveBack(String job) {
    leases.delete(byName(job).put("holder", holder));
  }

  private JsonObject until(Instant now) {
    return Bson.time(now.plus(length));
  }

  private static JsonObject byName(String job) {
    return new JsonObject().put("_id", job);
  }
}
