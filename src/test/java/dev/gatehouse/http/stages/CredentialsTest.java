package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.bus.Role;
import dev.gatehouse.contract.Contract;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.contract.Operation.Requirement;
import dev.gatehouse.security.Tokens;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation with every kind of credential. The expected outcomes are derived from the
 * contract.
 */
class CredentialsTest {
  private static final String SECRET = "a-secret-of-more-than-thirty-two-bytes";
  private static final String OTHER = "another-secret-of-more-than-32-bytes!";

  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().with("ACCESS_JWT_SECRET", SECRET);

  private static final Contract CONTRACT = ContractFiles.load("X-API-Key", "");
  private static final Vertx VERTX = Vertx.vertx();
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Keys by their scopes. */
  private static final Map<Set<String>, String> KEYS = new HashMap<>();

  private static Client client;
  private static String revoked;
  private static String banned;

  /** The expected outcome of a request. */
  private enum Outcome {
    PASSES,
    CHALLENGED,
    REFUSED
  }

  @BeforeAll
  static void prepare() throws IOException {
    client = NODE.client();
    KEYS.clear();
    Set<String> scopes = new TreeSet<>(CONTRACT.scopes());
    assertTrue(scopes.size() > 1, "a key without the scope needs another one");
    for (String scope : scopes) {
      KEYS.put(Set.of(scope), newKey(Set.of(scope)));
    }
    revoked = token(Role.OPERATOR);
    assertEquals(
        200, client.request("POST", "/api/proxy/auth/logout").token(revoked).send().status());
    banned = NODE.freshAddress();
    NODE.manage("access.ban", new JsonObject().put("address", banned).put("reason", "a test"));
  }

  static Stream<Operation> operations() {
    return CONTRACT.operations().stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void checksEveryCredentialAgainstContract(Operation operation) {
    boolean open = operation.isPublic();
    List<Requirement> wanted = operation.requirements();
    Outcome unlessOpen = open ? Outcome.PASSES : Outcome.REFUSED;
    var faults = new ArrayList<String>();
    Expectation expect =
        (kind, outcome, credential) -> {
          Client.Reply reply = ask(operation, credential);
          if (outcome(reply) != outcome) {
            faults.add(kind + ": " + reply.status() + " " + reply.text() + " is not " + outcome);
          }
        };
    expect.holds("nothing", open ? Outcome.PASSES : Outcome.CHALLENGED, r -> r);
    expect.holds(
        "a visitor", serves("token", Set.of("visitor"), wanted), r -> r.token(token(Role.VISITOR)));
    expect.holds(
        "an operator",
        serves("token", Set.of("operator"), wanted),
        r -> r.token(token(Role.OPERATOR)));
    expect.holds("the owner's key", serves("key", null, wanted), r -> r.key(TestNode.KEY));
    Set<String> others = new TreeSet<>(CONTRACT.scopes());
    for (String scope : openers(wanted)) {
      expect.holds(
          "a key for " + scope,
          serves("key", Set.of(scope), wanted),
          r -> r.key(KEYS.get(Set.of(scope))));
      others.remove(scope);
    }
    // Without these scopes the operation must be forbidden, even with all other scopes together.
    String apart = KEYS.computeIfAbsent(Set.copyOf(others), CredentialsTest::newKey);
    expect.holds("a key for all but these", serves("key", others, wanted), r -> r.key(apart));
    expect.holds(
        "a visitor's token with the owner's key",
        serves("token", Set.of("visitor"), wanted) == Outcome.PASSES
            ? Outcome.PASSES
            : serves("key", null, wanted),
        r -> r.token(token(Role.VISITOR)).key(TestNode.KEY));
    expect.holds("an expired token", unlessOpen, r -> r.token(expired()));
    expect.holds("a revoked token", unlessOpen, r -> r.token(revoked));
    expect.holds("another scheme", unlessOpen, r -> r.header("Authorization", "Basic eDp5"));
    expect.holds("a wrong key", Outcome.REFUSED, r -> r.key("no-key-of-this-house-1"));
    expect.holds("no token at all", Outcome.REFUSED, r -> r.token("abc"));
    expect.holds("a token under another secret", Outcome.REFUSED, r -> r.token(foreign()));
    expect.holds("a token with a bad signature", Outcome.REFUSED, r -> r.token(badlySigned()));
    expect.holds("a token under alg none", Outcome.REFUSED, r -> r.token(unsigned()));
    assertEquals(List.of(), faults, operation.id());
  }

  /** Returns the scopes that each grant access to an operation. */
  private static Set<String> openers(List<Requirement> wanted) {
    Set<String> openers = new TreeSet<>(Set.of("operator"));
    wanted.stream()
        .filter(requirement -> requirement.scheme().equals("key"))
        .forEach(requirement -> openers.addAll(requirement.any()));
    openers.retainAll(CONTRACT.scopes());
    return openers;
  }

  private static String newKey(Set<String> scopes) {
    JsonObject order =
        new JsonObject().put("name", "key-" + KEYS.size()).put("scopes", List.copyOf(scopes));
    try {
      return NODE.manage("access.addKey", order).json().getString("key");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void returns403ToBannedAddressOnEveryOperation(Operation operation) {
    for (String key : List.of("", TestNode.KEY)) {
      Client.Request request = request(operation).from(banned);
      Client.Reply reply = (key.isEmpty() ? request : request.key(key)).send();
      assertEquals(403, reply.status());
      assertEquals(
          operation.method().name().equals("HEAD") ? null : "this address is blocked",
          reply.error());
      assertNotNull(reply.header("Retry-After"));
    }
  }

  @Test
  void exposesOnlyListedPublicOperations() {
    Set<String> open =
        operations()
            .filter(Operation::isPublic)
            .map(operation -> operation.method() + " " + operation.path())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> meant =
        Set.of(
            "POST /api/proxy/auth/passkey",
            "POST /api/proxy/auth/passkey/options",
            "POST /api/proxy/auth/session",
            "POST /api/proxy/auth/validate-access",
            "GET /audio/{filename}",
            "POST /services/DNA",
            "GET /services/DNA/{id}",
            "GET /api/proxy/bots/trading/logs",
            "GET /api/proxy/bots/trading/logs/stream",
            "GET /api/proxy/push/key",
            "GET /api/proxy/public/trading/positions",
            "GET /api/proxy/historical-data",
            "GET /api/proxy/historical-data-symbols",
            "GET /api/proxy/historical-data/{symbol}",
            "GET /api/proxy/historical-data/{symbol}/csv",
            "GET /api/proxy/historical-data/{symbol}/download",
            "POST /api/proxy/hire",
            "POST /api/proxy/hire/send",
            "GET /api/proxy/calendar/cancel",
            "POST /api/proxy/calendar/cancel",
            "GET /api/proxy/codehost-recent-repos",
            "GET /api/proxy/codehost-stats",
            "GET /api/proxy/hyperlinks",
            "GET /api/proxy/hyperlinks/{id}",
            "GET /api/proxy/products",
            "GET /api/proxy/products/{id}",
            "POST /api/proxy/products",
            "GET /api/proxy/redirects/public",
            "GET /api/proxy/redirects/resolve/{key}",
            "GET /sitemap.xml",
            "GET /status",
            "GET /r/{key}",
            "GET /r/{key}/qr",
            "GET /api/proxy/reviews",
            "GET /api/proxy/reviews/{productId}",
            "POST /api/proxy/reviews",
            "POST /api/proxy/reviews/verify",
            "GET /api/proxy/reviews/moderation/link",
            "POST /api/proxy/reviews/moderation/link",
            "GET /api/proxy/listings",
            "GET /api/proxy/printshop/donations",
            "GET /api/proxy/printshop/enums",
            "GET /api/proxy/printshop/sell-goal/public",
            "GET /api/proxy/printshop/summary",
            "GET /api/proxy/marketplace-a-reviews",
            "GET /api/proxy/marketplace-a-reviews/best-rated",
            "GET /api/proxy/marketplace-a-reviews/stats",
            "GET /api/proxy/marketplace-a-reviews/{asin}",
            "GET /api/proxy/indexnow",
            "GET /{name}.txt",
            "GET /robots.txt",
            "GET /.well-known/security.txt",
            "POST /payments/create-order",
            "POST /payments/capture-order",
            "POST /payments/webhook",
            "GET /storefront/products",
            "GET /storefront/llms.json",
            "POST /api/proxy/storefront/customer-signup",
            "POST /api/proxy/storefront/customer/cart",
            "GET /api/proxy/storefront/customer/cart/{email}",
            "POST /api/2024-01/graphql.json",
            "GET /storefront/shop",
            "GET /storefront/shop/{handle}",
            "GET /book",
            "GET /book/{type}",
            "POST /book/{type}",
            "GET /meeting",
            "GET /meeting.ics",
            "GET /cart",
            "GET /cart/{lines}",
            "GET /pictures/{file}",
            "GET /storefront/reviews/{productId}",
            "POST /storefront/reviews/{productId}",
            "POST /storefront/signup",
            "POST /cart/{lines}",
            "GET /storefront/orders/{id}",
            "POST /storefront/orders/{id}",
            "GET /api/proxy/still-alive/status");
    assertEquals(
        Set.of(), without(open, meant), "is public, and not meant to be, or not listed here");
    assertEquals(Set.of(), without(meant, open), "is meant to be public");
  }

  private static Set<String> without(Set<String> these, Set<String> those) {
    Set<String> left = new TreeSet<>(these);
    left.removeAll(those);
    return left;
  }

  /**
   * Otherwise any scoped key could open streams outside its scopes, and the ticket could outlive
   * it.
   */
  @Test
  void returns403ForTicketRequestWithKey() {
    String path = "/api/proxy/auth/ticket";
    assertEquals(201, client.request("POST", path).token(token(Role.VISITOR)).send().status());
    KEYS.forEach((scopes, key) ->
        assertEquals(403, client.request("POST", path).key(key).send().status(), scopes::toString));
  }

  @Test
  void rejectsRevokedKeyOnEveryNode() throws IOException {
    JsonObject order = new JsonObject().put("name", "short-lived").put("scopes", List.of("bans"));
    String key = NODE.manage("access.addKey", order).json().getString("key");
    assertEquals(200, client.request("GET", "/api/proxy/bans").key(key).send().status());
    NODE.manage("access.revokeKey", new JsonObject().put("name", "short-lived"));
    NODE.everywhere(one -> {
      Client.Reply refused =
          one.request("GET", "/api/proxy/bans").key(key).from(NODE.freshAddress()).send();
      assertEquals(403, refused.status());
      assertFalse(refused.text().contains(key));
    });
  }

  /** Sends a request with a credential and asserts its outcome. */
  private interface Expectation {
    void holds(String kind, Outcome outcome, Function<Client.Request, Client.Request> credential);
  }

  private static Client.Reply ask(
      Operation operation, Function<Client.Request, Client.Request> credential) {
    return credential.apply(request(operation).from(NODE.freshAddress())).send();
  }

  /** Returns a request that passes parsing but is too incomplete to change anything. */
  private static Client.Request request(Operation operation) {
    return client.request(
        operation.method().name(), operation.path().replaceAll("\\{[^}]+}", "203.0.113.9"));
  }

  private static Outcome outcome(Client.Reply reply) {
    return switch (reply.status()) {
      case 401 -> {
        assertNotNull(reply.header("WWW-Authenticate"));
        yield Outcome.CHALLENGED;
      }
      case 403 -> Outcome.REFUSED;
      default -> {
        boolean withoutProvider =
            reply.status() == 503 && reply.error().contains("is not configured");
        assertTrue(reply.status() < 500 || withoutProvider, reply.text());
        yield Outcome.PASSES;
      }
    };
  }

  /** Restates the contract's rule. Null represents a key without scopes. */
  private static Outcome serves(String scheme, Set<String> holds, List<Requirement> wanted) {
    boolean serves =
        wanted.isEmpty()
            || wanted.stream()
                .filter(requirement -> requirement.scheme().equals(scheme))
                .anyMatch(requirement ->
                    holds == null
                        || holds.contains("operator")
                        || requirement.any().isEmpty()
                        || requirement.any().stream().anyMatch(holds::contains));
    return serves ? Outcome.PASSES : Outcome.REFUSED;
  }

  private static String token(Role role) {
    return tokens(SECRET, NODE.clock).issue("someone", role);
  }

  private static String expired() {
    return tokens(SECRET, () -> NODE.clock.instant().minus(Duration.ofHours(25)))
        .issue("someone", Role.OPERATOR);
  }

  private static String foreign() {
    return tokens(OTHER, NODE.clock).issue("someone", Role.OPERATOR);
  }

  private static String badlySigned() {
    String token = token(Role.OPERATOR);
    int at = token.lastIndexOf('.') + 5;
    return token.substring(0, at) + (token.charAt(at) == 'A' ? 'B' : 'A') + token.substring(at + 1);
  }

  private static String unsigned() {
    String[] parts = token(Role.OPERATOR).split("\\.");
    String head = "{\"alg\":\"none\",\"typ\":\"JWT\"}";
    return Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(head.getBytes(StandardCharsets.US_ASCII))
        + "."
        + parts[1]
        + ".";
  }

  private static Tokens tokens(String secret, InstantSource clock) {
    return new Tokens(VERTX, List.of(secret), "gatehouse", "gatehouse", clock, RANDOM);
  }
}
