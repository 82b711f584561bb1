package dev.gatehouse.node.demo;

import dev.gatehouse.area.Job;
import dev.gatehouse.settings.Settings;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Content for every area, which a node gets through its API.
 *
 * @param today day at the node, by which dates are chosen
 */
public record DemoContent(
    DemoClient node, DemoRecord made, LocalDate today, RandomGenerator random) {
  private static final String SYMBOL = "DEMO";
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String ID = "_id";
  private static final int BARS = 260;
  private static final int LOG_ENTRIES = 120;
  private static final int NOT_FOUND = 404;

  /**
   * Creates everything, and records each item. Reviews are created only by a node that writes its
   * emails to files.
   */
  public void create(Settings settings, Job.Progress progress) {
    progress.report("creating products and reviews");
    List<String> products = products();
    if (settings.smtp().url().isEmpty()) {
      reviews(new DemoReviews(node, made, settings.data().dir().resolve("mail")), products);
    }
    progress.report("creating links and meetings");
    links();
    if (isLocal(settings, "calendar")) {
      meetings();
    }
    site();
    progress.report("creating expenses, a sound and prices");
    books();
    audio();
    market();
    progress.report("creating notifications and orders");
    messages();
    if (isLocal(settings, "storefront")) {
      var orders = new DemoOrders(node, made);
      orders.create(products.getFirst(), 1);
      orders.create(products.get(2), 2);
    }
  }

  private static boolean isLocal(Settings settings, String area) {
    return settings.section(area).text("provider").equals("local");
  }

  /** Returns a text of a reply, without which nothing could be removed. */
  private static String text(JsonObject json, String field) {
    return Objects.requireNonNull(json.getString(field), () -> "the reply has no " + field);
  }

  /**
   * Records an item that was created. Without a record, it could not be removed later.
   *
   * @param content JSON object of the item
   */
  private void created(String path, String content) {
    created(path, () -> made.path(path, content));
  }

  private void created(String path) {
    created(path, () -> made.path(path));
  }

  private void created(String path, Runnable record) {
    try {
      record.run();
    } catch (IllegalStateException unrecorded) {
      node.delete(path);
      throw unrecorded;
    }
  }

  private List<String> products() {
    return List.of(
        product("Field Notes, dot grid", 14.5, "notebooks", 40, "96 pages, sewn, lies flat."),
        product("Brass fountain pen", 89, "pens", 6, "Fine steel nib. Ages with the hand."),
        product("Desk lamp, walnut", 129, "lighting", 3, "Dimmable, 2,700 K, linen cord."),
        product("Poster: Northern Sky", 24, "prints", 25, "50 by 70 cm on 200 g paper."),
        product("Canvas tool roll", 42, "bags", 12, "Seven pockets, waxed canvas."),
        product("Letterpress cards", 18, "prints", 0, "Eight cards with envelopes."));
  }

  private static void reviews(DemoReviews reviews, List<String> products) {
    reviews.create(products.getFirst(), 5, "Ada Example", "My third one", "Takes any ink.");
    reviews.create(products.getFirst(), 4, "Jo Sample", "Lies flat", "I would like more pages.");
    reviews.create(
        products.get(2), 5, "Kim Specimen", "Warm light", "Dims to a glow, and does not hum.");
  }

  private String product(String name, double price, String category, int stock, String text) {
    JsonObject body =
        new JsonObject()
            .put("name", name)
            .put("price", price)
            .put("category", category)
            .put("description", text)
            .put("stock", new JsonObject().put("one", stock));
    String id =
        text(node.create("POST", "/api/proxy/products", body.encode()).orElseThrow().json(), ID);
    body.remove("stock");
    created("/api/proxy/products/" + id, body.encode());
    return id;
  }

  private void links() {
    link("Source code", "https://github.com/example", "personal");
    link("Photographs", "https://photos.example.org", "social");
    link("Buy me a coffee", "https://coffee.example.org", "support");
    link("Food bank", "https://foodbank.example.org", "charity");
    shortUrl("demo-talk", "https://example.org/talks/small-services", "Slides of the talk");
    shortUrl("demo-cv", "https://example.org/about", "Printed on the business card");
  }

  private void link(String title, String url, String category) {
    JsonObject body =
        new JsonObject().put("title", title).put("url", url).put("category", category);
    node.create("POST", "/api/proxy/hyperlinks", body.encode())
        .ifPresent(
            reply -> created("/api/proxy/hyperlinks/" + text(reply.json(), ID), body.encode()));
  }

  private void shortUrl(String key, String url, String description) {
    JsonObject body =
        new JsonObject().put("key", key).put("url", url).put("description", description);
    node.create("POST", "/api/proxy/redirects", body.encode())
        .ifPresent(reply -> created("/api/proxy/redirects/" + key, body.encode()));
  }

  private void meetings() {
    meeting("Portfolio review", 2, "10:00:00", "10:45:00");
    meeting("Call about the website", 3, "14:00:00", "14:30:00");
    meeting("Workshop: small services", 6, "09:30:00", "12:00:00");
  }

  private void meeting(String title, int days, String from, String to) {
    LocalDate day = workday(today.plusDays(days));
    JsonObject data =
        new JsonObject()
            .put("title", title)
            .put("description", "Example meeting.")
            .put("startTime", day + "T" + from)
            .put("endTime", day + "T" + to)
            .put("addMeetLink", false);
    node.create(
            "POST",
            "/api/proxy/calendar/create-event",
            new JsonObject().put("eventData", data).encode())
        .ifPresent(reply ->
            created(
                "/api/proxy/calendar/events/"
                    + DemoClient.encoded(text(reply.json().getJsonObject("event"), "id"))));
  }

  private static LocalDate workday(LocalDate day) {
    return day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) > 0 ? workday(day.plusDays(1)) : day;
  }

  private void site() {
    List.of("demo-blog", "demo-photos").forEach(this::service);
  }

  private void service(String name) {
    JsonObject body = new JsonObject().put("service", name).put("ip", "203.0.113.10");
    made.path("/deployment/services/" + name);
    node.create("POST", "/deployment/register-ip", body.encode());
  }

  private void books() {
    expense(10, 12.99, "software", "Drawing program, monthly");
    expense(35, 86.4, "supplies", "Paper and envelopes");
    expense(61, 150, "advertising", "Advertisement in a zine");
    expense(90, 42.75, "shipping", "Parcels");
  }

  private void expense(int daysAgo, double amount, String category, String description) {
    JsonObject body =
        new JsonObject()
            .put("date", today.minusDays(daysAgo).toString())
            .put("amount", amount)
            .put("category", category)
            .put("description", description)
            .put("vendor", "Example Supply");
    node.create("POST", "/api/proxy/printshop/expenditures", body.encode())
        .ifPresent(reply ->
            created(
                "/api/proxy/printshop/expenditures?id="
                    + text(reply.json().getJsonObject("data"), ID),
                body.encode()));
  }

  private void audio() {
    byte[] form = DemoClient.filePart("demo-chime.wav", "audio/wav", DemoSound.chime());
    node.create("POST", "/audio/upload", DemoClient.multipart(), form)
        .ifPresent(
            reply -> created("/audio/" + DemoClient.encoded(text(reply.json(), "filename"))));
  }

  private void market() {
    String path = "/api/proxy/historical-data/" + SYMBOL;
    if (node.get(path).status() == NOT_FOUND) {
      made.path(path);
      node.create("POST", path + "/bars", new JsonObject().put("bars", bars()).encode());
    }
    log();
  }

  /** Adds log entries under a new source, by which their ids are found. */
  private void log() {
    String source = "demo-bot-" + HexFormat.of().toHexDigits(random.nextInt());
    var entries = new JsonArray();
    for (int i = 0; i < LOG_ENTRIES; i++) {
      entries.add(new JsonObject().put("LogMessage", logEntry(source, i)));
    }
    node.create("POST", LOGS, entries.encode());
    node.get(LOGS + "?limit=" + LOG_ENTRIES + "&messageSource=" + source)
        .json()
        .getJsonArray("data")
        .forEach(entry -> made.document("tradingLogs", text((JsonObject) entry, ID)));
  }

  private JsonArray bars() {
    var bars = new JsonArray();
    double price = 100;
    LocalDate day = today.minusDays(BARS * 7L / 5);
    while (bars.size() < BARS) {
      day = workday(day.plusDays(1));
      double open = price;
      price = Math.max(20, price + random.nextGaussian(0.05, 1.4));
      bars.add(
          new JsonObject()
              .put("timeUtc", day.atStartOfDay().toInstant(ZoneOffset.UTC).toString())
              .put("open", rounded(open))
              .put("high", rounded(Math.max(open, price) + random.nextDouble(0.8)))
              .put("low", rounded(Math.min(open, price) - random.nextDouble(0.8)))
              .put("close", rounded(price))
              .put("volume", 400_000 + random.nextInt(900_000)));
    }
    return bars;
  }

  private static double rounded(double price) {
    return Math.round(price * 100) / 100.0;
  }

  private JsonObject logEntry(String source, int i) {
    String[] texts = {"looked for signals", "no position changed", "bought 2 DEMO", "sold 2 DEMO"};
    return new JsonObject()
        .put(
            "timeStamp",
            today
                .minusDays(1)
                .atTime(9, 30)
                .plusMinutes(3L * i)
                .toInstant(ZoneOffset.UTC)
                .toString())
        .put("messageSource", source)
        .put("messageType", i % 40 == 39 ? "WARNING" : "INFO")
        .put("message", i % 40 == 39 ? "the quote is 12 s old" : texts[i % texts.length]);
  }

  private void messages() {
    notification("Backup finished", "The backup of last night has 1,204 documents and 38 files.");
    notification("New subscriber", "The newsletter has 212 subscribers now.");
    notification("Disk", "The disk of the photo server is 80 % full.");
  }

  private void notification(String title, String body) {
    JsonObject request = new JsonObject().put("title", title).put("body", body);
    node.create("POST", "/api/proxy/notify", request.encode())
        .map(reply -> text(reply.json().getJsonObject("data"), "id"))
        .ifPresent(id -> made.document("notifications", id));
  }
}
