package dev.gatehouse.areas.commerce.printshop.sync;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.provider.Freshness;

/**
 * State of the copy, one document.
 *
 * @param version number of changes; each change requires the version that it was made from
 * @param run the running or interrupted run; null if absent
 * @param done results of completed runs
 * @param rules fingerprint of the rules that classified all stored orders; null if unknown
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

  /** An older interrupted run is not resumed, because most of its data is outdated. */
  private static final Duration MAX_RUN = Duration.ofDays(1);

  SyncState {
    done = Objects.requireNonNullElse(done, Done.NEVER);
    trouble = Objects.requireNonNullElse(trouble, Trouble.NONE);
  }

  /**
   * Reason why the last run was interrupted.
   *
   * @param problem in words; null if there was none
   * @param refusedToken the name of the token that the print shop rejected; null if it rejected
   *     none
   * @param cancelledAt when the owner cancelled the run; null if not cancelled
   */
  record Trouble(String problem, String refusedToken, Instant cancelledAt) {
    static final Trouble NONE = new Trouble(null, null, null);
  }

  /**
   * Completed runs.
   *
   * @param lastSyncedAt the end of the last one; null for never
   * @param lastFullSyncAt the start of the last one that read every order
   * @param watermark the print shop's time at the start of the last one
   * @param leftOut message that names an invalid entry; null if absent
   */
  record Done(Instant lastSyncedAt, Instant lastFullSyncAt, Instant watermark, String leftOut) {
    static final Done NEVER = new Done(null, null, null, null);
  }

  /**
   * Run through the orders, newest first.
   *
   * @param full whether it reads all orders; else it stops where nothing has changed
   * @param movedAt when the run last stored a page, began or resumed
   * @param asOf the print shop's time at its start
   * @param place where it resumes
   */
  record Run(
      boolean full,
      Instant startedAt,
      Instant movedAt,
      Instant asOf,
      @JsonUnwrapped Place place,
      @JsonUnwrapped Counts counts) {
    /** A page with its pauses takes less time. */
    private static final Duration MAX_STANDSTILL = Duration.ofMinutes(2);

    /** Returns whether the run appears to be abandoned. */
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
      if (asOf != null) {
        return this;
      }
      return new Run(full, startedAt, movedAt, time, place, counts);
    }

    String leftOut() {
      return place.leftOut();
    }

    Run leavingOut(String entry) {
      if (entry == null) {
        return this;
      }
      return new Run(full, startedAt, movedAt, asOf, place.leavingOut(entry), counts);
    }
  }

  /**
   * Next page of a run.
   *
   * @param tail last orders of the previous page, which the next one must repeat in part, because
   *     vanished orders move the others up
   * @param tailAt the creation of the last of them
   * @param gaps number of times that the overlap was missing
   * @param leftOut message that names an invalid entry of the pages before; null if absent
   */
  record Place(long offset, List<String> tail, Instant tailAt, int gaps, String leftOut) {
    static final Place FIRST = new Place(0, List.of(), null, 0, null);

    Place {
      tail = Objects.requireNonNullElse(tail, List.of());
    }

    Place leavingOut(String entry) {
      if (entry == null) {
        return this;
      }
      return new Place(offset, tail, tailAt, gaps, entry);
    }
  }

  /**
   * Numbers of a run.
   *
   * @param seen entries, with overlaps counted twice
   * @param skipped invalid entries
   * @param expected number of orders that the print shop reports
   */
  record Counts(long pages, long seen, long created, long updated, long skipped, long expected) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
  }

  /** Returns whether nothing has ever been copied. */
  boolean isNew() {
    return version == 0;
  }

  /** Returns this state with the interrupted run, or with a new one. */
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

  /** Returns this state with the run completed. */
  SyncState ended(Instant now) {
    Instant full = done.lastFullSyncAt();
    String leftOut = run.leftOut();
    if (run.full()) {
      full = run.startedAt();
    } else if (leftOut == null) {
      // Only a full run shows that an entry has been corrected.
      leftOut = done.leftOut();
    }
    var whole = new Done(now, full, run.asOf(), leftOut);
    return new SyncState(id, version, null, whole, rules, Trouble.NONE);
  }

  /** Returns why the run was interrupted, or which entry was left out; null if all is well. */
  String problem() {
    if (trouble.problem() != null) {
      return trouble.problem();
    }
    if (run != null && run.leftOut() != null) {
      return run.leftOut();
    }
    return done.leftOut();
  }

  /** Returns the age of the copy, and why it could not be renewed. */
  Freshness freshness() {
    if (done.lastSyncedAt() == null) {
      return Freshness.NONE;
    }
    String failure = trouble.problem() == null ? null : "print shop: " + trouble.problem();
    return Freshness.of(done.lastSyncedAt(), failure, null);
  }

  SyncState failed(Trouble why) {
    return new SyncState(id, version, run, done, rules, why);
  }

  /**
   * Returns this state with its running or interrupted run cancelled. Without a run, returns this
   * state.
   */
  SyncState cancelled(Instant now) {
    if (isAtRest()) {
      return this;
    }
    return failed(new Trouble(trouble.problem(), trouble.refusedToken(), now));
  }

  boolean isCancelled() {
    return trouble.cancelledAt() != null;
  }

  boolean isCancelledSince(Instant moment) {
    return isCancelled() && !trouble.cancelledAt().isBefore(moment);
  }

  /** Returns whether no run is in progress or will resume automatically. */
  boolean isAtRest() {
    return run == null || isCancelled();
  }

  /** Returns whether the copy is paused because the print shop rejected this token. */
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
