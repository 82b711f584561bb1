package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Client.Reply;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that request a Parquet file that is generated while it is sent, and do not read it. The
 * disk is full, so no fold replaces the generated file.
 */
@Tag("slow")
class UnreadDownloadsTest {
  private static final String SYMBOL = "/api/proxy/historical-data/SPY";
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final String STREAMS = "gatehouse_http_in_flight{kind=\"streams\"}";

  /** More than the send buffer of a connection holds. */
  private static final int ROWS = 160_000;

  /** A node keeps a quarter of its streams for callers with a credential. */
  private static final int ADDRESSES = 120 / MergedRendition.WEIGHT;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  @BeforeAll
  static void fill() throws Exception {
    StringBuilder csv = new StringBuilder("timeUtc,open,high,low,close,volume\n");
    Random random = new Random(1);
    for (int minute = 0; minute < ROWS; minute++) {
      csv.append(FIRST.plusSeconds(60L * minute));
      for (int column = 0; column < 5; column++) {
        csv.append(',').append(random.nextDouble());
      }
      csv.append('\n');
    }
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    Client.Request put = NODE.client().request("PUT", SYMBOL).key(TestNode.KEY);
    assertEquals(200, put.body("text/csv", bytes).send().status());
    NODE.with("STORE_RESERVE", "8000000GB");
    NODE.restart();
    JsonObject bar = new JsonObject().put("timeUtc", FIRST.plusSeconds(600).toString());
    List.of("open", "high", "low", "close").forEach(name -> bar.put(name, 1));
    Client.Request add = NODE.client().request("POST", SYMBOL + "/bars").key(TestNode.KEY);
    Reply reply = add.json(new JsonObject().put("bars", new JsonArray().add(bar))).send();
    assertEquals(200, reply.status(), reply.text());
  }

  @BeforeEach
  void awaitEndOfDownloads() throws Exception {
    Waiting.until(() -> NODE.metric(STREAMS) == 0);
  }

  @Test
  void addressHoldsOneGeneratedDownload() throws Exception {
    String address = NODE.freshAddress();
    try (RawClient unread = unread(address)) {
      Reply second = download(address).send();
      assertEquals(429, second.status(), second.text());
      assertEquals("share_exceeded", second.json().getString("code"));
      Reply other = download(NODE.freshAddress()).send();
      assertEquals(200, other.status());
      assertNull(other.header("Content-Length"), "generated while it is sent");
      // A CSV counts as one of 40 downloads, most of which the first one has taken.
      Client.Request csv = NODE.client().request("GET", SYMBOL + "/csv").from(address);
      assertEquals(200, csv.send().status());
      assertTrue(unread.available() > 0, "the first download continues");
    }
    Waiting.until(() -> download(address).send().status() == 200);
  }

  @Test
  void strangersCannotTakeTheOwnersDownloads() throws Exception {
    List<RawClient> unread = new ArrayList<>();
    try {
      for (int i = 0; i < ADDRESSES; i++) {
        unread.add(unread(NODE.freshAddress()));
      }
      assertEquals(ADDRESSES * MergedRendition.WEIGHT, NODE.metric(STREAMS));
      assertEquals(503, download(NODE.freshAddress()).send().status());
      Client.Request owner = download(NODE.freshAddress()).key(TestNode.KEY);
      assertEquals(200, owner.send().status());
    } finally {
      for (RawClient client : unread) {
        client.close();
      }
    }
  }

  private static Client.Request download(String address) {
    return NODE.client().request("GET", SYMBOL + "/download").from(address);
  }

  /** Returns a client that has received the beginning of the file and reads no more. */
  private static RawClient unread(String address) throws Exception {
    URI node = URI.create(NODE.address());
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(node.getHost(), node.getPort()));
    RawClient client = new RawClient(socket);
    client.send(RawClient.head("GET " + SYMBOL + "/download", "X-Forwarded-For: " + address));
    Waiting.until(() -> client.available() > 0);
    return client;
  }
}
