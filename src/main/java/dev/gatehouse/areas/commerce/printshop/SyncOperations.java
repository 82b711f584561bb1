package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.gatehouse.areas.commerce.printshop.SyncRun.Counts;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.time.Extremes;

/** Operations that start and cancel a sync and return its progress. */
record SyncOperations(Synchronizer synchronizer, SyncSettings settings, InstantSource clock) {
  /** Time reserved for returning the answer. */
  private static final Duration TRAVEL = Duration.ofSeconds(1);

  private static final int ACCEPTED = 202;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.syncPrintshop", Area.returning(SyncResult.class, this::sync),
        "commerce.printshopSync",
            Area.returning(SyncProgress.class, call -> answer(synchronizer.state())),
        "commerce.cancelPrintshopSync",
            Area.returning(SyncProgress.class, call -> answer(synchronizer.cancel())));
  }

  private record SyncResult(
      boolean success,
      boolean complete,
      long created,
      long updated,
      long total,
      Instant lastSyncedAt) {}

  private record SyncProgress(boolean success, Progress data) {}

  /**
   * Progress of a run.
   *
   * @param problem why the last one was interrupted, or which entry was left out; null if neither
   */
  private record Progress(
      String state,
      Boolean full,
      @JsonInclude(Include.NON_NULL) RunView run,
      Instant lastSyncedAt,
      String problem) {}

  private record RunView(Instant startedAt, Instant movedAt, Counts counts) {}

  private Answer sync(Call call) throws Exception {
    settings.mustBeConfigured();
    Future<Counts> run =
        synchronizer
            .begin()
            .orElseThrow(() ->
                ApiException.of(
                    ErrorCode.SYNC_RUNNING,
                    "a sync is running, or was interrupted less than a minute ago"));
    try {
      return answer(200, run.get(patience(call).toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException stillRunning) {
      SyncRun under = synchronizer.state().run();
      return answer(ACCEPTED, under == null ? Counts.NONE : under.counts());
    } catch (ExecutionException failed) {
      throw switch (failed.getCause()) {
        case ApiException refused -> refused.failure().exception(refused);
        // For a full or unreachable store, the answer is already known.
        case RuntimeException other -> other;
        default -> failed;
      };
    }
  }

  /** Returns the time for which a request waits for the end of its run. */
  private Duration patience(Call call) {
    String wish = call.text("Prefer");
    if (wish != null && wish.toLowerCase(Locale.ROOT).contains("respond-async")) {
      return Duration.ZERO;
    }
    Duration left = call.deadline().remaining().minus(TRAVEL);
    return Extremes.max(Extremes.min(left, settings.answer()), Duration.ZERO);
  }

  private Answer answer(int status, Counts counts) {
    return Answer.of(
        status,
        new SyncResult(
            true,
            status != ACCEPTED,
            counts.created(),
            counts.updated(),
            synchronizer.count(),
            synchronizer.state().done().lastSyncedAt()));
  }

  private Answer answer(SyncState state) {
    SyncRun run = state.run();
    return Answer.ok(
        new SyncProgress(
            true,
            new Progress(
                word(state),
                run == null ? null : run.full(),
                run == null ? null : new RunView(run.startedAt(), run.movedAt(), run.counts()),
                state.done().lastSyncedAt(),
                state.problem())));
  }

  private String word(SyncState state) {
    if (state.run() == null) {
      return "idle";
    }
    if (state.isCancelled()) {
      return "cancelled";
    }
    if (state.isPaused(settings.tokenName())) {
      return "paused";
    }
    boolean moves = state.trouble().problem() == null && !state.run().isStalled(clock.instant());
    return moves ? "running" : "interrupted";
  }
}
