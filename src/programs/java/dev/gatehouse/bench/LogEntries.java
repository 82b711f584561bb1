package dev.gatehouse.bench;

import module java.base;

import io.vertx.core.json.JsonObject;

/** Entries of a trading bot's log, each some 260 bytes as a document. */
final class LogEntries {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final List<String> TYPES = List.of("INFO", "INFO", "INFO", "WARNING", "ERROR");
  private static final List<String> SOURCES = List.of("bot", "broker", "feed", "risk");
  private static final int OPERATIONS = 40;

  private final Random random = new Random(42);
  private int next;

  /** One numbered entry. */
  record Entry(String id, long time, String source, String operation, String type, String message) {
    JsonObject document() {
      JsonObject at = new JsonObject().put("$date", Instant.ofEpochMilli(time).toString());
      JsonObject logged =
          new JsonObject()
              .put("timeStamp", at)
              .put("messageSource", source)
              .put("localOperationName", operation)
              .put("messageType", type)
              .put("message", message);
      return new JsonObject().put("_id", id).put("LogMessage", logged);
    }
  }

  /** Returns the time of the entry with this number. */
  static Instant time(int number) {
    return START.plusMillis(number * 1_000L);
  }

  synchronized Entry next() {
    int number = next++;
    return new Entry(
        String.format(Locale.ROOT, "%08x%016x", number, random.nextLong()),
        time(number).toEpochMilli(),
        SOURCES.get(random.nextInt(SOURCES.size())),
        "operation-" + random.nextInt(OPERATIONS),
        TYPES.get(random.nextInt(TYPES.size())),
        String.format(Locale.ROOT, "order %016x filled at %d", random.nextLong(), number)
            + " of the book");
  }

  synchronized List<Entry> next(int count) {
    return IntStream.range(0, count).mapToObj(i -> next()).toList();
  }

  /** Returns the number of entries so far. */
  synchronized int count() {
    return next;
  }
}
