package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.S3Simulator.Trouble;
import dev.gatehouse.areas.access.AtOnce;
import dev.gatehouse.areas.access.SharedStore;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cancel requests: many concurrent requests to two nodes, and one whose reply is lost. */
@Tag("slow")
@Timeout(120)
class CancelsTest {
  private static final int CALLERS = 30;
  private static final int ROUNDS = 10;
  private static final int ORDERS = 250;
  private static final PrintfulSimulator SHOP = new PrintfulSimulator();

  @Order(1)
  @RegisterExtension
  static final S3Simulator FILES = new S3Simulator();

  /** Number of order pages that the print shop may return; zero keeps it blocked. */
  private static final Semaphore PAGES = new Semaphore(0);

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode FIRST = STORE.serves(node());
  @RegisterExtension static final TestNode SECOND = STORE.serves(node());

  /** Work that can be cancelled, and the field of a reply that contains its state. */
  enum Work {
    CHECK("/api/proxy/store/check", "/api/proxy/store", "check"),
    COPY("/api/proxy/printshop/sync", "/api/proxy/printshop/sync", "data");

    private final String path;
    private final String reported;
    private final String field;

    Work(String path, String reported, String field) {
      this.path = path;
      this.reported = reported;
      this.field = field;
    }

    String state(JsonObject reply) {
      return reply.getJsonObject(field).getString("state");
    }

    String state(TestNode node) {
      return state(owner(node, "GET", reported).send().json());
    }

    void begin(TestNode node) {
      assertEquals("running", begun(node));
    }

    /** Begins and returns the state, which is cancelled if an earlier cancel arrives only now. */
    String begun(TestNode node) {
      owner(node, "POST", path).header("Prefer", "respond-async").expect(202);
      return state(node);
    }

    String cancel() {
      return RawClient.head("DELETE " + path, "X-API-Key: " + TestNode.KEY);
    }
  }

  private static TestNode node() {
    return new TestNode()
        .with("PRINTSHOP_URL", SHOP.url())
        .with("PRINTSHOP_TOKEN", PrintfulSimulator.TOKEN)
        .with("PRINTSHOP_DAILY", "false")
        // Long timeouts, so that nothing times out while the test holds replies back.
        .with("PRINTSHOP_TIMEOUT=25s BLOBS_S3_TIMEOUT=5m")
        .with(FILES.settings());
  }

  @BeforeAll
  static void work() {
    long now = FIRST.clock.instant().getEpochSecond();
    SHOP.makes(
        ORDERS,
        place ->
            PrintfulSimulator.order(
                ORDERS - place, now - 60L * (place + 1), "fulfilled", "10.00", "4.00"));
    PAGES.drainPermits();
    SHOP.before(PAGES::acquireUninterruptibly);
    owner(FIRST, "POST", "/audio/upload").file("file", "a.wav", Wavs.tone(100)).expect(201);
    FILES.troubles(
        request -> request.startsWith("GET /files/blobs/") ? Trouble.HELD : Trouble.NONE);
  }

  @AfterAll
  static void close() {
    PAGES.release(Integer.MAX_VALUE / 2);
    FILES.release();
  }

  private static Client.Request owner(TestNode node, String method, String path) {
    return node.client().owner(method, path);
  }

  @ParameterizedTest
  @EnumSource
  void mergesConcurrentCancelsAndAllowsNextRun(Work work) throws Exception {
    work.begin(FIRST);
    List<RawClient.Reply> replies =
        AtOnce.send(CALLERS, n -> (n % 2 == 0 ? FIRST : SECOND).raw(), n -> work.cancel());
    assertEquals(Map.of(200, (long) CALLERS), AtOnce.statuses(replies));
    Set<String> reported = replies.stream().map(RawClient.Reply::text).collect(Collectors.toSet());
    assertEquals(1, reported.size(), reported::toString);
    assertEquals("cancelled", work.state(new JsonObject(reported.iterator().next())));
    assertEquals("cancelled", work.state(FIRST));
    assertEquals("cancelled", work.state(SECOND));

    work.begin(SECOND);
    assertEquals("running", work.state(FIRST));
    owner(FIRST, "DELETE", work.path).expect(200);
  }

  /** A client that lost the reply repeats its request, to the same node or to another. */
  @ParameterizedTest
  @EnumSource
  void acceptsRepeatedCancelAfterLostReply(Work work) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      TestNode here = round % 2 == 0 ? FIRST : SECOND;
      TestNode there = round % 3 == 0 ? FIRST : SECOND;
      Waiting.until(() -> work.begun(FIRST).equals("running"));
      here.raw().send(work.cancel()).reset();
      assertEquals("cancelled", work.state(owner(there, "DELETE", work.path).expect(200).json()));
    }
  }
}
