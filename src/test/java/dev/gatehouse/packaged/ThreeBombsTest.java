package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three concurrent 8 MB files that would each need hundreds of MB as objects, on a node with the
 * default heap. Each is rejected, and the node continues to serve other clients.
 */
@Tag("slow")
class ThreeBombsTest {
  private static final String SYMBOLS = "/api/proxy/historical-data/";
  private static final String ALIVE = "/api/proxy/still-alive/status";
  private static final int ELEMENTS = 8_000_000;
  private static final int BOMBS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path data;

  @Test
  void survivesConcurrentDecompressionBombs() throws Exception {
    // No rate limit, because the test sends requests continuously.
    try (var node = new PackagedNode(data).with("LIMITS_DEFAULT_PER_MINUTE", "0");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      node.start();
      Client client = node.client();
      String key = node.shown("API key:");
      byte[] bomb = footerOfEmptyElements();
      List<Future<Client.Reply>> replies =
          IntStream.range(0, BOMBS)
              .<Callable<Client.Reply>>mapToObj(i ->
                  () ->
                      client
                          .request("PUT", SYMBOLS + "BOMB" + i)
                          .key(key)
                          .body("application/octet-stream", bomb)
                          .send())
              .map(threads::submit)
              .toList();
      Waiting.until(
          PATIENCE,
          () -> {
            client.get(ALIVE).expect(200);
            return replies.stream().allMatch(Future::isDone);
          });
      for (Future<Client.Reply> reply : replies) {
        reply.get().expect(400);
      }
      client.get(ALIVE).expect(200);
      node.terminate();
      assertEquals(0, node.end());
      assertTrue(
          node.lines().stream().noneMatch(line -> line.contains("OutOfMemory")),
          () -> node.lines().toString());
    }
  }

  /** Returns a parquet file with only a footer, whose schema is a list of empty structures. */
  private static byte[] footerOfEmptyElements() {
    byte[] mark = "PAR1".getBytes(StandardCharsets.US_ASCII);
    // Thrift: field 1 is the number 1; field 2 is a list of structures with a varint length.
    byte[] head = {0x15, 2, 0x19, (byte) 0xfc, (byte) 0x80, (byte) 0xa4, (byte) 0xe8, 0x03};
    int footer = head.length + ELEMENTS + 1;
    return ByteBuffer.allocate(4 + footer + 8)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(mark)
        .put(head)
        .put(new byte[ELEMENTS + 1])
        .putInt(footer)
        .put(mark)
        .array();
  }
}
