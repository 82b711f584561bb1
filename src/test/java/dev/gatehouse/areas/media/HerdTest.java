package dev.gatehouse.areas.media;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * More concurrent listeners of a new song than the area accepts calls, and than may be streamed to
 * one address. None of them is rejected.
 */
class HerdTest {
  private static final int LISTENERS = 500;

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @Test
  void servesAllConcurrentListeners() throws Exception {
    Client client = NODE.client();
    byte[] wav = WavFiles.stereo(100_000);
    client.owner("POST", "/audio/upload").file("file", "herd.wav", wav).send();
    List<RawClient> listeners = new ArrayList<>();
    try {
      for (int i = 0; i < LISTENERS; i++) {
        listeners.add(NODE.raw());
      }
      for (RawClient listener : listeners) {
        listener.send(RawClient.head("GET /audio/herd.wav"));
      }
      Map<String, Integer> counts = new TreeMap<>();
      for (RawClient listener : listeners) {
        counts.merge(new String(listener.readSome(15), US_ASCII), 1, Integer::sum);
      }
      assertEquals(Map.of("HTTP/1.1 200 OK", LISTENERS), counts);
    } finally {
      for (RawClient listener : listeners) {
        listener.close();
      }
    }
  }
}
