package dev.gatehouse.node.storage;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.node.health.LastBackup;

/**
 * Operations that report the store's size, its integrity and its last backup.
 *
 * @param data the data folder, which contains the marker of the last backup
 */
public record StoreOperations(
    Storage storage, Path data, Sweep sweep, StoreVerification verification, InstantSource clock) {
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.store", Area.returning(Report.class, this::report),
        "node.verifyStore", Area.returning(Checked.class, this::verify),
        "node.cancelStoreCheck", Area.returning(Cancelled.class, this::cancel));
  }

  /**
   * @param bytes size of the embedded store's file; null for a document server
   */
  private record DocumentPlace(String place, Long bytes) {}

  /**
   * @param free free bytes of the disk
   */
  private record FilePlace(String place, long count, long free) {}

  /**
   * @param state running, interrupted, cancelled, well or faulty
   */
  private record Check(
      String state,
      Instant startedAt,
      Instant endedAt,
      long documents,
      long files,
      List<String> faults) {
    static Check of(StoreVerification.Run run, Instant now) {
      return new Check(
          state(run, now),
          run.times().startedAt(),
          run.times().endedAt(),
          run.documents(),
          run.files(),
          run.faults());
    }

    private static String state(StoreVerification.Run run, Instant now) {
      if (!run.hasEnded()) {
        return run.isUnderWay(now) ? "running" : "interrupted";
      }
      if (run.times().cut() != null) {
        return run.times().cut().name().toLowerCase(Locale.ROOT);
      }
      return run.faults().isEmpty() ? "well" : "faulty";
    }
  }

  private record Report(
      boolean success,
      DocumentPlace documents,
      FilePlace files,
      Sweep.Sizes trash,
      @JsonInclude(JsonInclude.Include.NON_NULL) LastBackup lastBackup,
      @JsonInclude(JsonInclude.Include.NON_NULL) Check check) {}

  private record Checked(boolean success, Check check) {}

  private record Cancelled(
      boolean success, @JsonInclude(JsonInclude.Include.NON_NULL) Check check) {}

  private Answer report(Call call) throws IOException {
    return Answer.ok(
        new Report(
            true,
            new DocumentPlace(storage.documentsPlace(), storage.documentBytes().orElse(null)),
            new FilePlace(storage.filesPlace(), storage.blobs().count(), storage.free()),
            sweep.measured(),
            LastBackup.of(data).orElse(null),
            check(verification.last())));
  }

  private Check check(Optional<StoreVerification.Run> last) {
    return last.map(run -> Check.of(run, clock.instant())).orElse(null);
  }

  private Answer verify(Call call) {
    if (!verification.begin()) {
      throw ApiException.of(ErrorCode.CHECK_RUNNING, "a check is running");
    }
    return Answer.of(202, new Checked(true, check(verification.last())));
  }

  private Answer cancel(Call call) {
    return Answer.ok(new Cancelled(true, check(verification.cancel())));
  }
}
