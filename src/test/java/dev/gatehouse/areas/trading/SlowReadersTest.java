package dev.gatehouse.areas.trading;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.trading.marketdata.DuckDb;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that requests a CSV and does not read it holds no worker. Others get their files, and so
 * does this client later.
 */
@Tag("slow")
class SlowReadersTest {
  private static final String SPY = "/api/proxy/historical-data/SPY";

  /** More of text than the sockets of both ends hold. */
  private static final int ROWS = 250_000;

  /** Far more than there are workers that make CSV. */
  private static final int STALLED = 8 * Runtime.getRuntime().availableProcessors();

  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  @Timeout(180)
  void servesOtherClientsWhileReadersStall(@TempDir Path folder) throws Exception {
    Client client = NODE.client();
    byte[] file = Files.readAllBytes(DuckDb.upload(ROWS, "from bars", folder));
    client.owner("PUT", SPY).body("application/octet-stream", file).expect(200);
    List<RawClient> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < STALLED; i++) {
        stalled.add(NODE.raw().send(RawClient.head("GET " + SPY + "/csv")));
      }
      for (RawClient reader : stalled) {
        Waiting.until(() -> reader.available() > 0);
      }
      byte[] csv = client.get(SPY + "/csv").bytes();
      assertEquals(ROWS + 1, new String(csv, StandardCharsets.UTF_8).lines().count());
      client.get(SPY + "?format=json&page=7").expect(200);
      assertArrayEquals(csv, stalled.getFirst().read().body());
      assertArrayEquals(csv, stalled.getLast().read().body());
    } finally {
      for (RawClient reader : stalled) {
        reader.close();
      }
    }
  }
}
