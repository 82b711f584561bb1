package dev.gatehouse.areas.trading;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.formats.PointInTime;
import dev.gatehouse.store.Bson;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Times that a bot has written into the collection as texts in ISO 8601. They become the store's
 * times when they are first seen, because filters, sorts and the retention compare those only.
 */
final class TextTimes {
  private static final Logger LOG = LoggerFactory.getLogger(TextTimes.class);
  private static final int BATCH = 500;

  /** Texts that begin with a digit. A comparison with a text matches no other type. */
  private static final JsonObject TEXTS =
      new JsonObject().put(LogQuery.TIME, new JsonObject().put("$gte", "0").put("$lt", ":"));

  private final DocumentCollection<Entry> entries;

  private record Entry(String id, @JsonProperty("LogMessage") Message message) {}

  private record Message(String timeStamp) {}

  TextTimes(Documents documents, String collection) {
    entries = documents.tolerantCollection(collection, Entry.class);
  }

  /** Converts all texts that are times. If the store fails, a later call does it. */
  void convert() {
    try {
      List<Entry> found;
      long converted;
      do {
        found = entries.find(TEXTS, Query.by(LogQuery.TIME).json(), 0, BATCH);
        converted = found.stream().filter(this::isConverted).count();
      } while (found.size() == BATCH && converted > 0);
    } catch (DocumentStoreException e) {
      LOG.warn("times of log entries could not be converted: {}", e.getMessage());
    }
  }

  private boolean isConverted(Entry entry) {
    Optional<Instant> time = time(entry.message().timeStamp());
    if (time.isEmpty()) {
      return false;
    }
    Instant millis = time.get().truncatedTo(ChronoUnit.MILLIS);
    JsonObject fields = new JsonObject().put(LogQuery.TIME, Bson.time(millis));
    int nanos = time.get().getNano() - millis.getNano();
    if (nanos > 0) {
      fields.put(LogQuery.NANOS, nanos);
    }
    JsonObject unchanged = TradingLogs.ofIds(List.of(entry.id())).json().mergeIn(TEXTS);
    return entries.updateAll(unchanged, new JsonObject().put("$set", fields)) > 0;
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(PointInTime.first(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
