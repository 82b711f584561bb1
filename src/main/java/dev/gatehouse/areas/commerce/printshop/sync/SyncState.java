package dev.gatehouse.areas.commerce.printshop.sync;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The standing of the copy, one document.
 *
 * @param version counts its changes; each wants the one that it was made from
 * @param run the run that is under way, or was cut off; null if there is none
 * @param done what has been done in full
 * @param rules by which all stored orders are judged; null as long as that is not known
 */
record SyncState(
    String id,
    long version,
    Run run,
    @JsonUnwrapped Done done,
    String rules,
    @JsonUnwrapped Trouble trouble) {
  static final String ID = "orders";
  static final SyncState NEW = new SyncState(ID, 0, null, Done.NEVER, null, Trouble.NONE);

  /** Changes that an old order goes through come to light after this time. */
  private static final Duration BETWEEN_FULL_RUNS = Duration.ofDays(7);

  /** After this time there is little left of what a run that was cut off has seen. */
  private static final Duration MAX_RUN = Duration.ofDays(1);

  SyncState {
    done = done == null ? Done.NEVER : done;
    trouble = trouble == null ? Trouble.NONE : trouble;
  }

  /**
   * The reason why the last run was cut off.
   *
   * @param problem in words; null if nothing has
   * @param refusedToken the name of the token that the print shop refused; null if it did not
   * @param cancelledAt when the owner cancelled it; null if he did not
   */
  record Trouble(String problem, String refusedToken, Instant cancelledAt) {
    static final Trouble NONE = new Trouble(null, null, null);
  }

  /**
   * Runs that went through.
   *
   * @param lastSyncedAt the end of the last one; null for never
   * @param lastFullSyncAt the beginning of the last one that saw every order
   * @param watermark the print shop's time at the beginning of the last one
   */
  record Done(Instant lastSyncedAt, Instant lastFullSyncAt, Instant watermark) {
    static final Done NEVER = new Done(null, null, null);
  }

  /**
   * A run through the orders, the latest first.
   *
   * @param full whether it goes to the end; else it stops where nothing has changed
   * @param movedAt when a page was stored last, or it was begun or gone on with
   * @param asOf the print shop's time at its beginning
   * @param place where it goes on
   */
  record Run(
      boolean full,
      Instant startedAt,
      Instant movedAt,
      Instant asOf,
      @JsonUnwrapped Place place,
      @JsonUnwrapped Counts counts) {
    /** A page and its pauses take less. */
    private static final Duration MAX_STANDSTILL = Duration.ofMinutes(2);

    /** Returns whether nobody seems to be at it any more. */
    boolean isStalled(Instant now) {
      return !movedAt.plus(MAX_STANDSTILL).isAfter(now);
    }

    Run progressedAt(Instant now) {
      return new Run(full, startedAt, now, asOf, place, counts);
    }

    Run moved(Place next, Counts more, Instant now) {
      return new Run(full, startedAt, now, asOf, next, more);
    }

    Run asOf(Instant time) {
      return asOf == null ? new Run(full, startedAt, movedAt, time, place, counts) : this;
    }
  }

  /**
   * The next page of a run.
   *
   * @param tail the last orders of the page before, some of which the next one must have again:
   *     orders that vanish move the others up
   * @param tailAt the creation of the last of them
   * @param gaps times that it did not
   */
  record Place(long offset, List<String> tail, Instant tailAt, int gaps) {
    static final Place FIRST = new Place(0, List.of(), null, 0);

    Place {
      tail = tail == null ? List.of() : tail;
    }
  }

  /**
   * The numbers of what a run has seen.
   *
   * @param seen entries, those of overlaps twice
   * @param skipped entries that are no orders
   * @param expected orders that the print shop says it has
   */
  record Counts(long pages, long seen, long created, long updated, long skipped, long expected) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
  }

  /** Returns whether nothing has ever been copied. */
  boolean isNew() {
    return version == 0;
  }

  /** With a run: the one that was cut off, or a new one. */
  SyncState begun(Instant now) {
    boolean goesOn = run != null && run.startedAt().plus(MAX_RUN).isAfter(now);
    if (goesOn) {
      return with(run.progressedAt(now));
    }
    boolean full =
        done.lastFullSyncAt() == null
            || done.watermark() == null
            || !done.lastFullSyncAt().plus(BETWEEN_FULL_RUNS).isAfter(now);
    var first = new Run(full, now, now, null, Place.FIRST, Counts.NONE);
    return new SyncState(id, version, first, done, rules, Trouble.NONE);
  }

  SyncState with(Run moved) {
    return new SyncState(id, version, moved, done, rules, Trouble.NONE);
  }

  /** With the run done. */
  SyncState ended(Instant now) {
    Instant full = run.full() ? run.startedAt() : done.lastFullSyncAt();
    var whole = new Done(now, full, run.asOf());
    return new SyncState(id, version, null, whole, rules, Trouble.NONE);
  }

  SyncState failed(Trouble why) {
    return new SyncState(id, version, run, done, rules, why);
  }

  /** With its run cancelled, which may have been cut off before; without one, the same. */
  SyncState cancelled(Instant now) {
    return isAtRest() ? this : failed(new Trouble(trouble.problem(), trouble.refusedToken(), now));
  }

  boolean isCancelled() {
    return trouble.cancelledAt() != null;
  }

  boolean isCancelledSince(Instant moment) {
    return isCancelled() && !trouble.cancelledAt().isBefore(moment);
  }

  /** Returns whether no run is under way, nor goes on by itself. */
  boolean isAtRest() {
    return run == null || isCancelled();
  }

  /** Returns whether it waits for another token than this one. */
  boolean isPaused(String tokenName) {
    return tokenName.equals(trouble.refusedToken());
  }

  SyncState judgedBy(String fingerprint) {
    return new SyncState(id, version, run, done, fingerprint, trouble);
  }

  SyncState next() {
    return new SyncState(id, version + 1, run, done, rules, trouble);
  }
}
