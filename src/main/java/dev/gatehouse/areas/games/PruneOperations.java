package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.json.JsonObject;

/**
 * Deletes many world saves: all but the newest, or all old ones. A cutoff time is fixed before the
 * first deletion, so a new save is never deleted. A save that is locked meanwhile is kept.
 */
record PruneOperations(SaveRepository saves, Blobs blobs, AuditLog audit, TrustedClock clock) {
  /** The default of {@code clock.confirmation}. */
  private static final int CONFIRMED_SECONDS = 3_600;

  Map<String, Area.Handler> operations() {
    return Map.of(
        "games.keepSaves", Area.returning(Pruned.class, this::keep),
        "games.deleteOldSaves", Area.returning(Pruned.class, this::olderThan));
  }

  /**
   * The result of a deletion.
   *
   * @param deleted number of saves deleted, or that a dry run would delete
   * @param kept number of saves left, or that a dry run would leave
   * @param ids of the deleted saves, oldest first
   */
  private record Pruned(
      boolean success, int deleted, long kept, boolean dryRun, List<String> ids) {}

  private Answer keep(Call call) {
    int count = (int) call.number("count");
    JsonObject all = which(call);
    return prune(call, "save.keep", "the newest " + count, saves.beyond(all, count));
  }

  private Answer olderThan(Call call) {
    String amount = call.text("amount");
    Age age = clock.requested(age(amount)).orElseThrow(PruneOperations::clockJumped);
    JsonObject old = SaveRepository.olderThan(which(call), age);
    return prune(call, "save.olderThan", "older than " + amount, Optional.of(old));
  }

  private static ApiException clockJumped() {
    return ApiException.busy(
        ErrorCode.CLOCK_JUMPED,
        "the clock has jumped: ages are unknown until it is back or confirmed",
        CONFIRMED_SECONDS);
  }

  private static JsonObject which(Call call) {
    return SaveRepository.of(Optional.ofNullable(call.text("serverName")));
  }

  private Answer prune(Call call, String action, String about, Optional<JsonObject> old) {
    boolean dryRun = Boolean.TRUE.equals(call.parameters().get("dryRun"));
    List<String> ids = old.map(saves::unlocked).orElse(List.of());
    if (!dryRun && !ids.isEmpty()) {
      ids = audit.recording(call, action, about(call, about), notes -> delete(old.get(), notes));
    }
    long left = saves.select(which(call)).count() - (dryRun ? ids.size() : 0);
    return Answer.ok(new Pruned(true, ids.size(), left, dryRun, ids));
  }

  private List<String> delete(JsonObject old, Consumer<String> notes) {
    List<String> gone = new ArrayList<>();
    saves.takeUnlocked(
        old,
        save -> {
          gone.add(save.id());
          notes.accept(SaveOperations.about(save));
          blobs.discard(save.stored().blob());
        });
    return gone;
  }

  private static String about(Call call, String what) {
    String server = call.text("serverName");
    return server == null ? what : what + " of " + server;
  }

  /**
   * Returns the age in a path, in the form that the contract has validated.
   *
   * @param text {@code 12h}, {@code 30d}, or a bare number of days
   */
  private static Duration age(String text) {
    long amount = Long.parseLong(text.replaceAll("[dh]$", ""));
    return text.endsWith("h") ? Duration.ofHours(amount) : Duration.ofDays(amount);
  }
}
