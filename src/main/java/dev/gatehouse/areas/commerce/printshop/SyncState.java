package dev.gatehouse.areas.commerce.printshop;

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
    SyncRun run,
    @JsonUnwrapped Done done,
    String rules,
    @JsonUnwrapped Trouble trouble) {
  static final String ID = "orders";
  static final SyncState NEW = new SyncState(ID, 0, null, null, null, null);

  /** Changes that an old order goes through come to light after this time. */
  private static final Duration BETWEEN_FULL_RUNS = Duration.ofDays(7);

  /** An older interrupted run is not resumed, because most of its data is outdated. */
  private static final Duration MAX_RUN = Duration.ofDays(1);

  SyncState {
    done = Objects.requireNonNullElse(done, new Done(null, null, null, null));
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
  record Done(Instant lastSyncedAt, Instant lastFullSyncAt, Instant watermark, String leftOut) {}

  /** Returns this state with the interrupted run, or with a new one. */
  SyncState begun(String fingerprint, Instant now) {
    if (run != null && run.startedAt().plus(MAX_RUN).isAfter(now)) {
      return with(run.resumed(now));
    }
    boolean full =
        done.lastFullSyncAt() == null
            || done.watermark() == null
            || !done.lastFullSyncAt().plus(BETWEEN_FULL_RUNS).isAfter(now);
    // An empty copy is classified by the current rules.
    return judgedBy(version == 0 ? fingerprint : rules).with(SyncRun.begun(full, now));
  }

  SyncState with(SyncRun moved) {
    return new SyncState(id, version, moved, done, rules, Trouble.NONE);
  }

  SyncState ended(Instant now) {
    // Only a full run shows that an entry has been corrected.
    boolean keeps = !run.full() && run.leftOut() == null;
    var whole =
        new Done(
            now,
            run.full() ? run.startedAt() : done.lastFullSyncAt(),
            run.asOf(),
            keeps ? done.leftOut() : run.leftOut());
    return new SyncState(id, version, null, whole, rules, Trouble.NONE);
  }

  /** Returns why the run was interrupted, or which entry was left out; null if all is well. */
  String problem() {
    if (trouble.problem() != null) {
      return trouble.problem();
    }
    return run != null && run.leftOut() != null ? run.leftOut() : done.leftOut();
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
    return isAtRest() ? this : failed(new Trouble(trouble.problem(), trouble.refusedToken(), now));
  }

  boolean isCancelled() {
    return trouble.cancelledAt() != null;
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
