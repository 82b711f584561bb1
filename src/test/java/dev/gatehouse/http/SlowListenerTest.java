package dev.gatehouse.http;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.RawClient;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that does not read its event stream. */
class SlowListenerTest {
  private static final String LOGS = "/api/proxy/bots/trading/logs";
  private static final String HELD = "gatehouse_http_in_flight{kind=\"reply_bytes\"}";
  private static final String LISTENERS = "gatehouse_http_in_flight{kind=\"listeners\"}";
  private static final int MESSAGE = 25_000;

  /** The socket's buffers hold some megabytes, and the machine may be busy. */
  private static final Duration MAX_FILL = Duration.ofMinutes(1);

  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void holdsOneEventInMemory() throws Exception {
    URI node = URI.create(NODE.address());
    var socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(node.getHost(), node.getPort()));
    try (var raw = new RawClient(socket)) {
      raw.send(RawClient.head("GET " + LOGS + "/stream"));
      assertEquals("HTTP/1.1 200", new String(raw.readSome(12), StandardCharsets.US_ASCII));
      Waiting.until(MAX_FILL, () -> isHeldOrGone());
      assertTrue(held() < MESSAGE + 500, held() + " bytes");
    }
    Waiting.until(() -> held() == 0);
  }

  private static void append(int count) {
    var entries = new JsonArray();
    for (int i = 0; i < count; i++) {
      entries.add(Samples.entry(NODE.clock.instant().toString(), "m".repeat(MESSAGE)));
    }
    NODE.owner("POST", LOGS).body("application/json", entries.toBuffer().getBytes()).expect(201);
  }

  private static boolean isHeldOrGone() {
    append(20);
    // Repeated, because an event that the socket's buffers still take is held for a moment. A
    // listener that is too far behind may be disconnected instead.
    return IntStream.range(0, 5).allMatch(look -> held() > MESSAGE) || NODE.metric(LISTENERS) == 0;
  }

  private static double held() {
    return NODE.metric(HELD);
  }
}
