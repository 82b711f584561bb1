package dev.gatehouse.faults;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.games.SaveForms;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** The operations that change what is stored. */
final class Scenarios {
  private static final String DATA = "/api/proxy/historical-data/";
  private static final String CSV = "timeUtc,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n";
  private static final Consumer<String> NOTHING = name -> {};
  private static final Set<Integer> GONE = Set.of(404);
  private static final Set<Integer> KNOWN = Set.of(409);
  private static final Set<Integer> NONE = Set.of();
  private static final int NONE_USED = -1;

  private final TestNode node;
  private final ProxiedStore store;
  private final List<Scenario> all = new ArrayList<>();
  private final Map<String, String> addresses = new HashMap<>();
  private final Map<String, String> made = new HashMap<>();
  private final Map<String, byte[]> files = new HashMap<>();
  private final Map<String, Integer> keys = new HashMap<>();

  private Scenarios(TestNode node, ProxiedStore store) {
    this.node = node;
    this.store = store;
  }

  static Scenarios of(TestNode node, ProxiedStore store) {
    Scenarios scenarios = new Scenarios(node, store);
    scenarios.media();
    scenarios.games();
    scenarios.market();
    scenarios.bot();
    scenarios.notices();
    scenarios.calendar();
    scenarios.gate();
    scenarios.codes();
    return scenarios;
  }

  List<Scenario> all() {
    return all;
  }

  /** Lets a run send its next requests under another Idempotency-Key. */
  void takeAnotherKey(String run) {
    keys.merge(run, 1, Integer::sum);
  }

  private void add(
      String name,
      Consumer<String> prepare,
      Function<String, Client.Reply> act,
      int status,
      Scenario.Counted counted) {
    all.add(new Scenario(name, prepare, act, status, counted));
  }

  private Scenario.Counted count(String collection, long effect, Set<Integer> tolerated) {
    return new Scenario.Counted(() -> store.count(collection), effect, tolerated);
  }

  /** From an address that each run has to itself, so that limits do not add up. */
  private Client.Request visitor(String run, String method, String path) {
    String address = addresses.computeIfAbsent(run, first -> node.freshAddress());
    return node.client().request(method, path).from(address);
  }

  private Client.Request owner(String run, String method, String path) {
    String key = "key-" + run + '-' + keys.getOrDefault(run, 0);
    return visitor(run, method, path).key(TestNode.KEY).header("Idempotency-Key", key);
  }

  private Client.Reply manage(String operation, JsonObject body) {
    try {
      return node.manage(operation, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Consumer<String> before(Function<String, Client.Reply> act) {
    return run -> {
      Client.Reply reply = act.apply(run);
      if (reply.status() >= 500) {
        throw new AssertionError("the preparation failed: " + reply.text());
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject json(String field, Object value) {
    return new JsonObject().put(field, value);
  }

  private void media() {
    Function<String, Client.Reply> upload =
        run ->
            owner(run, "POST", "/audio/upload").file("file", run + ".wav", Wavs.tone(500)).send();
    add("upload audio", NOTHING, upload, 201, count("audio", 1, NONE));
    add(
        "delete audio",
        before(upload),
        run -> owner(run, "DELETE", "/audio/" + run + ".wav").send(),
        200,
        count("audio", -1, GONE));
    add(
        "put resume",
        NOTHING,
        run ->
            owner(run, "PUT", "/api/proxy/resume")
                .body("application/pdf", bytes("%PDF-1.7 " + run))
                .send(),
        200,
        new Scenario.Counted(() -> 0, 0, NONE));
    Function<String, Client.Reply> dna =
        run -> owner(run, "POST", "/services/DNA").json(json("dna", "ATCG")).send();
    add("store DNA", NOTHING, dna, 201, count("dna", 1, NONE));
    add(
        "delete DNA",
        run -> made.put(run, dna.apply(run).json().getString("id")),
        run -> owner(run, "DELETE", "/services/DNA/" + made.get(run)).send(),
        200,
        count("dna", -1, GONE));
  }

  private void games() {
    String path = SaveForms.PATH + '/';
    Function<String, Client.Reply> upload =
        run ->
            SaveForms.upload(
                    owner(run, "POST", SaveForms.PATH), run, run + ".zip", SaveForms.world(1, 500))
                .send();
    add("upload save", NOTHING, upload, 201, count("blockgameSaves", 1, NONE));
    add(
        "delete save",
        run -> made.put(run, upload.apply(run).json().getString("_id")),
        run -> owner(run, "DELETE", path + made.get(run)).send(),
        200,
        count("blockgameSaves", -1, GONE));
    add(
        "keep one save",
        before(upload).andThen(before(upload)),
        run -> owner(run, "DELETE", path + "keep/1?serverName=" + run).send(),
        200,
        count("blockgameSaves", -1, NONE));
  }

  private void market() {
    Function<String, Client.Reply> put =
        run -> owner(run, "PUT", DATA + run).body("text/csv", bytes(CSV)).send();
    Function<String, Client.Reply> add =
        run ->
            owner(run, "POST", DATA + run + "/bars")
                .json(json("bars", new JsonArray().add(bar())))
                .send();
    add("put symbol", NOTHING, put, 200, count("symbols", 1, NONE));
    add(
        "replace symbol",
        before(put)
            .andThen(before(add))
            .andThen(run ->
                files.put(run, visitor(run, "GET", DATA + run + "/download").send().bytes())),
        run ->
            owner(run, "PUT", DATA + run).body("application/octet-stream", files.get(run)).send(),
        200,
        count("symbols", 0, NONE));
    add("first bars", NOTHING, add, 200, count("symbols", 1, NONE));
    add("more bars", before(put), add, 200, count("symbols", 0, NONE));
    add(
        "delete symbol",
        before(put),
        run -> owner(run, "DELETE", DATA + run).send(),
        200,
        count("symbols", -1, GONE));
    add(
        "import symbol",
        run -> write(run, CSV),
        run -> manage("trading.import", json("symbol", run).put("file", file(run).toString())),
        200,
        count("symbols", 1, NONE));
  }

  private static JsonObject bar() {
    return json("timeUtc", "2026-02-03")
        .put("open", 1)
        .put("high", 2)
        .put("low", 0.5)
        .put("close", 1.5);
  }

  private Path file(String run) {
    return node.data().resolve(run + ".csv");
  }

  private void write(String run, String text) {
    try {
      Files.writeString(file(run), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void bot() {
    JsonArray entries = new JsonArray();
    for (int i = 0; i < 3; i++) {
      entries.add(
          json("timestamp", "2026-11-01T00:00:00Z").put("level", "info").put("message", "bought"));
    }
    add(
        "add log entries",
        NOTHING,
        run ->
            owner(run, "POST", "/api/proxy/bots/trading/logs")
                .body("application/json", bytes(entries.encode()))
                .send(),
        201,
        count("tradingLogs", 3, NONE));
    add(
        "put watchlist",
        NOTHING,
        run ->
            owner(run, "PUT", "/api/proxy/trading/watchlist")
                .json(json("watchlist", new JsonArray()))
                .send(),
        200,
        new Scenario.Counted(() -> 0, 0, NONE));
    add(
        "put positions",
        NOTHING,
        run ->
            owner(run, "PUT", "/api/proxy/public/trading/positions")
                .json(json("positions", new JsonArray()))
                .send(),
        200,
        new Scenario.Counted(() -> 0, 0, NONE));
  }

  private void calendar() {
    Function<String, Client.Reply> book =
        run ->
            owner(run, "POST", "/api/proxy/calendar/create-event")
                .json(json("eventData", meeting(run)))
                .send();
    Consumer<String> booked =
        run -> made.put(run, book.apply(run).json().getJsonObject("event").encode());
    JsonObject confirmed = json("status", "confirmed");
    Scenario.Counted events =
        new Scenario.Counted(() -> store.count("calendarEvents", confirmed), 1, KNOWN);
    add("book", NOTHING, book, 201, events);
    JsonObject over = json("status", "cancelled");
    Scenario.Counted cancelled =
        new Scenario.Counted(() -> store.count("calendarEvents", over), 1, GONE);
    add(
        "cancel",
        booked,
        run ->
            owner(
                    run,
                    "DELETE",
                    "/api/proxy/calendar/events/" + new JsonObject(made.get(run)).getString("id"))
                .send(),
        200,
        cancelled);
    add(
        "cancel as a guest",
        booked,
        run -> visitor(run, "POST", link(new JsonObject(made.get(run)))).send(),
        200,
        cancelled);
  }

  private static String link(JsonObject event) {
    String link = event.getString("htmlLink");
    return link.substring(link.indexOf("/api/"));
  }

  private static JsonObject meeting(String run) {
    String day = LocalDate.of(2036, 1, 1).plusDays(Integer.parseInt(run.substring(3))).toString();
    return json("title", "A meeting")
        .put("startTime", day + "T10:00:00")
        .put("endTime", day + "T11:00:00")
        .put("attendeeEmail", "guest@example.com");
  }

  private void notices() {
    JsonObject form =
        json("name", "A Visitor")
            .put("email", "a@example.org")
            .put("projectType", "site")
            .put("budget", "hourly")
            .put("description", "d");
    add(
        "hire",
        NOTHING,
        run -> owner(run, "POST", "/api/proxy/hire").json(form).send(),
        200,
        new Scenario.Counted(
            () -> 1000 * store.count("hireForms") + letters("Hire request from A Visitor"),
            1001,
            KNOWN));
    add(
        "hire, the old form",
        NOTHING,
        run ->
            owner(run, "POST", "/api/proxy/hire/send")
                .json(json("subject", "s").put("body", "b"))
                .send(),
        200,
        new Scenario.Counted(
            () -> 1000 * store.count("hireForms") + letters("Hire request: s"), 1001, KNOWN));
    add(
        "notify",
        NOTHING,
        run ->
            owner(run, "POST", "/api/proxy/notify")
                .json(json("title", "t").put("body", "b"))
                .send(),
        200,
        count("notifications", 1, KNOWN));
    add(
        "send mail",
        NOTHING,
        run ->
            owner(run, "POST", "/api/proxy/email/send")
                .json(json("to", "a@example.org").put("subject", "s").put("body", "b"))
                .send(),
        200,
        new Scenario.Counted(this::mails, 1, KNOWN));
    Function<String, Client.Reply> subscribe =
        run -> owner(run, "POST", "/api/proxy/push/subscriptions").json(subscription(run)).send();
    add("subscribe", NOTHING, subscribe, 201, count("pushSubscriptions", 1, NONE));
    add(
        "unsubscribe",
        before(subscribe),
        run ->
            owner(run, "DELETE", "/api/proxy/push/subscriptions")
                .json(json("endpoint", subscription(run).getString("endpoint")))
                .send(),
        200,
        count("pushSubscriptions", -1, GONE));
  }

  private long letters(String subject) {
    return store.count("outbox", json("title", subject));
  }

  private long mails() {
    try (var files = Files.list(node.data().resolve("mail"))) {
      return files.filter(Scenarios::isSent).count();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Letters of other operations go out in between. */
  private static boolean isSent(Path letter) {
    try {
      return letter.toString().endsWith(".eml")
          && Files.readString(letter).lines().anyMatch("Subject: s"::equals);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keys as in the example of RFC 8291. */
  private static JsonObject subscription(String run) {
    JsonObject keys =
        json(
                "p256dh",
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
            .put("auth", "BTBZMqHH6r4Tts7J_aSIgg");
    return json("endpoint", "https://127.0.0.1:9/" + run).put("keys", keys);
  }

  private void gate() {
    Function<String, Client.Reply> bait = run -> visitor(run, "GET", "/.env").send();
    add("be banned", NOTHING, bait, 403, count("bans", 1, NONE));
    add(
        "ban",
        run -> addresses.computeIfAbsent(run, first -> node.freshAddress()),
        run -> manage("access.ban", json("address", addresses.get(run)).put("reason", "a test")),
        200,
        count("bans", 1, NONE));
    add(
        "unban",
        before(bait),
        run ->
            node.client()
                .request("DELETE", "/api/proxy/bans/" + addresses.get(run))
                .key(TestNode.KEY)
                .send(),
        200,
        count("bans", -1, GONE));
    Function<String, Client.Reply> addKey =
        run -> manage("access.addKey", json("name", run).put("scopes", new JsonArray()));
    add("add a key", NOTHING, addKey, 201, count("apiKeys", 1, KNOWN));
    add(
        "revoke a key",
        run -> made.put(run, addKey.apply(run).json().getString("key")),
        run -> {
          Client.Reply reply = manage("access.revokeKey", json("name", run));
          if (reply.status() == 200) {
            int status =
                node.client()
                    .request("GET", "/deployment/info")
                    .from(node.freshAddress())
                    .key(made.get(run))
                    .send()
                    .status();
            if (status == 200) {
              throw new AssertionError("a revoked key opens");
            }
          }
          return reply;
        },
        200,
        count("apiKeys", -1, GONE));
    Consumer<String> signedIn = run -> made.put(run, signIn(run).json().getString("token"));
    add(
        "log out",
        signedIn,
        run -> visitor(run, "POST", "/api/proxy/auth/logout").token(made.get(run)).send(),
        200,
        // Who asks again with a token that is revoked is told so, and that is what he wanted.
        count("revocations", 1, Set.of(403)));
    add(
        "take a ticket",
        signedIn,
        run -> visitor(run, "POST", "/api/proxy/auth/ticket").token(made.get(run)).send(),
        201,
        count("tickets", 1, NONE));
  }

  private Client.Reply signIn(String run) {
    return visitor(run, "POST", "/api/proxy/auth/validate-access")
        .json(json("code", TestNode.CODE))
        .send();
  }

  private void codes() {
    Scenario.Counted nothing = new Scenario.Counted(() -> 0, 0, NONE);
    add("sign in", NOTHING, this::signIn, 200, nothing);
    add(
        "guess",
        NOTHING,
        run ->
            visitor(run, "POST", "/api/proxy/auth/validate-access")
                .json(json("code", "wrong"))
                .send(),
        401,
        nothing);
    Consumer<String> another =
        run ->
            made.put(run, manage("access.reissueCode", new JsonObject()).json().getString("code"));
    add(
        "use the code",
        another,
        run ->
            owner(run, "POST", "/api/proxy/daily-code/use")
                .json(json("code", made.get(run)).put("usedBy", run))
                .send(),
        200,
        new Scenario.Counted(this::used, 1, KNOWN));
    add(
        "replace the code",
        NOTHING,
        run -> manage("access.reissueCode", new JsonObject()),
        200,
        nothing);
  }

  private long used() {
    JsonObject day = store.one("dailyCodes");
    return day.getInteger("usedReissue", NONE_USED) >= day.getInteger("reissue") ? 1 : 0;
  }
}
