package dev.gatehouse.bench;

import module java.base;

import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.json.JsonObject;

/** Documents in the areas' stored form, written directly into a store in growing numbers. */
final class GrowthData {
  static final int NOTIFICATIONS = 200_000;
  static final int AUDIO = 20_000;
  static final int SYMBOLS = 5_000;
  static final int LOGS = 700_000;
  static final int BOOKINGS = 100_000;
  static final int SHORT_URLS = 10_000;

  private static final int LOT = 1_000;
  private static final Duration SHOWN = Duration.ofDays(6);
  private static final String HASH = "0".repeat(64);

  private final Instant now;
  private final LogEntries logs = new LogEntries();
  private int logged;
  private double filled;

  GrowthData(Instant now) {
    this.now = now;
  }

  /** Fills a store up to a fraction of all documents. */
  void fill(DocumentCommands store, double part) {
    put(store, "notifications", NOTIFICATIONS, part, this::notification);
    put(store, "audio", AUDIO, part, this::audio);
    put(store, "symbols", SYMBOLS, part, this::symbol);
    put(store, "calendarEvents", BOOKINGS, part, this::booking);
    put(store, "shortUrls", SHORT_URLS, part, this::shortUrl);
    for (int all = (int) (LOGS * part); logged < all; logged += LOT) {
      store.insert("tradingLogs", logs.next(LOT).stream().map(LogEntries.Entry::document).toList());
    }
    filled = part;
  }

  private void put(
      DocumentCommands store, String name, int all, double part, IntFunction<JsonObject> make) {
    List<JsonObject> lot = new ArrayList<>();
    int until = (int) (all * part);
    for (int i = (int) (all * filled); i < until; i++) {
      lot.add(make.apply(i));
      if (lot.size() == LOT || i == until - 1) {
        store.insert(name, lot);
        lot.clear();
      }
    }
  }

  /**
   * Later ones are scattered among the earlier, so that the list is seven days long at any size.
   */
  private Instant within(Duration span, int i) {
    double place = i * 0.6180339887 % 1;
    return now.minusMillis((long) (span.toMillis() * place));
  }

  private static JsonObject date(Instant time) {
    return new JsonObject().put("$date", time.toString());
  }

  private static String id(int i) {
    return String.format(Locale.ROOT, "%024x", i);
  }

  private JsonObject notification(int i) {
    JsonObject at = date(within(SHOWN, i));
    return new JsonObject()
        .put("_id", id(i))
        .put("title", "Order " + i + " was filled")
        .put("body", "At the price of the day, with the usual fees. ".repeat(4))
        .put("source", "bot")
        .put("createdAt", at)
        .put("sentAt", at)
        .put("emailSent", true)
        .putNull("emailError")
        .put("pushSent", true)
        .put("pushCount", 2)
        .putNull("pushError");
  }

  private JsonObject audio(int i) {
    return new JsonObject()
        .put("_id", "song-" + i + ".wav")
        .put("originalName", "Song " + i + ".wav")
        .put("size", 40_000_000)
        .put("uploadDate", date(now.minusSeconds(60L * i)))
        .put("blob", id(i))
        .put("storedSize", 20_000_000)
        .put("storedSha256", HASH)
        .put("sha256", HASH);
  }

  private JsonObject symbol(int i) {
    return new JsonObject()
        .put("_id", "S" + i)
        .put("download", id(2 * i))
        .put("dataSize", 1_000_000)
        .put("sha256", HASH)
        .put("source", HASH)
        .put("copy", id(2 * i + 1))
        .put("copySha256", HASH)
        .put("rowCount", 250_000)
        .put("startDate", date(now.minusSeconds(90_000_000)))
        .put("endDate", date(now))
        .put("lastUpdated", date(now));
  }

  private JsonObject shortUrl(int i) {
    return new JsonObject()
        .put("_id", "key-" + i)
        .put("url", "https://example.org/pages/" + i)
        .put("description", "Page " + i)
        .put("createdAt", date(now.minusSeconds(i)))
        .put("expiresAt", date(Instant.parse("2200-01-01T00:00:00Z")))
        .put("listed", true)
        .put("clicks", i)
        .put("flush", "");
  }

  private JsonObject booking(int i) {
    Instant start = now.plusSeconds(7_200L * i);
    return new JsonObject()
        .put("_id", id(i))
        .put("title", "Meeting " + i)
        .put("description", "What there is to talk of")
        .put("start", date(start))
        .put("end", date(start.plusSeconds(3_600)))
        .put("zone", "America/New_York")
        .put("attendee", "guest" + i + "@example.org")
        .putNull("meetLink")
        .put("status", "confirmed")
        .put("cancelToken", id(i))
        .put("createdAt", date(now));
  }
}
