package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import dev.gatehouse.formats.Sha256;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a node asks its store: with a deadline, before it knows of a product, or without a reply.
 */
class StoreCommandsTest {
  private static final String END = '-' + Sha256.hex("S", 4) + ":1";

  @RegisterExtension
  static final NodeOverProxy MADE = new NodeOverProxy("MONGO_SELECTION_TIMEOUT=2s");

  private static final String PATH = "/api/proxy/historical-data/SPY/bars";

  /** The default of {@code mongo.operationTimeout}. */
  private static final long OPERATION_TIMEOUT = 8_000;

  /** Returns the ID of a product whose event the node has not received. */
  private static String unannounced() throws Exception {
    JsonObject product =
        new JsonObject().put("name", "Book").put("price", 5).put("stock", JsonObject.of("S", 1));
    // The node may have yet to notice that the store replies again.
    var made = new AtomicReference<Client.Reply>();
    Waiting.until(() -> {
      made.set(MADE.node.owner("POST", "/api/proxy/products").json(product).send());
      return made.get().status() < 300;
    });
    String known = made.get().json().getString("id");
    // The event has come.
    Waiting.until(() -> MADE.node.get("/cart/" + known + END).status() == 200);
    String id = new StringBuilder(known).reverse().toString();
    MADE.store.insert(
        "products", MADE.store.one("products", JsonObject.of("_id", known)).put("_id", id));
    return id;
  }

  @Test
  void showsProductBeforeItsEvent() throws Exception {
    MADE.node.get("/cart/" + unannounced() + END).expect(200).lacks("role=\"alert\"");
  }

  @Test
  void reportsStoreFailureNotEmptyCart() throws Exception {
    String id = unannounced();
    MADE.store.proxy().watchFor("find products", true);
    assertTrue(
        Integer.parseInt(MADE.node.get("/cart/" + id + END).expect(503).header("Retry-After")) > 0);
    MADE.store.proxy().watch(-1, false);
    MADE.store.proxy().comeBack();
  }

  private static Client.Reply append(String time) {
    JsonObject bar = JsonObject.of("timeUtc", time, "open", 1, "high", 2, "low", 1, "close", 2);
    return MADE.node
        .owner("POST", PATH)
        .json(JsonObject.of("bars", new JsonArray().add(bar)))
        .send();
  }

  /**
   * The store fails after it has added bars. A repeat has the same effect, and the reply says so.
   */
  @Test
  void tellsThatAppendCanBeRepeated() throws Exception {
    Waiting.until(() -> append("2026-01-05T15:00:00Z").status() == 200);
    MADE.store.proxy().watchFor("findAndModify symbols", true);
    Client.Reply unknown = append("2026-01-05T15:01:00Z");
    MADE.store.proxy().watch(-1, false);
    MADE.store.proxy().comeBack();
    unknown.expect(503, "outcome_unknown_retryable");
    assertTrue(Integer.parseInt(unknown.header("Retry-After")) > 0);
    Waiting.until(() -> append("2026-01-05T15:01:00Z").status() == 200);
    JsonObject metadata = append("2026-01-05T15:01:00Z").json().getJsonObject("metadata");
    assertEquals(2, metadata.getInteger("rowCount"));
  }

  private static void assertTimes(String... commands) {
    List<String> seen = MADE.store.proxy().seen();
    List<Long> times = MADE.store.proxy().times();
    for (String command : commands) {
      int at = seen.indexOf(command);
      assertTrue(at >= 0, () -> command + " in " + seen);
      long time = times.get(at);
      assertTrue(time > 0 && time <= OPERATION_TIMEOUT, () -> command + ": " + time);
    }
  }

  @Test
  void limitsCommandsOfReadsAndWrites() throws Exception {
    Waiting.until(() -> MADE.node.owner("GET", "/audio").send().status() == 200);
    MADE.store.proxy().watch(-1, false);
    MADE.node
        .owner("POST", "/api/proxy/notify")
        .header("Idempotency-Key", "key")
        .json(JsonObject.of("title", "t", "body", "b"))
        .expect(200);
    MADE.node.owner("GET", "/audio").expect(200);
    assertTimes("insert idempotencyKeys", "insert notifications", "find audio");
  }
}
