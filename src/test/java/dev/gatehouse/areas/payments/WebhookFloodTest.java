package dev.gatehouse.areas.payments;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many webhooks, genuine and forged, on a node with the default rate limit. */
class WebhookFloodTest {
  private static final int BURST = 260;
  private static final int MAX_FETCHES = 60;
  private static final Shop SHOP = new Shop();

  @RegisterExtension
  static final TestNode NODE =
      SHOP.node
          .behindProxy()
          .with("LIMITS_DEFAULT_PER_MINUTE", "45")
          .with(SHOP.provider.webhooks());

  private static final SignedEvents SIGNER = new SignedEvents(SHOP.provider);

  private final PayPalSimulator provider = SHOP.provider;
  private final AtomicInteger numbers = new AtomicInteger();
  private final String address = NODE.freshAddress();

  @BeforeEach
  void heal() {
    SHOP.heal();
  }

  private String event() {
    return new JsonObject()
        .put("id", "WH-" + System.identityHashCode(this) + '-' + numbers.incrementAndGet())
        .put("event_type", "BILLING.PLAN.CREATED")
        .encode();
  }

  private static int deliver(String from, String body, Map<String, String> headers) {
    Client.Request request = NODE.request("POST", "/payments/webhook").from(from);
    headers.forEach(request::header);
    return request.body("application/json", body).send().status();
  }

  private int genuine(String from) throws Exception {
    String body = event();
    return deliver(from, body, SIGNER.headers(body, NODE.clock.instant()));
  }

  /** Sends an event with a wrong signature that names a certificate. */
  private int forged(String from, String certificate) throws Exception {
    Map<String, String> headers =
        new HashMap<>(SIGNER.headers("{\"id\":\"other\"}", NODE.clock.instant()));
    headers.put("PAYPAL-CERT-URL", provider.certificates() + certificate);
    return deliver(from, event(), headers);
  }

  private static List<Integer> all(List<Callable<Integer>> requests) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(32)) {
      return threads.invokeAll(requests).stream().map(Future::resultNow).toList();
    }
  }

  @Test
  void acceptsEveryGenuineEventOfABurst() throws Exception {
    List<Callable<Integer>> burst = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      burst.add(() -> genuine(address));
    }
    List<Integer> statuses = all(burst);
    assertEquals(BURST, Collections.frequency(statuses, 200), "" + statuses);
  }

  @Test
  void limitsUnverifiedRequestsWithoutABan() throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      statuses.add(forged(address, "FORGED"));
    }
    List<Integer> distinct = statuses.stream().distinct().toList();
    // Five certificates are fetched for an address, and 30 requests are examined.
    assertEquals(List.of(403, 429), distinct);
    assertEquals(5, Collections.frequency(statuses, 403));
    // Neither the visitors' limit nor a ban affects the address.
    NODE.request("GET", "/").from(address).expect(200);
    NODE.clock.advance(Duration.ofMinutes(2));
    assertEquals(403, forged(address, "FORGED"));
  }

  /** Ten clients send forged events as fast as they can while genuine ones arrive. */
  @Test
  void acceptsGenuineEventsDuringForgedFlood() throws Exception {
    assertEquals(200, genuine(address));
    int fetched = provider.requests("certificate").size();
    var over = new AtomicBoolean();
    try (ExecutorService attackers = Executors.newFixedThreadPool(10)) {
      for (int i = 0; i < 10; i++) {
        // The first attacker has the address of the provider.
        String from = i == 0 ? address : NODE.freshAddress();
        int attacker = i;
        attackers.submit(() -> {
          for (int n = 0; !over.get(); n++) {
            forged(from, n % 2 == 0 ? "CERT-1" : "CERT-" + attacker + '-' + n);
          }
          return null;
        });
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(200, genuine(address));
      }
      over.set(true);
    }
    int fetches = provider.requests("certificate").size() - fetched;
    assertTrue(fetches <= MAX_FETCHES, fetches + " fetches");
  }

  /** Invented names never evict a certificate that has verified an event. */
  @Test
  void keepsProvenCertificateDespiteInventedNames() throws Exception {
    assertEquals(200, genuine(address));
    for (int i = 0; i < 40; i++) {
      forged(NODE.freshAddress(), "INVENTED-" + i);
    }
    provider.script("certificate", PayPalSimulator.Fault.instead(500, ""));
    assertEquals(200, genuine(address));
  }
}
