package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.StatusesSeen;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.areas.games.SaveForms;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Provokes each status that the contract names, by the rows here or by an earlier test. The
 * contract therefore names no impossible status.
 */
@Tag("last")
class EveryStatusTest {
  /** Statuses of any operation when the service itself fails. Fault tests provoke them. */
  private static final Set<String> TROUBLE =
      Set.of("InternalError", "Unavailable", "TimedOut", "NoSpace", "OtherError");

  /** Errors that do not depend on the operation; tests of HTTP produce them. */
  private static final Set<String> OF_HTTP =
      Set.of("PreconditionFailed", "UriTooLong", "HeadersTooLarge");

  /** Statuses of both sets. An operation that returns pages declares them with a page as well. */
  private static final Set<String> OF_PAGES =
      Set.of("412", "414", "431", "500", "503", "504", "507", "default");

  /** One request a minute for each address; the owner is not limited. */
  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().with("LIMITS_DEFAULT_PER_MINUTE", "1");

  private static final Contract CONTRACT = ContractFiles.load("X-API-Key", "");
  private static final Set<String> SEEN = new TreeSet<>();

  /** The number of hire requests that an address may send per hour. */
  private static final int AT_ONCE = 3;

  private static final int ROUNDS = 30;

  @Test
  void producesEveryStatusInContract() throws Exception {
    CONTRACT.operations().forEach(EveryStatusTest::limit);
    access();
    ranges();
    saves();
    repeats();
    expect(
        "notifications.previewMail",
        404,
        NODE.owner("GET", "/api/proxy/email/previews?kind=letter"));
    tooLarge("media.putResume", "PUT /api/proxy/resume", "application/pdf", 30_000_000);
    Set<String> before = StatusesSeen.before();
    assumeFalse(before.isEmpty(), "judged only where all tests have run before, as in mvn verify");
    SEEN.addAll(before);
    Set<String> missing = new TreeSet<>();
    for (Operation operation : CONTRACT.operations()) {
      named(operation).stream()
          .map(status -> operation.id() + " " + status)
          .filter(pair -> !SEEN.contains(pair))
          .forEach(missing::add);
    }
    assertEquals(Set.of(), missing);
  }

  /** The rate limit of every operation. */
  private static void limit(Operation operation) {
    String path = operation.path().replaceAll("\\{[^}]+}", "203.0.113.9");
    String method = operation.method().name();
    String address = NODE.freshAddress();
    NODE.request(method, path).from(address).send();
    if (!operation.limitedByArea()) {
      expect(operation.id(), 429, NODE.request(method, path).from(address));
    }
  }

  private static void access() {
    String token = NODE.token(TestNode.CODE);
    JsonObject key = JsonObject.of("name", "a-key");
    Supplier<Client.Request> make =
        () -> NODE.request("POST", "/api/proxy/keys").token(token).json(key);
    expect("access.makeKey", 201, make.get());
    expect("access.makeKey", 409, make.get());
    Client.Reply current = NODE.owner("GET", "/api/proxy/daily-code/current").send();
    JsonObject use =
        new JsonObject().put("code", current.json().getString("code")).put("usedBy", "a test");
    expect("access.useCode", 200, NODE.owner("POST", "/api/proxy/daily-code/use").json(use));
    expect("access.useCode", 409, NODE.owner("POST", "/api/proxy/daily-code/use").json(use));
  }

  private static void ranges() {
    expect(
        "media.uploadAudio",
        201,
        NODE.owner("POST", "/audio/upload").file("file", "a.wav", Wavs.tone(500)));
    part("media.getAudio", "/audio/a.wav");
    JsonObject dna = JsonObject.of("dna", "ATCG");
    Client.Reply stored =
        expect("media.storeDna", 201, NODE.owner("POST", "/services/DNA").json(dna));
    part("media.getDna", "/services/DNA/" + stored.json().getString("id"));
    String symbol = "/api/proxy/historical-data/SPY";
    byte[] csv =
        "timeUtc,open,high,low,close\n2026-01-02,1,2,0.5,1.5\n".getBytes(StandardCharsets.UTF_8);
    expect("trading.putSymbol", 200, NODE.owner("PUT", symbol).body("text/csv", csv));
    part("trading.download", symbol + "/download");
    part("trading.csv", symbol + "/csv");
  }

  private static void part(String operation, String path) {
    expect(operation, 206, NODE.owner("GET", path).header("Range", "bytes=0-1"));
    expect(operation, 416, NODE.owner("GET", path).header("Range", "bytes=9999999-"));
  }

  private static void saves() throws IOException {
    Client.Reply stored =
        expect(
            "games.uploadSave",
            201,
            SaveForms.upload(
                NODE.owner("POST", SaveForms.PATH),
                "Survival",
                "world.zip",
                SaveForms.world(1, 1_000)));
    tooLarge(
        "games.uploadSave",
        "POST " + SaveForms.PATH,
        "multipart/form-data; boundary=b",
        5_000_000_000L);
    String id = stored.json().getString("_id");
    String path = SaveForms.PATH + '/' + id;
    String lock = "/games/blockgame/saves/" + id + "/lock";
    part("games.downloadSave", path);
    expect("games.lockSave", 200, NODE.owner("PUT", lock));
    expect("games.deleteSave", 409, NODE.owner("DELETE", path));
    expect("games.unlockSave", 200, NODE.owner("DELETE", lock));
    expect("games.deleteSave", 200, NODE.owner("DELETE", path));
  }

  /** The operations with an Idempotency-Key that no other test calls twice at the same time. */
  private static void repeats() throws Exception {
    JsonObject expense = JsonObject.of("date", "2026-11-22", "amount", 5, "category", "other");
    String expenses = "/api/proxy/printshop/expenditures";
    Client.Reply made =
        expect("commerce.createExpenditure", 201, NODE.owner("POST", expenses).json(expense));
    String id = made.json().getJsonObject("data").getString("_id");
    expect("commerce.deleteExpenditure", 200, NODE.owner("DELETE", expenses + "?id=" + id));
    underWay("commerce.createExpenditure", expenses, expense);
    JsonObject product = JsonObject.of("name", "Mug", "price", 5);
    underWay("commerce.createProduct", "/api/proxy/products", product);
    JsonObject entry = Samples.entry("2026-11-22T00:00:00Z", "m");
    underWay("trading.addLogs", "/api/proxy/bots/trading/logs", entry);
    LocalDate day = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9);
    JsonObject blocked =
        Samples.json("{'title': 'Away', 'timeZone': 'America/New_York'}")
            .mergeIn(Samples.times(day + "T10:00:00", day + "T12:00:00"));
    underWay("calendar.blockTime", "/api/proxy/calendar/busy", blocked);
    JsonObject old = JsonObject.of("subject", "s", "body", "b");
    underWay("notifications.hireLegacy", "/api/proxy/hire/send", old);
    JsonObject note = JsonObject.of("title", "t", "body", "b");
    underWay("notifications.notify", "/api/proxy/notify", note);
    JsonObject letter = old.copy().put("to", "a@example.org");
    underWay("notifications.sendEmail", "/api/proxy/email/send", letter);
    JsonObject form = Samples.hire("A Visitor", "a@example.org", "d");
    underWay("notifications.hire", "/api/proxy/hire", form);
  }

  /**
   * Of several concurrent requests with one Idempotency-Key, one is executed and the others get the
   * error status.
   */
  private static void underWay(String operation, String path, JsonObject body) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String key = operation + round;
      String address = NODE.freshAddress();
      Supplier<Client.Request> one =
          () -> NODE.owner("POST", path).from(address).header("Idempotency-Key", key).json(body);
      List<Integer> statuses = Concurrently.times(AT_ONCE, i -> one.get().send().status());
      if (statuses.contains(409)) {
        seen(operation, 409);
        return;
      }
    }
    fail(operation + ": never under way");
  }

  /** Sends only the head, because the JDK's client would have to send the announced body. */
  private static void tooLarge(String operation, String line, String type, long length)
      throws IOException {
    String credential = "X-API-Key: " + TestNode.KEY;
    NODE.ask(line, credential, "Content-Type: " + type, "Content-Length: " + length).expect(413);
    seen(operation, 413);
  }

  private static Client.Reply expect(String operation, int status, Client.Request request) {
    Client.Reply reply = request.send();
    assertEquals(status, reply.status(), operation + " " + reply.text());
    seen(operation, status);
    return reply;
  }

  private static void seen(String operation, int status) {
    SEEN.add(operation + " " + status);
  }

  private static Set<String> named(Operation operation) {
    JsonObject responses = document(operation).getJsonObject("responses");
    Set<String> statuses = new TreeSet<>(responses.fieldNames());
    statuses.removeIf(status -> anywhere(status, responses.getJsonObject(status)));
    assertTrue(!statuses.isEmpty(), operation.id());
    return statuses;
  }

  /** Returns whether a single request cannot provoke a response. */
  private static boolean anywhere(String status, JsonObject response) {
    String reference = response.getString("$ref", "");
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    boolean page = response.getJsonObject("content", new JsonObject()).containsKey("text/html");
    return TROUBLE.contains(name) || OF_HTTP.contains(name) || (page && OF_PAGES.contains(status));
  }

  private static JsonObject document(Operation operation) {
    return CONTRACT
        .document()
        .getJsonObject("paths")
        .getJsonObject(operation.path())
        .getJsonObject(operation.method().name().toLowerCase(java.util.Locale.ROOT));
  }
}
