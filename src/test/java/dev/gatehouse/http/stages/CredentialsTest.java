package dev.gatehouse.http.stages;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.bus.Role;
import dev.gatehouse.reference.ContractDocument;
import dev.gatehouse.reference.ContractDocument.Documented;
import dev.gatehouse.security.Tokens;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
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

  private static final int AT_ONCE = 4;
  private static final List<Documented> OPERATIONS = new ContractDocument().operations();
  private static final Vertx VERTX = Vertx.vertx();
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Keys by their scopes. */
  private static final Map<Set<String>, String> KEYS = new HashMap<>();

  /** Operations that anyone may call. A new one is a decision. */
  private static final String PUBLIC =
      """
      POST /api/proxy/auth/passkey, POST /api/proxy/auth/passkey/options, POST /api/proxy/auth/session,
      POST /api/proxy/auth/validate-access, GET /audio/{filename}, GET /audio/{filename}/cover, GET /audio/playlist,
      GET /links, GET /music, GET /calendar/{token}.ics, POST /services/DNA, GET /services/DNA/{id},
      GET /api/proxy/bots/trading/logs, GET /api/proxy/bots/trading/logs/stream, GET /api/proxy/push/key,
      GET /api/proxy/public/trading/positions, GET /api/proxy/historical-data, GET /api/proxy/historical-data-symbols,
      GET /api/proxy/historical-data/{symbol}, GET /api/proxy/historical-data/{symbol}/csv,
      GET /api/proxy/historical-data/{symbol}/download, POST /api/proxy/hire, POST /api/proxy/hire/send,
      GET /api/proxy/calendar/cancel, POST /api/proxy/calendar/cancel, GET /api/proxy/codehost-recent-repos,
      GET /api/proxy/codehost-stats, GET /api/proxy/hyperlinks, GET /api/proxy/hyperlinks/{id}, GET /api/proxy/products,
      GET /api/proxy/products/{id}, POST /api/proxy/products, GET /api/proxy/redirects/public,
      GET /api/proxy/redirects/resolve/{key}, GET /sitemap.xml, GET /status, GET /r/{key}, GET /r/{key}/qr,
      GET /api/proxy/reviews, GET /api/proxy/reviews/{productId}, POST /api/proxy/reviews, POST /api/proxy/reviews/verify,
      GET /api/proxy/reviews/moderation/link, POST /api/proxy/reviews/moderation/link, GET /api/proxy/listings,
      GET /api/proxy/printshop/donations, GET /api/proxy/printshop/enums, GET /api/proxy/printshop/sell-goal/public,
      GET /api/proxy/printshop/summary, GET /api/proxy/marketplace-a-reviews,
      GET /api/proxy/marketplace-a-reviews/best-rated, GET /api/proxy/marketplace-a-reviews/stats,
      GET /api/proxy/marketplace-a-reviews/{asin}, GET /api/proxy/indexnow, GET /{name}.txt, GET /robots.txt,
      GET /.well-known/security.txt, POST /payments/create-order, POST /payments/capture-order, POST /payments/webhook,
      GET /storefront/products, GET /storefront/llms.json, POST /api/proxy/storefront/customer-signup,
      POST /api/proxy/storefront/customer/cart, GET /api/proxy/storefront/customer/cart/{email},
      POST /api/2024-01/graphql.json, GET /storefront/shop, GET /storefront/shop/{handle}, GET /book, GET /book/{type},
      POST /book/{type}, GET /meeting, GET /meeting.ics, GET /cart, GET /cart/{lines}, GET /pictures/{file},
      GET /storefront/reviews/{productId}, POST /storefront/reviews/{productId}, POST /storefront/signup,
      GET /storefront/news/{action}/{token}, POST /storefront/news/{action}/{token}, GET /api/proxy/storefront/notice,
      POST /cart/{lines}, GET /storefront/orders/{id}, POST /storefront/orders/{id}, GET /api/proxy/still-alive/status
      """;

  private static Client client;
  private static String revoked;
  private static String banned;

  @BeforeAll
  static void prepare() throws IOException {
    client = NODE.client();
    KEYS.clear();
    Set<String> scopes = scopes();
    assertTrue(scopes.size() > 1, "a key without the scope needs another one");
    for (String scope : scopes) {
      KEYS.put(Set.of(scope), newKey(Set.of(scope)));
    }
    revoked = token(Role.OPERATOR);
    assertEquals(
        200, client.request("POST", "/api/proxy/auth/logout").token(revoked).send().status());
    banned = NODE.freshAddress();
    NODE.manage("access.ban", JsonObject.of("address", banned, "reason", "a test"));
  }

  static Stream<Documented> operations() {
    return OPERATIONS.stream();
  }

  private static Set<String> scopes() {
    Set<String> scopes = new TreeSet<>();
    operations().forEach(each -> scopes.addAll(each.texts("x-scopes")));
    scopes.remove("any");
    return scopes;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void checksEveryCredentialAgainstContract(Documented operation) throws Exception {
    boolean open = operation.isPublic();
    boolean visitors = open || operation.roles().contains("visitor");
    boolean tokens = open || accepts(operation, "token");
    boolean keys = open || accepts(operation, "key");
    List<String> accepted = operation.texts("x-scopes");
    boolean anyKey = open || accepted.contains("any");
    var checks = new Checks(operation);
    checks.expect("nothing", open ? "" : "credential_required", r -> r);
    checks.expect(
        "a visitor", visitors ? "" : "role_not_allowed", r -> r.token(token(Role.VISITOR)));
    checks.expect(
        "an operator", tokens ? "" : "role_not_allowed", r -> r.token(token(Role.OPERATOR)));
    checks.expect("the owner's key", keys ? "" : "scope_missing", r -> r.key(TestNode.KEY));
    Set<String> others = scopes();
    for (String scope : accepted) {
      if (others.remove(scope)) {
        checks.expect("a key for " + scope, "", r -> r.key(KEYS.get(Set.of(scope))));
      }
    }
    // Without these scopes the operation must be forbidden, even with all other scopes together.
    String apart = KEYS.computeIfAbsent(Set.copyOf(others), CredentialsTest::newKey);
    checks.expect("a key for all other scopes", anyKey ? "" : "scope_missing", r -> r.key(apart));
    checks.expect(
        "a visitor's token with the owner's key",
        visitors || keys ? "" : "role_not_allowed",
        r -> r.token(token(Role.VISITOR)).key(TestNode.KEY));
    checks.expect("an expired token", open ? "" : "token_expired", r -> r.token(expired()));
    checks.expect("a revoked token", open ? "" : "token_revoked", r -> r.token(revoked));
    checks.expect(
        "another scheme",
        open ? "" : "authorization_unsupported",
        r -> r.header("Authorization", "Basic eDp5"));
    String invalid = "credential_invalid";
    checks.expect("a wrong key", invalid, r -> r.key("no-key-of-this-house-1"));
    checks.expect("no token at all", open ? "" : invalid, r -> r.token("abc"));
    checks.expect("a token under another secret", invalid, r -> r.token(foreign()));
    checks.expect("a token with a bad signature", invalid, r -> r.token(badlySigned()));
    checks.expect("a token under alg none", open ? "" : invalid, r -> r.token(unsigned()));
    checks.hold();
  }

  /** Returns whether an operation accepts a kind of credential; the default is token and key. */
  private static boolean accepts(Documented operation, String scheme) {
    JsonArray security = operation.json().getJsonArray("security");
    return security == null
        || security.stream().anyMatch(each -> ((JsonObject) each).containsKey(scheme));
  }

  private static String newKey(Set<String> scopes) {
    JsonObject order =
        JsonObject.of("name", "key-" + KEYS.size(), "scopes", new JsonArray(List.copyOf(scopes)));
    return Unchecked.get(
        () -> NODE.manage("access.addKey", order).expect(201).json().getString("key"));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void returns403ToBannedAddressOnEveryOperation(Documented operation) {
    for (String key : List.of("", TestNode.KEY)) {
      Client.Request request = request(operation).from(banned);
      Client.Reply reply = (key.isEmpty() ? request : request.key(key)).send();
      assertEquals(403, reply.status());
      assertEquals("this address is blocked", reply.error());
      assertNotNull(reply.header("Retry-After"));
    }
  }

  @Test
  void exposesOnlyListedPublicOperations() {
    Set<String> open =
        operations()
            .filter(Documented::isPublic)
            .map(operation -> operation.method().toUpperCase(Locale.ROOT) + ' ' + operation.path())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> meant = Set.of(PUBLIC.strip().split(",\\s+"));
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
    JsonObject order = JsonObject.of("name", "short-lived", "scopes", List.of("bans"));
    String key = NODE.manage("access.addKey", order).json().getString("key");
    assertEquals(200, client.request("GET", "/api/proxy/bans").key(key).send().status());
    NODE.manage("access.revokeKey", JsonObject.of("name", "short-lived"));
    NODE.everywhere(one -> {
      Client.Reply refused =
          one.request("GET", "/api/proxy/bans").key(key).from(NODE.freshAddress()).send();
      assertEquals(403, refused.status());
      assertFalse(refused.text().contains(key));
    });
  }

  /** Requests to an operation, which are sent at the same time. */
  private record Checks(Documented operation, List<Callable<String>> requests) {
    Checks(Documented operation) {
      this(operation, new ArrayList<>());
    }

    /**
     * @param code code of the error; empty if the credential admits the request
     */
    void expect(String kind, String code, UnaryOperator<Client.Request> credential) {
      requests.add(() -> {
        Client.Reply reply = credential.apply(request(operation).from(NODE.freshAddress())).send();
        return isRight(code, reply) ? "" : kind + " (" + code + "): " + text(reply);
      });
    }

    void hold() throws Exception {
      List<String> faults = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
        for (Future<String> each : threads.invokeAll(requests)) {
          faults.add(each.get());
        }
      }
      faults.removeIf(String::isEmpty);
      assertEquals(List.of(), faults, operation.id());
    }

    private static String text(Client.Reply reply) {
      return reply.status() + " " + reply.text();
    }
  }

  private static boolean isRight(String code, Client.Reply reply) {
    if (code.isEmpty()) {
      boolean withoutProvider =
          reply.status() == 503 && reply.error().contains("is not configured");
      return reply.status() != 401
          && reply.status() != 403
          && (reply.status() < 500 || withoutProvider);
    }
    int status = code.equals("credential_required") ? 401 : 403;
    return reply.status() == status
        && reply.json().getString("code").equals(code)
        && (status == 401) == (reply.header("WWW-Authenticate") != null);
  }

  /** Returns a request that passes parsing but is too incomplete to change anything. */
  private static Client.Request request(Documented operation) {
    return client.request(
        operation.method().toUpperCase(Locale.ROOT),
        operation.path().replaceAll("\\{[^}]+}", "203.0.113.9"));
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
