package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.StatusesSeen;
import dev.gatehouse.TestNode;
import dev.gatehouse.http.Row.Expected;
import dev.gatehouse.http.Row.Sent;
import dev.gatehouse.reference.ContractDocument;
import dev.gatehouse.reference.ContractDocument.Documented;
import dev.gatehouse.reference.SampleValues;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation rejects what the contract excludes, with the status, the code and the parameter
 * that the contract implies, and accepts what is just within its bounds.
 */
class OperationRowsTest {
  private static final int AT_ONCE = 8;

  /** Maximum bytes of a body that is sent although it should be rejected by its length. */
  private static final int MAX_SENT = 100_000;

  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().with("DEPLOYMENT_IP", "203.0.113.80");

  /** Methods of OpenAPI that a path can lack. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  /**
   * Fields, and operations with a field, whose values the area restricts further. The value at the
   * bound of the contract need not be valid there.
   */
  private static final Set<String> RESTRICTED =
      Set.of(
          """
          address, ip, url, listings[0].url, listings[0].imageUrl, endpoint, lines[0].variantId, variants.entry,
          access.makeKey scopes, calendar.availableSlots date, calendar.blockTime endTime, calendar.blockTime startTime,
          calendar.blockTime timeZone, calendar.busyTimes endDate, calendar.busyTimes startDate, calendar.events startDate,
          calendar.events endDate, commerce.createExpenditure amount, commerce.putExpenditure amount, media.changeAudio cover,
          notifications.nextReport date, site.addShortUrl createdAt, site.addShortUrl expiresAt, site.addShortUrl key,
          site.changeShortUrl expiresAt, site.indexNowKey name, site.orderHyperlinks ids, storefront.revenue until
          """
              .strip()
              .split(",\\s+"));

  /** Operations without a reply that a client can compare: a stream does not end. */
  private static final Set<String> ENDLESS = Set.of("notifications.stream", "trading.tailLogs");

  /** Headers that differ between two replies. */
  private static final Set<String> OF_ONE_REPLY =
      Set.of("date", "x-request-id", "transfer-encoding");

  /** Operations whose example needs a record, by the operation that creates it. */
  private static final Map<String, String> CREATORS =
      Map.ofEntries(
          Map.entry("commerce.listings", "commerce.putListings"),
          Map.entry("commerce.product", "commerce.createProduct"),
          Map.entry("games.downloadSave", "games.uploadSave"),
          Map.entry("media.getAudio", "media.uploadAudio"),
          Map.entry("media.getDna", "media.storeDna"),
          Map.entry("site.followShortUrl", "site.addShortUrl"),
          Map.entry("site.getHyperlink", "site.addHyperlink"),
          Map.entry("site.resolveShortUrl", "site.addShortUrl"),
          Map.entry("site.shortUrlCode", "site.addShortUrl"),
          Map.entry("trading.candles", "trading.putSymbol"),
          Map.entry("trading.csv", "trading.putSymbol"),
          Map.entry("trading.download", "trading.putSymbol"),
          Map.entry("trading.symbol", "trading.putSymbol"));

  /** Operations with 304 whose records come from providers, settings or files with a picture. */
  private static final Set<String> WITHOUT_RECORD =
      Set.of(
          "calendar.feed", "codehost.recentRepos",
          "codehost.stats", "commerce.bestRated",
          "commerce.marketplaceProduct", "site.indexNowKey",
          "site.securityTxt", "media.getCover");

  private static final ContractDocument CONTRACT = new ContractDocument();
  private static final SampleValues SAMPLES = new SampleValues(CONTRACT);
  private static String token;

  @BeforeAll
  static void signIn() {
    token = NODE.token(TestNode.CODE);
  }

  static Stream<Documented> operations() {
    return CONTRACT.operations().stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void rejectsWhatContractExcludes(Documented operation) throws Exception {
    List<Callable<String>> checks = new ArrayList<>();
    for (Row row : OperationRows.of(CONTRACT, SAMPLES, operation)) {
      checks.add(() -> fault(operation, row));
    }
    assertNone(operation, checks);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void rejectsBodyOverItsLimit(Documented operation) throws Exception {
    // An upload check has its own limit, which the contract does not state.
    boolean checked = operation.json().containsKey("x-upload-check");
    List<Callable<String>> checks = new ArrayList<>();
    for (String type : operation.bodies().fieldNames()) {
      if (!checked || type.equals("application/json")) {
        checks.add(() -> tooLarge(operation, type));
      }
    }
    assertNone(operation, checks);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void rejectsOtherMethods(Documented operation) throws Exception {
    Set<String> allowed = new TreeSet<>();
    operations()
        .filter(each -> each.path().equals(operation.path()))
        .forEach(each -> allowed.add(method(each)));
    if (allowed.contains("GET")) {
      allowed.add("HEAD");
    }
    String path = OperationRows.valid(CONTRACT, SAMPLES, operation).path();
    List<Callable<String>> checks = new ArrayList<>();
    for (String method : METHODS) {
      if (!allowed.contains(method)) {
        checks.add(() -> notAllowed(Sent.of(method, path), allowed));
      }
    }
    assertNone(operation, checks);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void repliesToHeadLikeToGet(Documented operation) throws Exception {
    if (operation.method().equals("get") && !ENDLESS.contains(operation.id())) {
      assertNone(operation, List.of(() -> head(operation)));
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void confirmsUnchangedReply(Documented operation) throws Exception {
    boolean declared = operation.json().getJsonObject("responses").containsKey("304");
    if (declared && !WITHOUT_RECORD.contains(operation.id())) {
      assertNone(operation, List.of(() -> unchanged(operation)));
    }
  }

  private static void assertNone(Documented operation, List<Callable<String>> checks)
      throws Exception {
    List<String> faults = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (Future<String> each : threads.invokeAll(checks)) {
        faults.add(each.get());
      }
    }
    faults.removeIf(String::isEmpty);
    assertEquals("", String.join("\n", faults), operation.id());
  }

  private static String fault(Documented operation, Row row) {
    Expected expected = row.expected();
    boolean restricted =
        RESTRICTED.contains(expected.param())
            || RESTRICTED.contains(operation.id() + ' ' + expected.param());
    if (expected.status() == 0 && restricted) {
      return "";
    }
    try {
      String fault = fault(expected, send(operation, row.sent()));
      return fault.isEmpty() ? "" : row.name() + ": " + fault;
    } catch (RuntimeException | AssertionError e) {
      return row.name() + ": " + e;
    }
  }

  private static String fault(Expected expected, Client.Reply reply) {
    JsonObject error = reply.status() < 400 ? new JsonObject() : reply.json();
    String param = error.getString("param", "");
    String found = "got " + reply.status() + ' ' + reply.text();
    if (expected.status() == 0) {
      boolean refused = reply.status() == 400 && param.equals(expected.param());
      return refused ? "is valid, " + found : "";
    }
    boolean same =
        reply.status() == expected.status()
            && error.getString("code", "").equals(expected.code())
            && param.equals(expected.param());
    return same ? "" : "expected " + expected + ", " + found;
  }

  /** Sends only the head of a large body, which the JDK's client would send as a whole. */
  private static String tooLarge(Documented operation, String type) throws IOException {
    // A form with a file has room for the heads of its parts.
    long slack = type.startsWith("multipart") ? 1_000_000 : 0;
    long length = OperationRows.maxBody(operation) + 1 + slack;
    Sent valid = OperationRows.valid(CONTRACT, SAMPLES, operation);
    try (RawClient raw = NODE.raw()) {
      raw.send(
          RawClient.head(
              valid.method() + ' ' + valid.path(),
              credential(operation),
              "Content-Type: " + type + (slack == 0 ? "" : "; boundary=b"),
              "Content-Length: " + length));
      if (length <= MAX_SENT) {
        raw.send(" ".repeat((int) length));
      }
      RawClient.Reply reply = raw.read();
      StatusesSeen.add(operation.id(), reply.status());
      boolean right = reply.status() == 413 && reply.code().equals("body_too_large");
      return right ? "" : type + " of " + length + " bytes: " + reply.status() + reply.text();
    }
  }

  private static String notAllowed(Sent sent, Set<String> allowed) {
    Client.Reply reply = NODE.request(sent.method(), sent.path()).send();
    String header = reply.header("Allow");
    Set<String> named = header == null ? Set.of() : Set.of(header.split(", "));
    boolean coded =
        sent.method().equals("HEAD")
            ? reply.bytes().length == 0
            : "method_not_allowed".equals(reply.code());
    boolean right = reply.status() == 405 && named.equals(allowed) && coded;
    return right ? "" : sent.method() + ": " + reply.status() + ", Allow: " + header;
  }

  private static String head(Documented operation) {
    Sent get = Sent.of("GET", recorded(operation));
    Client.Reply whole = send(operation, get);
    Client.Reply head = send(operation, get.method("HEAD"));
    Map<String, List<String>> expected = headers(whole);
    Map<String, List<String>> found = headers(head);
    boolean same = head.status() == whole.status() && found.equals(expected);
    return same && head.bytes().length == 0
        ? ""
        : "GET " + whole.status() + expected + ", HEAD " + head.status() + found;
  }

  private static Map<String, List<String>> headers(Client.Reply reply) {
    Map<String, List<String>> headers = new TreeMap<>(reply.response().headers().map());
    headers.keySet().removeAll(OF_ONE_REPLY);
    if (!headers.containsKey("etag")) {
      // Two replies without a validator can have different lengths.
      headers.remove("content-length");
    }
    return headers;
  }

  private static String unchanged(Documented operation) {
    Sent get = Sent.of("GET", recorded(operation));
    Client.Reply first = send(operation, get);
    String tag = first.header("ETag");
    if (first.status() != 200 || tag == null) {
      return "200 with an ETag: " + first.status() + ' ' + first.text();
    }
    for (String condition : List.of(tag, "W/" + tag.replace("W/", ""), "\"other\", " + tag, "*")) {
      Client.Reply again = send(operation, get.with("If-None-Match", condition));
      if (again.status() != 304 || !tag.equals(again.header("ETag")) || again.bytes().length > 0) {
        return condition + ": " + again.status() + ", ETag " + again.header("ETag");
      }
    }
    int other = send(operation, get.with("If-None-Match", "\"other\"")).status();
    return other == 200 ? "" : "another ETag: " + other;
  }

  /** Returns the path of an example, whose record is created if the operation needs one. */
  private static String recorded(Documented operation) {
    String creator = CREATORS.get(operation.id());
    String path = OperationRows.valid(CONTRACT, SAMPLES, operation).path();
    if (creator == null) {
      return path;
    }
    Documented create =
        operations().filter(each -> each.id().equals(creator)).findFirst().orElseThrow();
    Sent sent = OperationRows.valid(CONTRACT, SAMPLES, create);
    Client.Reply reply = send(create, sent);
    assertTrue(reply.status() < 300 || reply.status() == 409, creator + ' ' + reply.text());
    JsonObject made = reply.json();
    String id = made.getString("_id", made.getString("id"));
    return id == null ? path : operation.path().replaceAll("\\{[^}]+}", id);
  }

  private static Client.Reply send(Documented operation, Sent sent) {
    Client.Request request = NODE.request(sent.method(), sent.path());
    Map<String, String> headers = new TreeMap<>(sent.headers());
    String type = headers.remove("Content-Type");
    headers.forEach(request::header);
    String[] credential = credential(operation).split(": ");
    request.header(credential[0], credential[1]);
    return (type == null ? request : request.body(type, sent.body())).send();
  }

  /** Returns a header that admits the request: a key, a token, or the address of a visitor. */
  private static String credential(Documented operation) {
    JsonArray security = operation.json().getJsonArray("security");
    if (security != null && security.isEmpty()) {
      return "X-Forwarded-For: " + NODE.freshAddress();
    }
    boolean key = security == null && !operation.id().equals("access.logout");
    return key ? "X-API-Key: " + TestNode.KEY : "Authorization: Bearer " + token;
  }

  private static String method(Documented operation) {
    return operation.method().toUpperCase(Locale.ROOT);
  }
}
