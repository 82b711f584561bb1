package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.DeletedRecords.Deleted;

/** The owner's operations on deleted records. */
public record DeletedOperations(DeletedRecords records, Dispatcher dispatcher) {
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "node.deletedRecords", Area.returning(Listing.class, this::list),
        "node.restoreRecord", Area.returning(Restored.class, this::restore));
  }

  private record Shown(
      String id,
      String kind,
      String recordId,
      String title,
      Instant deletedAt,
      String deletedBy,
      Instant keptUntil) {
    static Shown of(Deleted deleted) {
      var kind = DeletedKind.of(deleted);
      return new Shown(
          deleted.id(),
          kind.map(DeletedKind::label).orElse(deleted.collection()),
          deleted.recordId(),
          kind.map(known -> known.title(deleted)).orElse(deleted.recordId()),
          deleted.deletedAt(),
          deleted.deletedBy(),
          deleted.deletedAt().plus(DeletedRecords.KEPT));
    }
  }

  private record Listing(boolean success, List<Shown> records, PageOrder.Pagination pagination) {}

  private record Restored(boolean success, String kind, String recordId) {}

  private Answer list(Call call) {
    var page = ListPage.of(call, records.select(call.text("recordId")), Shown::of);
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  private Answer restore(Call call) {
    Deleted deleted =
        records
            .find(call.text("id"))
            .orElseThrow(() ->
                ApiException.of(
                    ErrorCode.TRASH_ITEM_NOT_FOUND,
                    "this record is not in the trash: it was restored or is older than 30 days"));
    Optional<DeletedKind> kind = DeletedKind.of(deleted);
    boolean restored =
        kind.map(known -> known.restore(records, deleted, dispatcher, call))
            .orElseGet(() -> records.restore(deleted));
    if (!restored) {
      throw ApiException.of(
          ErrorCode.RECORD_EXISTS,
          "another record has this name, ID or time now: rename, move or delete it, and restore"
              + " this one again");
    }
    kind.ifPresent(known -> known.restored(deleted, dispatcher, call));
    records.forget(deleted);
    return Answer.ok(new Restored(true, Shown.of(deleted).kind(), deleted.recordId()));
  }
}
