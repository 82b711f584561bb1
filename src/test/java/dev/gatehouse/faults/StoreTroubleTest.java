package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.LogLines;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients of a node whose store is frozen, gone or slow get an error soon, until it recovers. */
@Tag("slow")
@Timeout(120)
class StoreTroubleTest {
  /** Every job (about 80) and request that waits for the store may log one line. */
  private static final int MAX_LINES = 100;

  private static final String WATCHLIST = "/api/proxy/trading/watchlist";
  private static final Duration OPERATION = Duration.ofSeconds(4);
  private static final Duration SELECTION = Duration.ofSeconds(1);
  private static final int READS = 20;
  private static final TestNode MADE =
      new TestNode()
          .with("MONGO_OPERATION_TIMEOUT", OPERATION.toMillis() + "ms")
          .with("MONGO_SELECTION_TIMEOUT", SELECTION.toMillis() + "ms");

  @Order(1)
  @RegisterExtension
  static final Server STORE = new Server();

  @Order(2)
  @RegisterExtension
  static final TestNode NODE = MADE;

  /** A server behind a proxy. */
  private static final class Server implements BeforeAllCallback, AfterAllCallback {
    private DocumentServer mongo;
    private FrozenProxy proxy;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
      mongo = DocumentServer.start();
      proxy = new FrozenProxy(URI.create(mongo.url()).getPort());
      MADE.with("MONGO_URL", "mongodb://127.0.0.1:" + proxy.port());
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
      proxy.close();
      mongo.close();
    }
  }

  @AfterEach
  void isWellAgain() throws Exception {
    STORE.proxy.thaw();
    STORE.proxy.delay(Duration.ZERO);
    Waiting.until(() -> read().status() == 200);
    Waiting.until(() -> write().status() == 200);
  }

  @Test
  void failsFastAndLogsOnceWhileStoreIsFrozen() throws Exception {
    Waiting.until(() -> write().status() == 200);
    try (var log = new LogLines("dev.gatehouse", Level.WARN)) {
      STORE.proxy.freeze();
      assertAway(read());
      Waiting.until(() -> log.list.stream().anyMatch(StoreTroubleTest::isTurn));
      // One that waited for the store would take longer; what they take in all may be uneven.
      assertAwayWithin(SELECTION.multipliedBy(READS));
      STORE.proxy.thaw();
      Waiting.until(() -> read().status() == 200);
      Waiting.until(() -> write().status() == 200);
      List<ILoggingEvent> turns = log.list.stream().filter(StoreTroubleTest::isTurn).toList();
      assertEquals(
          List.of(Level.ERROR, Level.WARN), turns.stream().map(ILoggingEvent::getLevel).toList());
      // Beside the turns only what had begun before, a line each.
      List<String> others =
          log.list.stream()
              .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN) && !isTurn(event))
              .map(ILoggingEvent::getFormattedMessage)
              .toList();
      long repeated = others.size() - others.stream().distinct().count();
      assertTrue(repeated < 8 && others.size() < MAX_LINES, others::toString);
    }
  }

  private static void assertAwayWithin(Duration time) {
    long begun = System.nanoTime();
    for (int i = 0; i < READS; i++) {
      assertAway(read());
    }
    long took = System.nanoTime() - begun;
    assertTrue(took < time.toNanos(), "took " + Duration.ofNanos(took));
  }

  @Test
  void returns200Or503WhenStoreIsSlow() throws Exception {
    STORE.proxy.delay(Duration.ofMillis(700));
    for (int i = 0; i < 3; i++) {
      Client.Reply reply = read();
      assertTrue(reply.status() == 200 || reply.status() == 503, reply.text());
    }
    STORE.proxy.delay(Duration.ofSeconds(3));
    for (int i = 0; i < 3; i++) {
      assertAway(read());
    }
  }

  /** Every operation that needs the store returns 503 with Retry-After, in every area. */
  @Test
  void returns503WithRetryAfterOnReads() throws Exception {
    STORE.proxy.freeze();
    Waiting.until(() -> read().status() == 503);
    int away = 0;
    for (Operation operation : ContractFiles.load("X-API-Key", "").operations()) {
      if (operation.method().equals(HttpMethod.GET) && operation.stream().isEmpty()) {
        String path = operation.path().replaceAll("\\{[^}]+}", "0123456789abcdef01234567");
        Client.Reply reply = NODE.owner("GET", path).send();
        String reported = operation.id() + ": " + reply.status() + ' ' + reply.text();
        assertTrue(reply.status() < 500 || reply.status() == 503, reported);
        if (reply.status() == 503 && !reply.error().contains("is not configured")) {
          assertNotNull(reply.header("Retry-After"), reported);
          away++;
        }
      }
    }
    assertTrue(away > 20, away + " reads need the store");
  }

  private static boolean isTurn(ILoggingEvent event) {
    return event.getLoggerName().endsWith("Reachability");
  }

  private static void assertAway(Client.Reply reply) {
    reply.expect(503);
    assertTrue(Integer.parseInt(reply.header("Retry-After")) > 0);
  }

  private static Client.Reply read() {
    return NODE.owner("GET", WATCHLIST).send();
  }

  private static Client.Reply write() {
    return NODE.owner("PUT", WATCHLIST).json(JsonObject.of("watchlist", new JsonArray())).send();
  }
}
