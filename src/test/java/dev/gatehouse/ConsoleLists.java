package dev.gatehouse;

import static dev.gatehouse.ConsoleTab.HOSTILE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.areas.games.SaveForms;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Fills each list of the console with more rows than it draws at once. */
final class ConsoleLists {
  /** Rows of each list. */
  static final int ROWS = 51;

  private static final int CLIENTS = 6;
  private static final byte[] CSV =
      "timeUtc,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] SOUND = Wavs.tone(80);

  private final ConsoleTab tab;
  private final TestNode node;
  private final String today;
  private final String token;

  ConsoleLists(ConsoleTab tab) {
    this.tab = tab;
    this.node = tab.node();
    this.today = node.clock.instant().toString().substring(0, 10);
    this.token = node.client().token(TestNode.CODE);
  }

  /** Requires a node that trusts a proxy, with a game folder and without player name lookups. */
  void fill() throws Exception {
    whole("PUT", "/api/proxy/public/trading/positions", "positions", this::position);
    whole("PUT", "/api/proxy/trading/watchlist", "watchlist", this::watched);
    whole("PUT", "/api/proxy/listings?type=marketplace-a", "listings", ConsoleLists::title);
    whole("POST", "/games/blockgame/whitelist", "whitelist", this::player);
    whole("POST", "/games/blockgame/operators", "operators", this::operator);
    tab.owner("POST", "/api/proxy/bots/trading/logs")
        .body("application/json", all(this::logged).encode().getBytes(StandardCharsets.UTF_8))
        .send();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Future<?>> sent = new ArrayList<>();
      for (IntConsumer row : rows()) {
        IntStream.range(0, ROWS).forEach(i -> sent.add(clients.submit(() -> row.accept(i))));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    }
    Path trash = node.data().resolve("blobs/trash");
    for (int i = 0; i < 2 * ROWS; i++) {
      String id = String.format(Locale.ROOT, "%024x", i);
      Files.write(trash.resolve(id + ".20990101T000000Z.1"), new byte[4]);
    }
  }

  private List<IntConsumer> rows() {
    return List.of(
        i -> post("/api/proxy/notify", title(i).put("body", HOSTILE)),
        i -> post("/api/proxy/products", name(i).put("price", i)),
        i -> post("/api/proxy/redirects", JsonObject.of("key", "k" + i, "url", url(i))),
        i -> post("/api/proxy/hyperlinks", title(i).put("url", url(i)).put("category", "social")),
        i -> post("/api/proxy/keys", JsonObject.of("name", "key-" + i)),
        i -> post("/api/proxy/printshop/expenditures", expense(i)),
        i -> post("/api/proxy/calendar/create-event", meeting(i)),
        i -> post("/deployment/register-ip", service(i)),
        this::ban,
        this::hire,
        this::song,
        this::save,
        this::symbol);
  }

  private void whole(String method, String path, String field, IntFunction<JsonObject> row) {
    tab.send(method, path, JsonObject.of(field, all(row)));
  }

  private static JsonArray all(IntFunction<JsonObject> row) {
    return new JsonArray(IntStream.range(0, ROWS).mapToObj(row).toList());
  }

  private void post(String path, JsonObject body) {
    well(node.client().request("POST", path).token(token).json(body).send());
  }

  private static JsonObject title(int i) {
    return JsonObject.of("title", i + " " + HOSTILE);
  }

  private static JsonObject name(int i) {
    return JsonObject.of("name", i + " " + HOSTILE);
  }

  private static String url(int i) {
    return "https://example.org/" + i;
  }

  private static String symbolOf(int i) {
    return "S" + i;
  }

  private JsonObject expense(int i) {
    return JsonObject.of(
        "date", today, "amount", i + 1, "category", "other", "description", HOSTILE);
  }

  /** All meetings are on one day in the far future, ten minutes each. */
  private JsonObject meeting(int i) {
    String start = String.format(Locale.ROOT, "2100-03-01T%02d:%02d:00", 8 + i / 6, i % 6 * 10);
    String end = String.format(Locale.ROOT, "2100-03-01T%02d:%02d:00", 8 + i / 6, i % 6 * 10 + 9);
    return JsonObject.of("eventData", title(i).put("startTime", start).put("endTime", end));
  }

  private static JsonObject service(int i) {
    return JsonObject.of("service", "service-" + i, "ip", "198.51.100." + (i + 1));
  }

  private JsonObject position(int i) {
    return JsonObject.of("symbol", symbolOf(i), "quantity", i + 1);
  }

  private JsonObject watched(int i) {
    String time = "2026-01-02T03:04:05Z";
    return JsonObject.of("symbol", symbolOf(i), "timestamp", time, "strategy", "HODL")
        .put("reason", HOSTILE);
  }

  private JsonObject player(int i) {
    return JsonObject.of("name", "Player_" + i);
  }

  private JsonObject operator(int i) {
    return player(i).put("level", 4);
  }

  private JsonObject logged(int i) {
    return Samples.entry(node.clock.instant().plusSeconds(i).toString(), i + " " + HOSTILE);
  }

  private void ban(int i) {
    JsonObject ban = JsonObject.of("address", "203.0.113." + i, "reason", HOSTILE);
    Unchecked.get(() -> node.manage("access.ban", ban)).expect(200);
  }

  private void hire(int i) {
    // Equal texts would be spam.
    String text = HOSTILE + (char) ('a' + i / 26) + (char) ('a' + i % 26);
    JsonObject form = Samples.hire(i + " " + HOSTILE, "eve@example.org", text);
    Client.Request request = node.request("POST", "/api/proxy/hire").from(node.freshAddress());
    well(request.json(form.put("projectType", HOSTILE)).send());
  }

  private void song(int i) {
    Client.Request request = node.client().request("POST", "/audio/upload").token(token);
    well(request.file("file", "song-" + i + ".wav", SOUND).send());
  }

  private void save(int i) {
    Client.Request request = node.owner("POST", SaveForms.PATH);
    well(SaveForms.upload(request, HOSTILE, i + ".zip", SaveForms.world(i, 100)).send());
  }

  private void symbol(int i) {
    String path = "/api/proxy/historical-data/" + symbolOf(i);
    well(tab.owner("PUT", path).body("text/csv", CSV).send());
  }

  private static void well(Client.Reply reply) {
    assertTrue(reply.status() < 300, reply.text());
  }
}
