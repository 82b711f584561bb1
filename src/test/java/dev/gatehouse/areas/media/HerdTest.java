package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
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
    byte[] request =
        "GET /audio/herd.wav HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    List<Socket> listeners = new ArrayList<>();
    try {
      for (int i = 0; i < LISTENERS; i++) {
        URI address = URI.create(NODE.address());
        listeners.add(new Socket(InetAddress.getLoopbackAddress(), address.getPort()));
      }
      for (Socket listener : listeners) {
        listener.getOutputStream().write(request);
      }
      Map<String, Integer> counts = new TreeMap<>();
      for (Socket listener : listeners) {
        counts.merge(statusLine(listener), 1, Integer::sum);
      }
      assertEquals(Map.of("HTTP/1.1 200 OK", LISTENERS), counts);
    } finally {
      for (Socket listener : listeners) {
        listener.close();
      }
    }
  }

  private static String statusLine(Socket listener) throws IOException {
    listener.setSoTimeout(60_000);
    return new BufferedReader(
            new InputStreamReader(listener.getInputStream(), StandardCharsets.ISO_8859_1))
        .readLine();
  }
}
