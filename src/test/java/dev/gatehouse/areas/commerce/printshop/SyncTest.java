package dev.gatehouse.areas.commerce.printshop;

import static dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.order;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.commerce.printshop.PrintfulSimulator.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sync of the print shop's orders, and its possible failures. */
class SyncTest {
  static final String SYNC = "/api/proxy/printshop/sync";
  static final String ORDERS = "/api/proxy/printshop/orders";

  private static final PrintfulSimulator PROVIDER = new PrintfulSimulator();

  @RegisterExtension
  static final TestNode NODE =
      PROVIDER
          .node()
          .with("PRINTSHOP_TIMEOUT=8s PRINTSHOP_SYNC_WAIT_TIMEOUT=20s")
          .with("PRINTSHOP_CALLS_PER_MINUTE", "10000")
          .with("PRINTSHOP_CHANNELS", "77=etsy, 88=marketplace-b, AMZ-*=marketplace-a");

  /** Orders of earlier tests remain stored, so each test uses its own range of order numbers. */
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private long first;

  @BeforeEach
  void heal() {
    PROVIDER.heal();
    PROVIDER.orders().clear();
    // Eight days later a full run is due, and pauses, circuit breakers and leases of earlier tests
    // have expired.
    NODE.clock.advance(Duration.ofDays(8));
    first = NUMBERS.addAndGet(100_000);
  }

  /** Adds orders one minute apart, newest first. */
  private void orders(int count) {
    long now = now() - 3600;
    LongStream.range(0, count)
        .mapToObj(i -> order(first + count - i, now - 60 * i, "fulfilled", "20.00", "8.50"))
        .forEach(PROVIDER.orders()::add);
  }

  /** Returns the print shop's time in seconds. The node's clock is far ahead of it. */
  private static long now() {
    return Clock.systemUTC().instant().getEpochSecond();
  }

  private static Client.Reply sync() {
    return NODE.owner("POST", SYNC).send();
  }

  private static JsonObject get(String path) {
    return NODE.owner("GET", path).expect(200).json();
  }

  private static JsonObject progress() {
    return get(SYNC).getJsonObject("data");
  }

  private JsonObject stored(long number) {
    List<JsonObject> found =
        get(ORDERS + "?limit=200").getJsonArray("data").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("_id").equals(Long.toString(first + number)))
            .toList();
    return found.isEmpty() ? null : found.getFirst();
  }

  private static void assertSynced(Client.Reply reply, int created, int updated) {
    reply.expect(200);
    JsonObject result = reply.json();
    assertTrue(result.getBoolean("complete"), result.encode());
    assertEquals(
        created + " " + updated,
        result.getInteger("created") + " " + result.getInteger("updated"),
        result.encode());
  }

  @Test
  void comparesDatesOfOrdersExactly() {
    orders(1);
    assertSynced(sync(), 1, 0);
    String time = stored(1).getString("createdAt");
    String second = time.substring(0, "2026-01-02T03:04:05".length());
    String range = ORDERS + "?startDate=" + second + "%sZ&endDate=" + second + "%sZ";
    assertEquals(1, get(range.formatted("", ".000000001")).getJsonArray("data").size());
    assertEquals(0, get(range.formatted(".000000001", ".9")).getJsonArray("data").size());
  }

  @Test
  void copiesOrdersOnceAndThenOnlyChanges() {
    orders(250);
    PROVIDER.orders().getLast().put("store", 77);
    PROVIDER.orders().get(7).put("external_id", "AMZ-1").put("status", "canceled");
    assertSynced(sync(), 250, 0);
    assertEquals(List.of(0, 95, 190), PROVIDER.offsets());
    assertEquals("idle", progress().getString("state"));

    JsonObject plain = stored(250);
    assertEquals(
        "direct counted", plain.getString("platform") + ' ' + plain.getString("salesStatus"));
    assertEquals(
        "20.0 8.5 0",
        plain.getDouble("grossRevenue")
            + " "
            + plain.getDouble("printshopCosts")
            + " "
            + plain.getDouble("platformFee").intValue());
    assertEquals(1, plain.getInteger("totalItems"));
    JsonObject canceled = stored(243);
    assertEquals(
        "marketplace-a uncounted",
        canceled.getString("platform") + ' ' + canceled.getString("salesStatus"));
    assertFalse(plain.encode().contains("Springfield"), plain.encode());

    PROVIDER.offsets().clear();
    assertSynced(sync(), 0, 0);
    assertEquals(List.of(0), PROVIDER.offsets());

    // An old order changes. Its page is only read by the weekly full run.
    JsonObject old = PROVIDER.orders().getLast();
    old.put("status", "returned").put("updated", now());
    PROVIDER.offsets().clear();
    assertSynced(sync(), 0, 0);
    assertEquals(List.of(0), PROVIDER.offsets());
    NODE.clock.advance(Duration.ofDays(7));
    assertSynced(sync(), 0, 1);
  }

  @Test
  void filtersOrdersByPlatformDateAndPage() {
    orders(5);
    PROVIDER.orders().forEach(order -> order.put("store", 88));
    sync();
    String chosen = ORDERS + "?platform=marketplace-b&limit=1";
    assertEquals(Long.toString(first + 5), id(get(chosen)));
    Instant created = Instant.ofEpochSecond(PROVIDER.orders().get(1).getLong("created"));
    JsonObject since = get(chosen + "&startDate=" + created);
    assertEquals(2, since.getJsonObject("pagination").getInteger("totalItems"));
    assertEquals(Long.toString(first + 3), id(get(chosen + "&page=2&endDate=" + created)));
    assertEquals(new JsonArray(), get(ORDERS + "?page=1000000").getJsonArray("data"));
  }

  private static String id(JsonObject page) {
    return page.getJsonArray("data").getJsonObject(0).getString("_id");
  }

  /** Orders disappear while pages are read. The orders behind them are not skipped. */
  @ParameterizedTest
  @ValueSource(ints = {4, 10, 120})
  void copiesAllOrdersWhenSomeVanish(int vanished) {
    orders(350);
    var once = new AtomicInteger();
    PROVIDER.before(() -> {
      if (PROVIDER.offsets().size() == 3 && once.getAndIncrement() == 0) {
        for (int i = 0; i < vanished; i++) {
          PROVIDER.orders().removeFirst();
        }
      }
    });
    assertSynced(sync(), 350, 0);
  }

  @Test
  void copiesOrdersAddedDuringSyncNextTime() {
    orders(250);
    long now = now();
    var once = new AtomicInteger();
    PROVIDER.before(() -> {
      if (PROVIDER.offsets().size() == 2 && once.getAndIncrement() == 0) {
        PROVIDER.orders().addFirst(order(first + 5000, now, "pending", "20.00", "8.50"));
      }
    });
    assertSynced(sync(), 250, 0);
    assertEquals(new HashSet<>(PROVIDER.offsets()).size(), PROVIDER.offsets().size());
    assertSynced(sync(), 1, 0);
  }

  @Test
  void pausesOnExpiredTokenAndResumes() {
    orders(250);
    PROVIDER.script(
        offset -> offset < 190 ? null : new Answer(401, PrintfulSimulator.example("error_401")));
    Client.Reply refused = sync().expect(502);
    assertTrue(refused.error().contains("GATEHOUSE_PRINTSHOP_TOKEN"), refused.error());
    JsonObject cut = progress();
    assertEquals("paused", cut.getString("state"));
    assertEquals(refused.error(), cut.getString("problem"));
    assertEquals(195, cut.getJsonObject("run").getJsonObject("counts").getInteger("created"));

    PROVIDER.heal();
    assertSynced(sync(), 250, 0);
    assertEquals(List.of(190), PROVIDER.offsets());
    assertNull(progress().getString("problem"));
  }

  @Test
  void namesFailingPrintShopUntilItRecovers() throws Exception {
    orders(10);
    assertSynced(sync(), 10, 0);
    JsonObject fresh = get(ORDERS + "?limit=1");
    assertEquals(false, fresh.getBoolean("stale"));
    PROVIDER.script(offset -> new Answer(401, PrintfulSimulator.example("error_401")));
    sync().expect(502);
    for (String path :
        List.of(
            ORDERS + "?limit=1",
            "/api/proxy/printshop/summary",
            "/api/proxy/printshop/donations",
            "/api/proxy/printshop/sell-goal/public",
            "/api/proxy/printshop/schedule-c/data")) {
      Waiting.until(() -> get(path).getBoolean("stale"));
      JsonObject stale = get(path);
      assertTrue(stale.getString("staleReason").startsWith("print shop: "), stale.encode());
      assertEquals(fresh.getString("fetchedAt"), stale.getString("fetchedAt"));
    }
    PROVIDER.heal();
    assertSynced(sync(), 0, 0);
    Waiting.until(() -> !get(ORDERS + "?limit=1").getBoolean("stale"));
  }

  @ParameterizedTest
  @CsvSource({"500, 502", "404, 502", "200, 502", "0, 504"})
  void resumesAfterAProviderFailure(int status, int reported) {
    orders(150);
    PROVIDER.script(offset -> offset == 0 ? null : new Answer(status, "no JSON"));
    sync().expect(reported);
    PROVIDER.heal();
    // Waits until the circuit breaker closes. The automatic resume waits longer than that.
    NODE.clock.advance(Duration.ofSeconds(70));
    assertSynced(sync(), 150, 0);
    assertEquals(List.of(95), PROVIDER.offsets());
  }

  /** The sync waits for the pause that the print shop requests, and then succeeds. */
  @Test
  void honorsRetryAfter() {
    orders(150);
    var once = new AtomicInteger();
    PROVIDER.script(offset ->
        offset == 95 && once.getAndIncrement() == 0
            ? new Answer(429, "{}", "Retry-After", "1")
            : null);
    assertSynced(sync(), 150, 0);
    assertEquals(List.of(0, 95, 95), PROVIDER.offsets());
  }

  @Test
  void rejectsASecondConcurrentSync() throws Exception {
    orders(150);
    var go = new CountDownLatch(1);
    PROVIDER.script(offset -> {
      if (offset == 95) {
        Unchecked.run(go::await);
      }
      return null;
    });
    assertFalse(begin().expect(202).json().getBoolean("complete"));
    Waiting.until(() -> PROVIDER.offsets().contains(95));
    sync().expect(409);
    JsonObject running = progress();
    assertEquals("running", running.getString("state"));
    assertEquals(100, running.getJsonObject("run").getJsonObject("counts").getInteger("created"));
    go.countDown();
    Waiting.until(() -> progress().getString("state").equals("idle"));
  }

  private static Client.Reply begin() {
    return NODE.owner("POST", SYNC).header("Prefer", "respond-async").send();
  }

  /** A client that has seen state {@code idle} can start a sync immediately. */
  @Test
  void startsTheNextSyncRightAfterOne() throws Exception {
    orders(1);
    for (int round = 0; round < 10; round++) {
      int asked = PROVIDER.offsets().size();
      begin().expect(202);
      Waiting.until(
          () -> PROVIDER.offsets().size() > asked && progress().getString("state").equals("idle"));
    }
  }

  /** In each row: the retail total, the cost, whether the order counts, and the resulting sums. */
  @ParameterizedTest
  @CsvSource({
    "'20.00', '8.50', counted, 20.0 8.5",
    "'', '8.50', counted, 26.0 8.5",
    "'20.00', '', counted, 20.0 null",
    "'-5.00', '8.50', counted, -5.0 8.5",
    "'0', '0', counted, 0.0 0.0",
    "'1e400', '8.50', invalid, null null",
    "'20.005', '8.50', invalid, null null",
    "'NaN', '8.50', invalid, null null",
    "'20.00', '8,50', invalid, null null",
    "'99999999999999999999', '1', invalid, null null",
  })
  void excludesInvalidAmounts(String retail, String cost, String standing, String sums) {
    JsonObject order = order(first + 1, now(), "fulfilled", "", "");
    order.getJsonObject("retail_costs").put("total", retail.isEmpty() ? null : retail);
    order.getJsonObject("costs").put("total", cost.isEmpty() ? null : cost);
    order.getJsonArray("items").getJsonObject(0).put("quantity", 2);
    PROVIDER.orders().add(order);
    assertSynced(sync(), 1, 0);
    JsonObject stored = stored(1);
    assertEquals(standing, stored.getString("salesStatus"));
    assertEquals(sums, stored.getDouble("grossRevenue") + " " + stored.getDouble("printshopCosts"));
    assertEquals(standing.equals("invalid"), stored.getString("problem") != null);
  }

  /** Without the item, the total of the other items would count as the revenue. */
  @Test
  void excludesOrderWithNullItem() {
    JsonObject order = order(first + 1, now(), "fulfilled", "", "");
    order.getJsonArray("items").addNull();
    PROVIDER.orders().add(order);
    assertSynced(sync(), 1, 0);
    assertEquals("invalid", stored(1).getString("salesStatus"));
  }

  @ParameterizedTest
  @CsvSource({"2.0, counted", "1.5, invalid", "1e400, invalid", "-1, invalid", "null, invalid"})
  void excludesFractionalQuantities(String quantity, String standing) {
    JsonObject order = order(first + 1, now(), "fulfilled", "", "");
    Object number = quantity.equals("null") ? null : new BigDecimal(quantity);
    order.getJsonArray("items").getJsonObject(0).put("quantity", number);
    PROVIDER.orders().add(order);
    assertSynced(sync(), 1, 0);
    assertEquals(standing, stored(1).getString("salesStatus"));
  }

  /** The other orders are stored. The order itself is stored once the print shop corrects it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}",
        "null",
        "5",
        "{\"id\": null}",
        "{\"id\": 5}",
        "{\"id\": 5, \"created\": 1e400}",
        "{\"id\": 5, \"created\": -99999999999}",
        "{\"id\": 1e400, \"created\": 1602607640}",
        "{\"id\": {\"$date\": 1}, \"created\": 1602607640}",
        "{\"id\": 5, \"created\": 1602607640, \"items\": 7}",
      })
  void namesAnInvalidOrderUntilItIsCorrected(String odd) {
    String good = order(first + 1, 1_602_607_640, "fulfilled", "1.00", "1.00").encode();
    String page = "{\"code\":200,\"paging\":{\"total\":2},\"result\":[" + odd + "," + good + "]}";
    PROVIDER.script(offset -> new Answer(200, page));
    assertSynced(sync(), 1, 0);
    assertEquals("idle", progress().getString("state"));
    String problem = progress().getString("problem");
    assertTrue(problem.contains("is left out: "), problem);
    PROVIDER.heal();
    orders(2);
    assertSynced(sync(), 1, 1);
    assertEquals(problem, progress().getString("problem"), "only a full run reads every order");
    NODE.clock.advance(Duration.ofDays(8));
    assertSynced(sync(), 0, 0);
    assertNull(progress().getString("problem"));
  }

  /** The example of the published API description returns the same page for each offset. */
  @Test
  void stopsWhenTheProviderRepeatsAPage() {
    JsonObject same = order(first + 1, 1_602_607_640, "draft", "1.00", "1.00");
    JsonObject page =
        new JsonObject()
            .put("paging", JsonObject.of("total", 100, "offset", 10, "limit", 100))
            .put("result", new JsonArray().add(same));
    PROVIDER.script(offset -> new Answer(200, page.encode()));
    assertSynced(sync(), 1, 0);
    String full =
        LongStream.range(0, 100)
            .mapToObj(i -> order(first + 200 - i, 1_602_607_640, "draft", "1.00", "1.00").encode())
            .collect(Collectors.joining(",", "{\"result\":[", "]}"));
    PROVIDER.script(offset -> new Answer(200, full));
    NODE.clock.advance(Duration.ofDays(8));
    sync().expect(502);
    PROVIDER.heal();
    sync();
    assertEquals("idle", progress().getString("state"));
  }
}
