package dev.gatehouse.areas.access;

import dev.gatehouse.security.Bans;
import dev.gatehouse.time.TrustedClock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the stored bans into memory. A load reads only some of them, so that a start with many bans
 * does not take longer. The others are then read in the background. Until they are in memory, the
 * store is asked for them. Only one thread at a time may use it.
 */
final class BanRefill {
  private static final Logger LOG = LoggerFactory.getLogger(BanRefill.class);

  /** Number of bans that a load reads. */
  static final int FIRST = 10_000;

  /** Maximum number of bans whose addresses are known in memory. */
  private static final int MAX_ADDRESSES = 1_000_000;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Number of bans that are read in the background before a rest. */
  private static final int LOT = 500;

  /** Duration of a rest, as a multiple of the work before it. Requests need the processors. */
  private static final int REST = 3;

  private static final long MAX_REST = TimeUnit.SECONDS.toNanos(1);

  private final BanRepository stored;
  private final Bans bans;
  private final TrustedClock clock;
  private boolean partial;
  private long begun = System.nanoTime() - PAUSE_NANOS;
  private Reading reading = new Reading(null);

  /** Read in the background, and the addresses whose bans have changed since its begin. */
  private static final class Reading {
    final Bans bans;
    final Set<String> changed = new HashSet<>();
    volatile boolean running;
    volatile boolean done;

    Reading(Bans bans) {
      this.bans = bans;
    }
  }

  /** Adds bans, and rests between lots of them. */
  private static final class Rests implements BiConsumer<String, Instant> {
    private final Bans bans;
    private int count;
    private long begin = System.nanoTime();

    Rests(Bans bans) {
      this.bans = bans;
    }

    @Override
    public void accept(String address, Instant end) {
      bans.set(address, end);
      if (++count % LOT == 0) {
        LockSupport.parkNanos(this, Math.min(MAX_REST, REST * (System.nanoTime() - begin)));
        begin = System.nanoTime();
      }
    }
  }

  /**
   * @param bans the bans in memory
   */
  BanRefill(BanRepository stored, Bans bans, TrustedClock clock) {
    this.stored = stored;
    this.bans = bans;
    this.clock = clock;
  }

  /** Replaces the bans in memory with the first stored ones. Blocks. */
  void load() {
    // A change before the load may be missing in what is being read.
    reading = new Reading(null);
    Bans first = bans.empty();
    partial = !fill(first, FIRST, first::set);
    bans.replaceWith(first);
  }

  private boolean fill(Bans into, int enough, BiConsumer<String, Instant> reader) {
    boolean all = stored.each(now(), enough, reader);
    if (!all) {
      into.markIncomplete();
    }
    return all;
  }

  private Instant now() {
    return clock.guarded().instant();
  }

  /** Reads the bans of some addresses, which have changed. Blocks. */
  void update(List<String> addresses) {
    update(addresses, bans);
    if (reading.bans != null) {
      reading.changed.addAll(addresses);
    }
  }

  private void update(List<String> addresses, Bans into) {
    if (!addresses.isEmpty()) {
      Map<String, Instant> ends = stored.ends(addresses, now());
      addresses.forEach(address -> into.set(address, ends.get(address)));
    }
  }

  /** Returns whether the bans in memory are some of those that fit. */
  boolean isPartial() {
    return partial;
  }

  /** Begins to read the other bans after a load, or uses those that were read. */
  void advance() {
    if (!partial || reading.running) {
      return;
    }
    if (reading.done) {
      update(List.copyOf(reading.changed), reading.bans);
      bans.replaceWith(reading.bans);
      partial = false;
      reading = new Reading(null);
    } else if (System.nanoTime() - begun >= PAUSE_NANOS) {
      begun = System.nanoTime();
      Reading next = new Reading(bans.empty());
      next.running = true;
      reading = next;
      Thread.ofVirtual().name("ban-refill").start(() -> run(next));
    }
  }

  private void run(Reading next) {
    try {
      fill(next.bans, MAX_ADDRESSES, new Rests(next.bans));
      next.done = true;
    } catch (RuntimeException e) {
      // The store may be unavailable, or the node may stop. The store is still asked for bans.
      LOG.debug("bans could not be read", e);
    } finally {
      next.running = false;
    }
  }
}
