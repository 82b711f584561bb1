package dev.gatehouse.areas.calendar.booking;

import dev.gatehouse.areas.calendar.booking.SlotLocks.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Claims the times of events. A claim counts for what its event is: of a confirmed one it is in the
 * way; of one that was cancelled or given up it is left over, and whoever meets it takes it away;
 * of one that is being booked it is waited for, where it may yet be given back.
 */
final class EventClaims {
  /** A booking that is older was left by a node that died: it takes seconds. */
  static final Duration ABANDONED = Duration.ofMinutes(2);

  /** Clocks of nodes differ by less. */
  private static final Duration SKEW = Duration.ofSeconds(5);

  /** More than any buffer: what was kept free for an event lies within. */
  private static final Duration MARGIN = Duration.ofDays(2);

  private static final int MAX_LOOKS = 50;
  private static final long PAUSE_NANOS = 20_000_000;

  private enum Finding {
    TAKEN,
    FREED,
    WAIT
  }

  private final EventRepository events;
  private final SlotLocks locks;
  private final Venue venue;
  private final InstantSource clock;

  EventClaims(EventRepository events, SlotLocks locks, Venue venue, InstantSource clock) {
    this.events = events;
    this.locks = locks;
    this.venue = venue;
    this.clock = clock;
  }

  /** Claims the time of an event that is stored; blocks, for a second at most on others. */
  boolean claim(LocalEvent event) {
    Claim claim = Claim.of(event.id(), event.time(), SlotLocks.FOR_GOOD);
    for (int look = 0; look < MAX_LOOKS; look++) {
      Optional<List<Claim>> inTheWay =
          locks.claim(claim, venue.kept(event.time()), clock.instant());
      if (inTheWay.isEmpty()) {
        return true;
      }
      switch (clear(inTheWay.get())) {
        case TAKEN -> {
          return false;
        }
        case WAIT -> LockSupport.parkNanos(PAUSE_NANOS);
        case FREED -> {
          // It is worth another look at once.
        }
      }
    }
    return false;
  }

  void release(LocalEvent event) {
    release(event.id(), event.time());
  }

  private void release(String id, TimeSpan time) {
    locks.release(id, time.widened(MARGIN));
  }

  private Finding clear(List<Claim> inTheWay) {
    Map<String, LocalEvent> known =
        events.find(inTheWay.stream().map(Claim::id).toList()).stream()
            .collect(Collectors.toMap(LocalEvent::id, Function.identity()));
    Finding worst = Finding.FREED;
    for (Claim claim : inTheWay) {
      Finding finding =
          claim.forGood()
              ? classified(claim, Optional.ofNullable(known.get(claim.id())))
              : Finding.TAKEN;
      if (finding == Finding.TAKEN) {
        return finding;
      }
      worst = finding == Finding.WAIT ? finding : worst;
    }
    return worst;
  }

  /** An event is stored before its time is claimed: where there is none, it was given up. */
  private Finding classified(Claim claim, Optional<LocalEvent> event) {
    if (event.isEmpty() || event.get().cancelled()) {
      release(claim.id(), claim.time());
      return Finding.FREED;
    }
    LocalEvent other = event.get();
    // Who needs one day alone has all that he needs, and is as good as booked.
    if (other.agreed() || venue.kept(claim.time()).days().size() == 1) {
      return Finding.TAKEN;
    }
    if (!abandoned(other)) {
      return Finding.WAIT;
    }
    return settle(other).isPresent() ? Finding.TAKEN : Finding.FREED;
  }

  /**
   * Finishes what was left of a pending event: one that has claimed all its time is confirmed, any
   * other removed. Its own node, should it still work on it, does the one or finds the other.
   */
  Optional<LocalEvent> settle(LocalEvent pending) {
    if (locks.isHeld(pending.id(), venue.kept(pending.time()))) {
      return confirm(pending);
    }
    if (events.abandon(pending.id())) {
      release(pending.id(), pending.time());
    }
    return events.find(pending.id());
  }

  /** Decides for an event; empty where it was given up meanwhile. */
  Optional<LocalEvent> confirm(LocalEvent pending) {
    return events
        .change(pending.id(), LocalEvent.PENDING, LocalEvent.CONFIRMED, true)
        .or(() -> events.find(pending.id()).filter(LocalEvent::agreed));
  }

  /** Returns whether nobody works on an event any more, or its node's clock is wrong. */
  boolean abandoned(LocalEvent event) {
    Instant now = clock.instant();
    return event.changedAt().isBefore(now.minus(ABANDONED))
        || event.changedAt().isAfter(now.plus(SKEW));
  }
}
