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

/**
 * Keeps what the gate holds in memory in step with what is stored: at once for what this node
 * changes, by an event for what another changes, and by a look every second should an event be
 * lost.
 */
public final class GateView {
  /** What is published when something has changed. */
  public static final String CHANGED = "access.changed";

  private final BanBook banBook;
  private final TokenBook tokenBook;
  private final KeyBook keyBook;
  private final Bans bans;
  private final Revocations revocations;
  private final ApiKeys keys;
  private final Dispatcher dispatcher;
  private final InstantSource clock;

  GateView(
      BanBook banBook,
      TokenBook tokenBook,
      KeyBook keyBook,
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
   * Looks at everything that is stored; blocks. One look at a time: a slow one that ended after a
   * later one would bring back what had changed in between, a revoked key for example.
   */
  public synchronized void refresh() {
    Instant now = clock.instant();
    long banMark = bans.mark();
    bans.replace(banMark, banBook.current(now));
    long revocationMark = revocations.mark();
    revocations.replace(revocationMark, tokenBook.revoked(now));
    keys.replace(keyBook.all());
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
    dispatcher.publish(new Event(CHANGED, Map.of()));
  }
}
