package dev.gatehouse.access;

import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Event;
import dev.gatehouse.gate.ApiKeys;
import dev.gatehouse.gate.Ban;
import dev.gatehouse.gate.Bans;
import dev.gatehouse.gate.Revocations;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps what the gate holds in memory in step with what is stored: at once for what this node
 * changes, by an event for what another changes, and by a look every second should an event be
 * lost.
 */
public final class GateView {
  /** The event that is published when something has changed. */
  public static final String CHANGED = "access.changed";

  private static final String CHANGED_BY = "by";
  private static final int LOOKS_IN_A_PAUSE = 10;
  private static final long LONGEST_PAUSE_NANOS = 3_000_000_000L;

  private final String self = UUID.randomUUID().toString();
  private final AtomicBoolean due = new AtomicBoolean();
  private final ReentrantLock looks = new ReentrantLock();
  private long notBefore = System.nanoTime();
  private final BanRepository banBook;
  private final TokenRepository tokenBook;
  private final KeyRepository keyBook;
  private final Bans bans;
  private final Revocations revocations;
  private final ApiKeys keys;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  GateView(
      BanRepository banBook,
      TokenRepository tokenBook,
      KeyRepository keyBook,
      Bans bans,
      Revocations revocations,
      ApiKeys keys,
      Dispatcher dispatcher,
      InstantSource clock) {
    this.banBook = banBook;
    this.tokenBook = tokenBook;
    this.keyBook = keyBook;
    this.bans = bans;
    this.revocations = revocations;
    this.keys = keys;
    this.dispatcher = dispatcher;
    this.clock = clock;
  }

  /**
   * Looks at everything that is stored; blocks. Who comes while another waits to look is served by
   * that look. Between looks there is a pause as long as ten of them: whoever makes the node store
   * bans by the thousand must not make it read them all day.
   */
  public void refresh() {
    if (!due.compareAndSet(false, true)) {
      return;
    }
    looks.lock();
    try {
      rest();
      long begin = System.nanoTime();
      look();
      long end = System.nanoTime();
      notBefore = end + Math.min((end - begin) * LOOKS_IN_A_PAUSE, LONGEST_PAUSE_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      looks.unlock();
    }
  }

  /** From its end on, who comes must look again. */
  private void rest() throws InterruptedException {
    try {
      TimeUnit.NANOSECONDS.sleep(notBefore - System.nanoTime());
    } finally {
      due.set(false);
    }
  }

  /**
   * Not beside another look: a slow one that ended after a later one would bring back what had
   * changed in between, a revoked key for example.
   */
  private synchronized void look() {
    Instant now = clock.instant();
    long banMark = bans.mark();
    bans.replace(banMark, banBook.current(now));
    long revocationMark = revocations.mark();
    revocations.replace(revocationMark, tokenBook.revoked(now));
    keys.replace(keyBook.all());
  }

  /**
   * Returns whether an event tells of another node's change; what this one changes it knows
   * already.
   */
  public boolean isNews(Event event) {
    return !self.equals(event.data().get(CHANGED_BY));
  }

  void banned(Ban ban) {
    bans.add(ban);
    changed();
  }

  void freed(String address) {
    bans.remove(address);
    changed();
  }

  void revoked(String tokenId, Instant expiry) {
    revocations.revoke(tokenId, expiry);
    changed();
  }

  void keysChanged() {
    lookAtKeys();
    changed();
  }

  private synchronized void lookAtKeys() {
    keys.replace(keyBook.all());
  }

  private void changed() {
    dispatcher.publish(new Event(CHANGED, Map.of(CHANGED_BY, self)));
  }
}
