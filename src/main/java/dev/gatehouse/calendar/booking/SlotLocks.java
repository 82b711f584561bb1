package dev.gatehouse.calendar.booking;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * The times that are taken, and for which event. All claims stand in one document, so that looking
 * for an overlap and claiming is one atomic step of the database, exact for any length and start,
 * on however many nodes; and nothing is half claimed when a node dies. Claims of the past are taken
 * out again.
 */
public final class SlotLocks {
  /** A claim that holds until it is released. */
  public static final Instant FOR_GOOD = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

  private static final String ID = "claims";

  private final DocumentCollection<Sheet> sheets;

  private record Sheet(String id, List<Claim> claims) {}

  /**
   * Times are milliseconds since the epoch.
   *
   * @param id of the event that it is for
   * @param until when it lapses by itself
   */
  record Claim(String id, long start, long end, long until) {}

  public SlotLocks(Documents documents) {
    this.sheets = documents.collection("calendarClaims", Sheet.class);
  }

  /** A name for a claim. */
  String newId() {
    return sheets.newId();
  }

  /** Makes the document; blocks. */
  public void prepare() {
    try {
      sheets.insert(new Sheet(ID, List.of()));
    } catch (DuplicateKeyException exists) {
      // Another start made it.
    }
  }

  /**
   * SlotLocks a time, unless any of it is taken; blocks.
   *
   * @param kept free of others; the time itself, or more
   * @return whether it is claimed now
   */
  public boolean claim(String id, Span time, Span kept, Instant until, Instant now) {
    JsonObject taken =
        new JsonObject()
            .put("start", new JsonObject().put("$lt", kept.end().toEpochMilli()))
            .put("end", new JsonObject().put("$gt", kept.start().toEpochMilli()))
            .put("until", new JsonObject().put("$gt", now.toEpochMilli()));
    JsonObject free =
        new JsonObject()
            .put("_id", ID)
            .put("claims", new JsonObject().put("$not", new JsonObject().put("$elemMatch", taken)));
    JsonObject claim =
        new JsonObject()
            .put("id", id)
            .put("start", time.start().toEpochMilli())
            .put("end", time.end().toEpochMilli())
            .put("until", until.toEpochMilli());
    return sheets
        .update(
            free,
            new JsonObject().put("$push", new JsonObject().put("claims", claim)),
            sheet -> sheet.claims().stream().anyMatch(each -> each.id().equals(id)))
        .isPresent();
  }

  /** Gives a time back; blocks. */
  void release(String id) {
    pull(new JsonObject().put("id", id));
  }

  /** All claims there are; blocks. */
  public List<Claim> all() {
    return sheets.find(ID).map(Sheet::claims).orElse(List.of());
  }

  /** Takes out what is over or has lapsed; blocks. */
  void forgetBefore(Instant moment) {
    JsonObject before = new JsonObject().put("$lt", moment.toEpochMilli());
    pull(new JsonObject().put("end", before));
    pull(new JsonObject().put("until", before));
  }

  private void pull(JsonObject which) {
    sheets.update(
        new JsonObject().put("_id", ID),
        new JsonObject().put("$pull", new JsonObject().put("claims", which)));
  }
}
