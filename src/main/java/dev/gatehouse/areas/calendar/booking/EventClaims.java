package dev.gatehouse.areas.calendar.booking;

import module java.base;

import dev.gatehouse.areas.calendar.booking.LocalCalendar.Venue;
import dev.gatehouse.areas.calendar.booking.SlotLocks.Claim;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * Claims the times of events. The effect of a claim depends on the status of its event. The claim
 * of a confirmed event blocks others. The claim of a cancelled or abandoned event is removed when
 * another booking finds it. If an event is still being booked, others wait while its claim may be
 * released.
 */
record EventClaims(EventRepository events, SlotLocks locks, Venue venue, InstantSource clock) {
  /**
   * Age at which a pending booking counts as abandoned by a failed node. A booking takes seconds.
   */
  static final Duration ABANDONED = Duration.ofMinutes(2);

  /** Maximum difference between the clocks of nodes. */
  private static final Duration SKEW = Duration.ofSeconds(5);

  /**
   * Longer than any buffer, so that a span widened by it covers all time kept free for an event.
   */
  private static final Duration MARGIN = Duration.ofDays(2);

  private static final int MAX_LOOKS = 100;
  private static final int RETRY_SECONDS = 5;
  private static final long PAUSE_NANOS = 20_000_000;

  private enum Finding {
    TAKEN,
    FREED,
    WAIT
  }

  /**
   * Claims the time of a stored event. Blocks; waits at most two seconds for other bookings. The
   * event that it replaces may overlap it, and keeps its time until then.
   *
   * @return false if the time is taken
   * @throws ApiException 503 if another booking is still undecided, for example because its node
   *     failed; the time may become free
   */
  boolean claim(LocalEvent event) {
    Claim claim = Claim.of(event.claimId(), event.time(), SlotLocks.FOR_GOOD);
    String former =
        Optional.ofNullable(event.moves().movedFrom())
            .flatMap(events::find)
            .map(LocalEvent::claimId)
            .orElse("");
    for (int look = 0; look < MAX_LOOKS; look++) {
      Optional<List<Claim>> inTheWay =
          locks.claim(claim, venue.kept(event.time()), former, clock.instant());
      if (inTheWay.isEmpty()) {
        return true;
      }
      switch (clear(inTheWay.get())) {
        case TAKEN -> {
          return false;
        }
        case WAIT -> LockSupport.parkNanos(PAUSE_NANOS);
        case FREED -> {
          // Retry immediately.
        }
      }
    }
    throw ApiException.busy(
        ErrorCode.BOOKING_TIMEOUT,
        "another booking of this time is not complete, so this one was rolled back",
        RETRY_SECONDS);
  }

  void release(LocalEvent event) {
    release(event.claimId(), event.time());
  }

  private void release(String claimId, TimeSpan time) {
    locks.release(claimId, time.widened(MARGIN));
  }

  private Finding clear(List<Claim> inTheWay) {
    Map<String, LocalEvent> known =
        events.find(inTheWay.stream().map(Claim::id).map(LocalEvent::ofClaim).toList()).stream()
            .collect(Collectors.toMap(LocalEvent::claimId, Function.identity()));
    Finding worst = Finding.FREED;
    for (Claim claim : inTheWay) {
      if (!claim.forGood()) {
        return Finding.TAKEN;
      }
      Finding finding = classified(claim, Optional.ofNullable(known.get(claim.id())));
      if (finding == Finding.TAKEN) {
        return finding;
      }
      if (finding == Finding.WAIT) {
        worst = finding;
      }
    }
    return worst;
  }

  /**
   * Classifies a claim and releases it if its event does not exist. Events are stored before their
   * times are claimed, so a claim without an event belongs to an abandoned booking.
   */
  private Finding classified(Claim claim, Optional<LocalEvent> event) {
    if (event.isEmpty() || event.get().cancelled()) {
      release(claim.id(), claim.time());
      return Finding.FREED;
    }
    LocalEvent other = event.get();
    if (other.agreed()) {
      return Finding.TAKEN;
    }
    // A pending event that needs only one day already has its complete claim. It is confirmed here
    // because its node may have failed: a rejected booking must mean that an event is listed.
    if (venue.kept(claim.time()).days().size() == 1) {
      return confirm(other).isPresent() ? Finding.TAKEN : Finding.FREED;
    }
    if (!abandoned(other)) {
      return Finding.WAIT;
    }
    return settle(other).isPresent() ? Finding.TAKEN : Finding.FREED;
  }

  /**
   * Completes a pending event after a crash. An event that has claimed all its time is confirmed,
   * any other is removed. If its own node is still working on it, that node confirms it as well or
   * finds it removed.
   *
   * @return the confirmed event; empty if it is not booked
   */
  Optional<LocalEvent> settle(LocalEvent pending) {
    if (locks.isHeld(pending.claimId(), venue.kept(pending.time()))) {
      return confirm(pending).filter(LocalEvent::confirmed);
    }
    if (events.abandon(pending)) {
      release(pending);
    }
    return events
        .find(pending.id())
        .filter(LocalEvent::confirmed)
        .filter(event -> event.claimId().equals(pending.claimId()));
  }

  /** Confirms a pending event. Returns empty if the event was abandoned in the meantime. */
  Optional<LocalEvent> confirm(LocalEvent pending) {
    return events
        .confirm(pending)
        .or(() ->
            events
                .find(pending.id())
                .filter(LocalEvent::agreed)
                .filter(event -> event.claimId().equals(pending.claimId()))
                .filter(event -> pending.restored() == 0 || event.confirmed()));
  }

  /**
   * Returns whether an event was last changed too long ago or, by a wrong clock, in the future. No
   * node is then working on it.
   */
  boolean abandoned(LocalEvent event) {
    Instant now = clock.instant();
    return event.changedAt().isBefore(now.minus(ABANDONED))
        || event.changedAt().isAfter(now.plus(SKEW));
  }
}
