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
import dev.gatehouse.messages.CalendarMessages;
import dev.gatehouse.messages.CalendarMessages.CancelledMeeting;
import dev.gatehouse.messages.MediaMessages;
import dev.gatehouse.messages.MediaMessages.BlobChanged;
import dev.gatehouse.messages.ProductMessages;
import dev.gatehouse.messages.ProductMessages.ProductChanged;
import dev.gatehouse.messages.ProductMessages.ProductId;
import dev.gatehouse.messages.ReviewMessages;
import dev.gatehouse.messages.ReviewMessages.ReviewDecided;
import dev.gatehouse.messages.SiteMessages;
import dev.gatehouse.messages.SiteMessages.HyperlinkChanged;
import dev.gatehouse.messages.SiteMessages.ShortUrlChanged;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.DeletedRecords.Deleted;
import io.vertx.core.json.JsonObject;

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

  /** Kinds of deleted records. */
  enum DeletedKind {
    AUDIO(
        "audio",
        (deleted, bus) -> bus.publish(MediaMessages.BLOBS_CHANGED, new BlobChanged(deleted.blob())),
        "originalName"),
    MEETING("calendarEvents", (deleted, bus) -> {}, "title") {
      /** The canceled event still exists, unless its retention is over. */
      @Override
      boolean restore(DeletedRecords records, Deleted deleted, Dispatcher dispatcher, Call call) {
        records.restore(deleted);
        try {
          dispatcher.ask(
              CalendarMessages.RESTORE,
              new CancelledMeeting(deleted.recordId()),
              call.origin(),
              call.deadline().remaining());
          return true;
        } catch (ApiException problem) {
          if (problem.failure().code() == ErrorCode.SLOT_TAKEN) {
            return false;
          }
          throw problem;
        }
      }
    },
    HIRE_FORM("hireForms", (deleted, bus) -> {}, "name", "subject", "email"),
    HYPERLINK(
        "hyperlinks",
        (deleted, bus) ->
            bus.publish(SiteMessages.HYPERLINKS_CHANGED, new HyperlinkChanged(deleted.recordId())),
        "title"),
    PRODUCT(
        "products",
        (deleted, bus) ->
            bus.publish(ProductMessages.CHANGED, new ProductChanged(deleted.recordId())),
        "name") {
      /** Orders may have ended while the product was deleted. */
      @Override
      void restored(Deleted deleted, Dispatcher dispatcher, Call call) {
        dispatcher.ask(
            ProductMessages.SETTLE_STOCK,
            new ProductId(deleted.recordId()),
            call.origin(),
            call.deadline().remaining());
        super.restored(deleted, dispatcher, call);
      }
    },
    REVIEW(
        "reviews",
        (deleted, bus) ->
            bus.publish(ReviewMessages.DECIDED, new ReviewDecided(deleted.recordId())),
        "title"),
    SHORT_URL(
        "shortUrls",
        (deleted, bus) ->
            bus.publish(SiteMessages.SHORT_URLS_CHANGED, new ShortUrlChanged(deleted.recordId())));

    private final String collection;
    private final BiConsumer<Deleted, Dispatcher> event;
    private final List<String> titles;

    /**
     * @param event publishes that a record was restored
     * @param titles fields, of which the first one with a text describes a record
     */
    DeletedKind(String collection, BiConsumer<Deleted, Dispatcher> event, String... titles) {
      this.collection = collection;
      this.event = event;
      this.titles = List.of(titles);
    }

    /** Returns the kind of a record; empty if a newer release stored it. */
    static Optional<DeletedKind> of(Deleted deleted) {
      return Stream.of(values())
          .filter(kind -> kind.collection.equals(deleted.collection()))
          .findFirst();
    }

    /**
     * Stores a record again. Can be repeated.
     *
     * @return false if another record has its id, its unique fields or its time now
     */
    boolean restore(DeletedRecords records, Deleted deleted, Dispatcher dispatcher, Call call) {
      return records.restore(deleted);
    }

    /** Publishes that a record was restored. Can be repeated. */
    void restored(Deleted deleted, Dispatcher dispatcher, Call call) {
      event.accept(deleted, dispatcher);
    }

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String title(Deleted deleted) {
      var document = new JsonObject(deleted.document());
      return titles.stream()
          .map(document::getString)
          .filter(text -> text != null && !text.isBlank())
          .findFirst()
          .orElse(deleted.recordId());
    }
  }
}
