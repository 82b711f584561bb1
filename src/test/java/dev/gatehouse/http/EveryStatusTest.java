package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.StatusesSeen;
import dev.gatehouse.TestNode;
import dev.gatehouse.Wavs;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
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
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE", "1")
          .with("PUSH_PRIVATE_NETWORKS", "true")
          .with("PUSH_MAX_SUBSCRIPTIONS", "1")
          .with("DEPLOYMENT_IP", "203.0.113.80")
          .with("DEPLOYMENT_MAX_SERVICES", "1");

  private static final Contract CONTRACT = ContractFiles.load("X-API-Key", "");
  private static final byte[] WAV = Wavs.tone(500);
  private static final Set<String> SEEN = new TreeSet<>();
  private static Client client;

  @BeforeAll
  static void connect() {
    client = NODE.client();
  }

  @Test
  void producesEveryStatusInContract() {
    CONTRACT.operations().forEach(EveryStatusTest::limit);
    access();
    media();
    SiteStatuses.provoke();
    dna();
    TradingStatuses.provoke();
    NoticeStatuses.provoke();
    GamesStatuses.provoke();
    CommerceStatuses.provoke();
    PrintshopStatuses.provoke();
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
    client.request(method, path).from(address).send();
    if (!operation.limitedByArea()) {
      expect(operation.id(), 429, client.request(method, path).from(address));
    }
  }

  private static void access() {
    String validate = "/api/proxy/auth/validate-access";
    expect("access.validateAccess", 200, post(validate, code(TestNode.CODE)));
    expect("access.validateAccess", 401, post(validate, code("wrong")));
    String token =
        client
            .request("POST", validate)
            .from(NODE.freshAddress())
            .json(code(TestNode.CODE))
            .send()
            .json()
            .getString("token");
    expect(
        "access.ticket",
        201,
        client.request("POST", "/api/proxy/auth/ticket").token(token).from(NODE.freshAddress()));
    keys(token);
    passkeys(token);
    expect("access.logout", 400, owner("POST", "/api/proxy/auth/logout"));
    expect(
        "access.logout",
        200,
        client.request("POST", "/api/proxy/auth/logout").token(token).from(NODE.freshAddress()));
    Client.Reply current =
        expect("access.currentCode", 200, owner("GET", "/api/proxy/daily-code/current"));
    JsonObject use = code(current.json().getString("code")).put("usedBy", "a test");
    String path = "/api/proxy/daily-code/";
    expect("access.validateCode", 200, owner("POST", path + "validate").json(code("x")));
    expect("access.useCode", 404, owner("POST", path + "use").json(code("x").put("usedBy", "me")));
    expect("access.useCode", 200, owner("POST", path + "use").json(use));
    expect("access.useCode", 409, owner("POST", path + "use").json(use));
    String blocked = NODE.freshAddress();
    assertEquals(403, client.request("GET", "/.env").from(blocked).send().status());
    expect("access.bans", 200, owner("GET", "/api/proxy/bans"));
    expect("access.unban", 400, owner("DELETE", "/api/proxy/bans/nobody"));
    expect("access.unban", 200, owner("DELETE", "/api/proxy/bans/" + blocked));
    expect("access.unban", 404, owner("DELETE", "/api/proxy/bans/" + blocked));
  }

  private static void keys(String token) {
    String path = "/api/proxy/keys";
    JsonObject order = new JsonObject().put("name", "a-key");
    Supplier<Client.Request> make =
        () -> client.request("POST", path).token(token).from(NODE.freshAddress());
    expect("access.makeKey", 201, make.get().json(order));
    expect("access.makeKey", 409, make.get().json(order));
    expect("access.keys", 200, client.request("GET", path).token(token));
    expect("access.endKey", 200, client.request("DELETE", path + "/a-key").token(token));
    expect("access.endKey", 404, client.request("DELETE", path + "/a-key").token(token));
  }

  /** This node has no address for which browsers store passkeys. PasskeyTest has one. */
  private static void passkeys(String token) {
    String path = "/api/proxy/passkeys";
    String signIn = "/api/proxy/auth/passkey";
    JsonObject passkey =
        new JsonObject()
            .put("name", "a")
            .put("clientDataJSON", "AAAA")
            .put("attestationObject", "AAAA");
    JsonObject signed =
        new JsonObject()
            .put("id", "AAAA")
            .put("clientDataJSON", "AAAA")
            .put("authenticatorData", "AAAA")
            .put("signature", "AAAA");
    expect("access.passkeys", 200, client.request("GET", path).token(token));
    expect("access.passkeyOptions", 409, client.request("POST", path + "/options").token(token));
    expect("access.addPasskey", 409, client.request("POST", path).token(token).json(passkey));
    expect(
        "access.passkeySignInOptions",
        409,
        client.request("POST", signIn + "/options").from(NODE.freshAddress()));
    expect("access.passkeySignIn", 409, post(signIn, signed));
  }

  private static void media() {
    Client.Request junk =
        owner("POST", "/audio/upload").file("file", "a.wav", "x".getBytes(StandardCharsets.UTF_8));
    expect("media.uploadAudio", 201, owner("POST", "/audio/upload").file("file", "a.wav", WAV));
    expect("media.uploadAudio", 400, owner("POST", "/audio/upload").file("other", "a.wav", WAV));
    expect("media.uploadAudio", 415, junk);
    expect("media.listAudio", 200, owner("GET", "/audio"));
    for (List<String> row :
        List.of(List.of("206", "Range", "bytes=0-9"), List.of("416", "Range", "bytes=99999-"))) {
      expect(
          "media.getAudio",
          Integer.parseInt(row.getFirst()),
          visitor("GET", "/audio/a.wav").header(row.get(1), row.get(2)));
    }
    expect("media.getAudio", 404, visitor("GET", "/audio/none.wav"));
    expect("media.deleteAudio", 200, owner("DELETE", "/audio/a.wav"));
    expect("media.deleteAudio", 404, owner("DELETE", "/audio/a.wav"));
  }

  /** Sends only the head, because the JDK's client would have to send the announced body. */
  static void tooLarge(String operation, String line, String type, long length) {
    String credential = "X-API-Key: " + TestNode.KEY;
    try (var raw = NODE.raw()) {
      raw.send(
          RawClient.head(line, credential, "Content-Type: " + type, "Content-Length: " + length));
      assertEquals(413, raw.read().status(), operation);
      seen(operation, 413);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void dna() {
    Client.Reply stored =
        expect(
            "media.storeDna",
            201,
            owner("POST", "/services/DNA").json(new JsonObject().put("dna", "ATCG")));
    String path = "/services/DNA/" + stored.json().getString("id");
    expect("media.getDna", 416, owner("GET", path).header("Range", "bytes=9-"));
    tooLarge("media.putResume", "PUT /api/proxy/resume", "application/pdf", 30_000_000);
  }

  static Client.Reply expect(String operation, int status, Client.Request request) {
    Client.Reply reply = request.send();
    assertEquals(status, reply.status(), operation + " " + reply.text());
    seen(operation, status);
    return reply;
  }

  private static Client.Request post(String path, JsonObject body) {
    return client.request("POST", path).from(NODE.freshAddress()).json(body);
  }

  static void seen(String operation, int status) {
    SEEN.add(operation + " " + status);
  }

  static Client.Request visitor(String method, String path) {
    return client.request(method, path).from(NODE.freshAddress());
  }

  static Client.Request owner(String method, String path) {
    return client.request(method, path).key(TestNode.KEY);
  }

  private static JsonObject code(String code) {
    return new JsonObject().put("code", code);
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
