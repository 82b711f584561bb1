package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases on jobs that only one node may do at a time. Clocks of nodes may differ by the skew: a
 * holder stops trusting its lease that much earlier, and the others take it that much later. A
 * lease from a clock that was far ahead ends, too: each node watches how long it stays the same.
 */
public final class Leases {
  private final DocumentCollection<Lease> leases;
  private final String holder;
  private final Duration length;
  private final Duration skew;
  private final InstantSource clock;
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();

  /**
   * @param id the job
   * @param holder the node that has it
   * @param until when it is over, by the holder's clock
   * @param seconds its length
   */
  private record Lease(String id, String holder, Instant until, long seconds) {}

  /**
   * A lease of another node.
   *
   * @param since when this node first saw it as it is
   */
  private record Watch(Lease lease, Instant since) {
    /** The older of the two while nothing has changed, this node's own clock included. */
    Watch followedBy(Watch later) {
      return lease.equals(later.lease) && !later.since.isBefore(since) ? this : later;
    }
  }

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
    // Nobody has had it meanwhile, even if it was over.
    if (renew(job)) {
      return Hold.RENEWED;
    }
    Instant now = clock.instant();
    JsonObject ours = ownedAt(now);
    JsonObject over =
        byName(job).put("until", new JsonObject().put("$lt", Bson.time(now.minus(skew))));
    try {
      leases.upsert(over, ours);
      return Hold.NEW;
    } catch (DuplicateKeyException another) {
      return takeSilent(job, ours, now);
    }
  }

  /**
   * Renews the lease of a job that this node has; blocks. One that was given back is not taken
   * again: whoever renews beside the work may come a moment late, and nobody would give it back.
   *
   * @return whether this node had it
   */
  public boolean renew(String job) {
    JsonObject held = byName(job).put("holder", holder);
    return leases.update(held, ownedAt(clock.instant())).isPresent();
  }

  private JsonObject ownedAt(Instant now) {
    return new JsonObject()
        .put(
            "$set",
            new JsonObject()
                .put("holder", holder)
                .put("until", Bson.time(now.plus(length)))
                .put("seconds", length.toSeconds()));
  }

  /**
   * Takes a lease that was taken by a clock far ahead, and whose holder is gone: a living one would
   * have renewed it in the time that this node has watched it.
   */
  private Hold takeSilent(String job, JsonObject ours, Instant now) {
    Optional<Lease> found = leases.find(job);
    if (found.isEmpty()) {
      return Hold.NO;
    }
    Lease lease = found.get();
    Watch watch = watches.merge(job, new Watch(lease, now), Watch::followedBy);
    Instant silent = watch.since().plusSeconds(lease.seconds()).plus(skew.multipliedBy(2));
    if (now.isBefore(silent)) {
      return Hold.NO;
    }
    JsonObject unchanged =
        byName(job).put("holder", lease.holder()).put("until", Bson.time(lease.until()));
    return leases.update(unchanged, ours).isPresent() ? Hold.NEW : Hold.NO;
  }

  /** Gives a lease back, so that another node need not wait for its end; blocks. */
  public void giveBack(String job) {
    leases.delete(byName(job).put("holder", holder));
  }

  private static JsonObject byName(String job) {
    return new JsonObject().put("_id", job);
  }
}
