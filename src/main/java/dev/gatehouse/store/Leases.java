package dev.gatehouse.store;

import module java.base;

import io.vertx.core.json.JsonObject;

/**
 * Leases on jobs that only one node may run at a time.
 *
 * <p>Nodes' clocks may differ by the skew. A holder therefore stops relying on its lease that much
 * earlier, and other nodes take it that much later. A lease written by a clock far ahead ends too,
 * because each node measures how long it remains unchanged.
 */
public final class Leases {
  private final DocumentCollection<Lease> leases;
  private final String holder;
  private final Duration length;
  private final Duration skew;
  private final InstantSource clock;
  private final Map<String, Watch> watches = new ConcurrentHashMap<>();
  private final Map<String, Instant> ends = new ConcurrentHashMap<>();

  /**
   * @param id the job
   * @param holder the node that holds it
   * @param until its end, by the holder's clock
   * @param seconds its duration
   */
  private record Lease(String id, String holder, Instant until, long seconds) {}

  /**
   * Lease of another node.
   *
   * @param since time when this node first saw this version of the lease
   */
  private record Watch(Lease lease, Instant since) {
    /**
     * Returns the older observation if the lease is unchanged and this node's clock did not go
     * back.
     */
    Watch followedBy(Watch later) {
      return lease.equals(later.lease) && !later.since.isBefore(since) ? this : later;
    }
  }

  /** Result of an attempt to take a lease. */
  public enum Hold {
    /** Another node holds the lease. */
    NO,
    /** This node took the lease now. Another node may have stopped in the middle of the job. */
    NEW,
    /** This node already held the lease and has extended it. */
    RENEWED
  }

  /**
   * @param length duration of a lease that is not renewed
   */
  public Leases(Documents documents, Duration length, Duration skew, InstantSource clock) {
    this.leases = documents.collection("leases", Lease.class);
    this.holder = documents.newId();
    this.length = length;
    this.skew = skew;
    this.clock = clock;
  }

  /**
   * Takes or renews the lease of a job; blocks. The holder must renew it within half its duration.
   */
  public Hold take(String job) {
    // No other node has held it meanwhile, even if it had expired.
    if (renew(job)) {
      return Hold.RENEWED;
    }
    Instant now = clock.instant();
    JsonObject ours = ownedAt(now);
    JsonObject over = Query.where("_id").is(job).and("until").before(now.minus(skew)).json();
    try {
      leases.upsert(over, ours);
      return heldSince(now, job);
    } catch (DuplicateKeyException another) {
      return takeSilent(job, ours, now);
    }
  }

  /**
   * Renews the lease of a job that this node holds; blocks. A released lease is not taken again: a
   * late renewal that runs beside the job would otherwise leave a lease that is never released.
   *
   * @return whether this node held it
   */
  public boolean renew(String job) {
    JsonObject held = Query.id(job).put("holder", holder);
    Instant now = clock.instant();
    if (leases.update(held, ownedAt(now)).isEmpty()) {
      return false;
    }
    heldSince(now, job);
    return true;
  }

  /** Notes when a lease ends unless it is renewed. The time is that before the request. */
  private Hold heldSince(Instant now, String job) {
    ends.put(job, now.plus(length));
    return Hold.NEW;
  }

  /**
   * Returns whether the lease that this node has held may have ended, because it could not be
   * renewed: the store does not respond, or the process was paused. Another node may hold it then.
   */
  public boolean mayHaveEnded(String job) {
    Instant end = ends.get(job);
    return end == null || !clock.instant().isBefore(end);
  }

  private JsonObject ownedAt(Instant now) {
    return Query.set("holder", holder, "until", now.plus(length), "seconds", length.toSeconds());
  }

  /**
   * Takes a lease that was written by a clock far ahead and whose holder has stopped. An active
   * holder would have renewed it during the time that this node has observed it.
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
        Query.id(job).put("holder", lease.holder()).put("until", Bson.time(lease.until()));
    return leases.update(unchanged, ours).isPresent() ? heldSince(now, job) : Hold.NO;
  }

  /** Releases a lease, so that another node does not wait for its end; blocks. */
  public void giveBack(String job) {
    ends.remove(job);
    leases.delete(Query.id(job).put("holder", holder));
  }
}
