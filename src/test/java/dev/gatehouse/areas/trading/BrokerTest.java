package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.Samples;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestProviders;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.trading.TradingModule.TradingSettings;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.provider.ProviderOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Client of the broker against a simulated broker on loopback, with its published payloads and
 * failures.
 */
class BrokerTest {
  private static final String SECRET = "very-secret-0123456789";

  private final TestClock clock = new TestClock();
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile String answer = "good";
  @AutoClose private final TestProviders providers = new TestProviders(clock);
  private final HttpServer server = LoopbackServer.start(this::handle);
  private Broker broker = broker(Broker.OPTIONS);

  private Broker broker(ProviderOptions options) {
    return new Broker(
        providers.client(options),
        new TradingSettings.BrokerSettings(LoopbackServer.url(server) + '/', "key-id", SECRET));
  }

  @AfterEach
  void stop() {
    done.countDown();
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.incrementAndGet();
      boolean known =
          exchange.getRequestURI().toString().equals("/v2/positions")
              && "key-id".equals(exchange.getRequestHeaders().getFirst("APCA-API-KEY-ID"))
              && SECRET.equals(exchange.getRequestHeaders().getFirst("APCA-API-SECRET-KEY"));
      String how = known ? answer : "401";
      if (how.equals("slow")) {
        done.await(20, TimeUnit.SECONDS);
      }
      if (how.equals("429")) {
        exchange.getResponseHeaders().add("Retry-After", "30");
      }
      int status = how.matches("[0-9]{3}") ? Integer.parseInt(how) : 200;
      byte[] body = body(how).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static String body(String how) {
    return switch (how) {
      case "good" -> example("positions_equity_and_option");
      case "placeholders" -> example("positions");
      case "401", "403" -> example("error_401");
      case "huge" -> "[" + " ".repeat(Broker.OPTIONS.maxReplyBytes()) + "]";
      case "junk" -> "<html>";
      case "half" -> "[{\"symbol\":\"AAPL\",\"qty\":\"5\"}";
      case "nothing" -> "null";
      case "unnamed" -> "[{\"qty\":\"5\"}]";
      case "endless" -> "[{\"symbol\":\"AAPL\",\"qty\":\"1e999999999\"}]";
      case "no day" ->
          "[{\"symbol\":\"AAPL251320C00100000\",\"asset_class\":\"us_option\",\"qty\":\"1\"}]";
      case "options alone" ->
          "[{\"symbol\":\"SPY1260116P00612500\",\"asset_class\":\"us_option\",\"qty\":\"3\",\"side\":null}]";
      case "roots" ->
          "["
              + Stream.of(
                      "us_equity BRK.B",
                      "us_option BRKB260220C00500000",
                      "us_option HEIA260220C00500000",
                      "us_option SPXW260220P06000000",
                      "us_option AAPL7260220C00200000",
                      "us_option MSFT  260220C00200000",
                      "crypto BTC/USD")
                  .map(position -> position.split(" ", 2))
                  .map(part ->
                      "{\"asset_class\":\"%s\",\"symbol\":\"%s\",\"qty\":\"1\"}"
                          .formatted(part[0], part[1]))
                  .collect(Collectors.joining(","))
              + "]";
      default -> "{\"message\":\"" + SECRET + "\"}";
    };
  }

  private static String example(String name) {
    return Samples.resource("/upstreams/trading/" + name + ".json");
  }

  @Test
  void listsOptionUnderItsUnderlying() {
    List<Positions.Position> positions = broker.positions().value();
    assertEquals(1, positions.size());
    Positions.Position held = positions.getFirst();
    assertEquals("AAPL long 5", held.symbol() + ' ' + held.side() + ' ' + held.quantity());
    assertEquals(new BigDecimal("20"), held.valuation().unrealizedProfitPercent());
    Positions.OptionPosition option = held.options().getFirst();
    assertEquals("AAPL250620C00100000", option.symbol());
    assertEquals("call 2025-06-20", option.type() + ' ' + option.expiration());
    assertEquals(new BigDecimal("100.000"), option.strike());
    assertEquals(new BigDecimal("-2"), option.contracts());
    assertEquals(new BigDecimal("-4400"), option.valuation().marketValue());
  }

  @Test
  void listsOptionWithoutHeldUnderlying() {
    answer = "options alone";
    Positions.Position none = broker.positions().value().getFirst();
    assertEquals("SPY 0", none.symbol() + ' ' + none.quantity());
    Positions.OptionPosition option = none.options().getFirst();
    assertEquals(
        "put 612.500 2026-01-16",
        option.type() + ' ' + option.strike() + ' ' + option.expiration());
  }

  /** Lean#5636, robin_stocks#354, DiscordAlertsTrader#21. */
  @Test
  void findsUnderlyingsWhoseSymbolIsNotTheRoot() {
    answer = "roots";
    Map<String, Integer> options = new TreeMap<>();
    for (Positions.Position each : broker.positions().value()) {
      options.put(each.symbol(), each.options() == null ? 0 : each.options().size());
    }
    assertEquals(
        Map.of("BRK.B", 1, "HEI.A", 1, "SPX", 1, "AAPL", 1, "MSFT", 1, "BTC/USD", 0), options);
  }

  @ParameterizedTest
  @CsvSource({
    "401, 502", "403, 502", "404, 502", "302, 502", "429, 503", "500, 502",
    "503, 502", "slow, 504", "huge, 502", "junk, 502", "half, 502", "nothing, 502",
    "unnamed, 502", "endless, 502", "no day, 502", "placeholders, 502",
  })
  void servesLastGoodReplyForOneDay(String how, int status) throws Exception {
    answer = how;
    if (how.equals("slow")) {
      broker = broker(Broker.OPTIONS.withTimeout(Duration.ofSeconds(3)));
    }
    ApiException failure = assertThrows(ApiException.class, broker::positions);
    assertEquals(status, failure.failure().status());
    assertFalse((failure.failure() + " " + failure).contains(SECRET));
    answer = "good";
    Waiting.until(this::isAnsweredAgain);
    var good = broker.positions();
    answer = how;
    clock.advance(Duration.ofHours(23));
    var old = broker.positions();
    assertEquals(good.value(), old.value());
    assertEquals(good.at(), old.at());
    assertTrue(old.failure() instanceof ApiException, "the failure is visible at once");
    clock.advance(Duration.ofHours(2));
    assertEquals(status, assertThrows(ApiException.class, broker::positions).failure().status());
  }

  /**
   * A question that its caller has given up ends a moment later, and only then a new one begins.
   */
  private boolean isAnsweredAgain() {
    clock.advance(Duration.ofSeconds(40));
    try {
      broker.positions();
      return true;
    } catch (ApiException still) {
      return false;
    }
  }

  @Test
  void cachesPositions() throws Exception {
    broker.positions();
    broker.positions();
    assertEquals(1, asked.get());
    clock.advance(Duration.ofMinutes(11));
    Waiting.until(
        () -> broker.positions().at().isAfter(clock.instant().minus(Duration.ofMinutes(5))));
    assertEquals(2, asked.get());
  }
}
