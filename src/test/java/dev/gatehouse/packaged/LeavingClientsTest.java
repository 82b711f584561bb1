package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.RawClient;
import dev.gatehouse.Waiting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that disconnect during a file are normal, and must not fill the log. */
@Tag("slow")
class LeavingClientsTest {
  private static final int TIMES = 20;
  private static final int SIZE = 12_000_000;
  private static final int ROWS = 60_000;
  private static final int STATUS = 12;

  @TempDir Path folder;

  @Test
  @Timeout(120)
  void logsNoErrorWhenClientsDisconnect() throws Exception {
    try (PackagedNode node = new PackagedNode(folder)) {
      node.with("LIMITS_DEFAULT_PER_MINUTE", "0").with("LIMITS_OPERATOR_PER_MINUTE", "0");
      node.start();
      String key = node.shown("API key:");
      fill(node.client(), key);
      long stored = blobs(node);
      for (int i = 0; i < TIMES; i++) {
        readAndLeave(node, "/audio/a.wav", i);
        readAndLeave(node, "/audio/a.wav", i, "Range: bytes=1000000-9000000");
        readAndLeave(node, "/api/proxy/historical-data/SPY/csv", i);
        readAndLeave(node, "/api/proxy/historical-data/SPY/download", i);
        readAndLeave(node, "/api/proxy/bots/trading/logs/stream", i);
        sendAndLeave(node, key, "POST /audio/upload", "multipart/form-data; boundary=b", i);
        sendAndLeave(node, key, "PUT /api/proxy/resume", "application/pdf", i);
        sendAndLeave(node, key, "POST /api/proxy/notify", "application/json", i);
      }
      Waiting.until(() -> blobs(node) == stored);
      assertEquals(SIZE, node.client().get("/audio/a.wav").bytes().length);
      node.terminate();
      assertEquals(0, node.end());
      List<String> lines = node.lines();
      assertTrue(lines.stream().anyMatch(line -> line.endsWith(" aborted")), "they were noticed");
      assertEquals(List.of(), lines.stream().filter(LeavingClientsTest::frightening).toList());
    }
  }

  /** A rejected or broken request is logged as one warning line. Nothing else may be logged. */
  private static boolean frightening(String line) {
    return line.contains(" ERROR ")
        || line.contains("Exception")
        || line.startsWith("\tat ")
        || (line.contains(" WARN ") && !line.contains(" access "));
  }

  private static void fill(Client client, String key) {
    Client.Request audio = client.request("POST", "/audio/upload").key(key);
    audio.file("file", "a.wav", Waves.wav(SIZE, 5)).expect(201);
    StringBuilder csv = new StringBuilder("timeUtc,open,high,low,close\n");
    IntStream.range(0, ROWS)
        .forEach(i ->
            csv.append(1_600_000_000L + 60L * i).append(",1.25,2.5,0.75,").append(i).append('\n'));
    Client.Request market = client.request("PUT", "/api/proxy/historical-data/SPY").key(key);
    market.body("text/csv", csv.toString().getBytes(ISO_8859_1)).expect(200);
  }

  private static void readAndLeave(PackagedNode node, String path, int turn, String... headers)
      throws IOException {
    RawClient raw = new RawClient(node.address().toString());
    raw.send(RawClient.head("GET " + path, headers));
    String begin = new String(raw.readSome(STATUS), ISO_8859_1);
    assertTrue(begin.startsWith("HTTP/1.1 20"), path + " " + begin);
    leave(raw, turn);
  }

  private static void sendAndLeave(
      PackagedNode node, String key, String line, String type, int turn) throws IOException {
    RawClient raw = new RawClient(node.address().toString());
    raw.send(
        RawClient.head(
            line, "X-API-Key: " + key, "Content-Type: " + type, "Content-Length: 60000"));
    String body =
        line.contains("audio")
            ? "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b.wav\"\r\n\r\nRIFF"
            : line.contains("resume") ? "%PDF-1.7 " : "{\"title\":\"";
    raw.send(body + "x".repeat(turn * 1_000));
    leave(raw, turn);
  }

  /** Disconnects by a reset or by an orderly close. */
  private static void leave(RawClient raw, int turn) throws IOException {
    if (turn % 2 == 0) {
      raw.reset();
    } else {
      raw.close();
    }
  }

  private static long blobs(PackagedNode node) {
    try (Stream<Path> files = Files.walk(node.data().resolve("blobs"))) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
