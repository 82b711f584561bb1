package dev.gatehouse.provider;

import static dev.gatehouse.provider.FaultyProvider.head;
import static dev.gatehouse.provider.ProviderFixture.OPTIONS;
import static dev.gatehouse.provider.ProviderFixture.failure;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Deadline;
import dev.gatehouse.provider.FaultyProvider.ResetException;
import dev.gatehouse.provider.FaultyProvider.Script;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One call to a provider with one fault. */
@Tag("slow")
@Timeout(60)
class ProviderFaultsTest {
  private static final Duration LITTLE = Duration.ofSeconds(3);
  private static final int MAX = OPTIONS.maxReplyBytes();

  @RegisterExtension final ProviderFixture fixture = new ProviderFixture();

  private Script script(String fault) {
    return switch (fault) {
      case "good" -> Script.text("{\"a\":1}");
      case "empty" -> Script.status(204, "");
      case "refused" -> Script.status(404, "{}");
      case "moved" -> Script.status(302, "", "Location: /elsewhere");
      case "down" -> Script.status(500, "");
      case "hanging" -> (asked, out) -> fixture.provider.hang();
      case "hanging in the head" -> begun("HTTP/1.1 200 OK\r\nContent-", script("hanging"));
      case "hanging in the body" -> begun(text(head(200, 10)), script("hanging"));
      case "dripping" ->
          (asked, out) -> {
            out.write(head(200, MAX));
            for (int i = 0; i < MAX; i++) {
              out.write('x');
              out.flush();
              Thread.sleep(20);
            }
          };
      case "huge" -> Script.bytes(200, new byte[MAX + 1]);
      case "endless" ->
          (asked, out) -> {
            out.write(head(200, -1));
            while (true) {
              out.write(new byte[MAX]);
            }
          };
      case "bomb" ->
          Script.bytes(200, FaultyProvider.gzip(100 << 20 >> 4), "Content-Encoding: gzip");
      case "half a gzip" ->
          Script.bytes(
              200, Arrays.copyOf(FaultyProvider.gzip(5_000), 20), "Content-Encoding: gzip");
      case "another encoding" -> Script.text("{}", "Content-Encoding: br");
      case "reset at once" ->
          (asked, out) -> {
            throw new ResetException();
          };
      case "reset in the body" -> begun(text(head(200, 100)) + "{\"a\":", script("reset at once"));
      case "garbage" -> begun("\0\1\2 what is this\r\n\r\n", script("reset at once"));
      case "a head without end" ->
          (asked, out) -> {
            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] more =
                "X-More: and more and more and more\r\n".getBytes(StandardCharsets.US_ASCII);
            while (true) {
              out.write(more);
            }
          };
      default -> throw new IllegalArgumentException(fault);
    };
  }

  /** Sends the beginning of a reply before the rest of it. */
  private static Script begun(String beginning, Script rest) {
    return (asked, out) -> {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      rest.answer(asked, out);
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource({
    "down, 502, status, 3",
    "hanging, 504, timeout, 1",
    "hanging in the head, 504, timeout, 1",
    "hanging in the body, 504, timeout, 1",
    "dripping, 504, timeout, 1",
    "huge, 502, too_large, 1",
    "endless, 502, too_large, 1",
    "half a gzip, 502, unreadable, 1",
    "another encoding, 502, unreadable, 1",
    "reset at once, 502, broken, 3",
    "reset in the body, 502, broken, 3",
    "garbage, 502, broken, 3",
    "a head without end, 502, broken, 3",
  })
  void reportsFaultInTimeAndClosesConnection(String fault, int status, String kind, int tries)
      throws Exception {
    fixture.provider.does(script(fault));
    boolean silent = status == 504;
    ProviderClient client = fixture.client(silent ? OPTIONS.withTimeout(LITTLE) : OPTIONS);
    long start = System.nanoTime();
    ApiError failure = failure(() -> client.call(fixture.get("/a")));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertEquals(status, failure.status(), failure::toString);
    assertEquals(tries, fixture.provider.asked().size());
    assertEquals(1, fixture.failures(kind));
    if (silent) {
      assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, took::toString);
    }
    if (List.of("dripping", "huge", "endless").contains(fault)) {
      Waiting.until(() -> fixture.provider.connections() == 0);
    }
    fixture.provider.does(script("good"));
    assertEquals(200, client.call(fixture.get("/b")).status());
  }

  @ParameterizedTest
  @CsvSource({"good, 200", "empty, 204", "refused, 404", "moved, 302"})
  void returnsProviderStatusUnchanged(String answer, int status) {
    fixture.provider.does(script(answer));
    assertEquals(status, fixture.client().call(fixture.get("/")).status());
  }

  /** 6 MB of zeros in 6 KB. */
  @Test
  void limitsDecompressedReplySize() {
    fixture.provider.does(script("bomb"));
    ApiError failure = failure(() -> fixture.client().call(fixture.get("/")));
    assertEquals(502, failure.status());
    assertEquals(1, fixture.failures("too_large"));
  }

  @Test
  void decompressesGzipReply() {
    fixture.provider.does(Script.bytes(200, FaultyProvider.gzip(MAX), "Content-Encoding: gzip"));
    assertArrayEquals(new byte[MAX], fixture.client().call(fixture.get("/")).body());
    assertEquals("gzip", fixture.provider.asked().getFirst().headers().get("accept-encoding"));
    assertEquals("gatehouse", fixture.provider.asked().getFirst().headers().get("user-agent"));
  }

  /** All attempts together share the deadline of one call. */
  @Test
  void sharesCallDeadlineBetweenAttempts() {
    fixture.provider.does((asked, out) -> {
      Thread.sleep(300);
      script("down").answer(asked, out);
    });
    ProviderClient client = fixture.client(OPTIONS.withTimeout(Duration.ofMillis(700)));
    long start = System.nanoTime();
    ApiError failure = failure(() -> client.call(fixture.get("/")));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(List.of(502, 504).contains(failure.status()), failure::toString);
    assertTrue(took.compareTo(Duration.ofSeconds(10)) < 0, took::toString);
    assertTrue(fixture.provider.asked().size() < 3);
  }

  @Test
  void retriesTransientFaults() {
    fixture.provider.does(
        Script.turns(script("reset in the body"), script("down"), script("good")));
    assertEquals(200, fixture.client().call(fixture.get("/")).status());
    assertEquals(3, fixture.provider.asked().size());
  }

  /** An unknown outcome must not be reported as a failure without effect. */
  @ParameterizedTest
  @CsvSource({
    "reset at once, 504, true", "reset in the body, 504, true", "hanging, 504, true",
    "down, 504, true", "huge, 504, true", "moved, 302, false",
    "refused, 404, false"
  })
  void sendsNonRepeatableRequestOnce(String fault, int status, boolean unsettled) {
    fixture.provider.does(script(fault));
    ProviderClient client =
        fixture.client(fault.equals("hanging") ? OPTIONS.withTimeout(LITTLE) : OPTIONS);
    ProviderRequest order =
        ProviderRequest.post(
            fixture.provider.url() + "/orders", "{}".getBytes(StandardCharsets.US_ASCII), false);
    if (unsettled) {
      ApiError failure = failure(() -> client.call(order));
      assertEquals(status, failure.status());
      assertTrue(failure.unsettled());
    } else {
      assertEquals(status, client.call(order).status());
    }
    assertEquals(1, fixture.provider.asked().size());
  }

  @Test
  void reportsConnectFailureAsKnownOutcome() throws IOException {
    // Bound but not listening, so that no other test gets the port.
    try (var silent = new Socket()) {
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String gone = "http://127.0.0.1:" + silent.getLocalPort() + "/";
      ApiError failure =
          failure(() -> fixture.client().call(ProviderRequest.post(gone, new byte[2], false)));
      assertEquals(502, failure.status());
      assertEquals("example cannot be reached", failure.message());
      assertTrue(!failure.unsettled());
      assertEquals(1, fixture.failures("connect"));
    }
  }

  @Test
  void closesConnectionOnUnwantedEndlessBody() throws Exception {
    fixture.provider.does(script("endless"));
    ProviderReply reply =
        fixture.client().attempt(fixture.get("/"), Deadline.in(Duration.ofMinutes(1)));
    assertEquals(200, reply.status());
    Waiting.until(() -> fixture.provider.connections() == 0);
  }

  @Test
  void sendsAttemptOnceForAnyStatus() {
    fixture.provider.does(Script.status(503, "", "Retry-After: 0"));
    ProviderReply reply =
        fixture.client().attempt(fixture.get("/"), Deadline.in(Duration.ofMinutes(1)));
    assertEquals(503, reply.status());
    assertEquals(1, fixture.provider.asked().size());
  }

  @ParameterizedTest
  @CsvSource({
    "null",
    "[]",
    "{",
    "''",
    "<html>",
    "{\"number\":\"x\"}",
    "{\"number\":1e99999999}",
    "{\"number\":1e9999999999}"
  })
  void returns502ForUnreadableBody(String body) {
    fixture.provider.does(Script.text(body));
    ProviderClient client = fixture.client();
    ApiError failure =
        failure(() -> client.read(client.call(fixture.get("/")), Numbered.class, Numbered::number));
    assertEquals(502, failure.status());
    assertEquals("example failed", failure.message());
    assertEquals(1, fixture.failures("unreadable"));
  }

  record Numbered(Integer number) {
    @Override
    public Integer number() {
      return java.util.Objects.requireNonNull(number);
    }
  }

  @Test
  void renewsRejectedTokenOnce() {
    var count = new AtomicInteger();
    ProviderClient client = fixture.client();
    TokenCache tokens =
        client.tokens(
            () -> new TokenCache.Token("t" + count.incrementAndGet(), Duration.ofMinutes(10)));
    fixture.provider.does(Script.turns(Script.status(401, ""), Script.text("{}")));
    assertEquals(200, client.call(fixture.get("/"), tokens).status());
    assertEquals("Bearer t2", fixture.provider.asked().getLast().headers().get("authorization"));
    fixture.provider.does(Script.status(401, ""));
    assertEquals(401, client.call(fixture.get("/"), tokens).status());
    assertEquals(4, fixture.provider.asked().size());
  }
}
