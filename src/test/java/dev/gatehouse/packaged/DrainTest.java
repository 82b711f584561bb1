package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM during a download and an upload. Both complete, and the node exits cleanly. */
@Tag("slow")
class DrainTest {
  private static final int SIZE = 24_000_000;
  private static final int BEGINNING = 100_000;

  @TempDir Path folder;

  @Test
  @Timeout(120)
  void finishesInFlightTransfersOnShutdown() throws Exception {
    try (PackagedNode node = new PackagedNode(folder)) {
      node.start();
      String key = node.shown("API key:");
      byte[] wav = Waves.wav(SIZE, 3);
      assertEquals(
          201,
          node.client()
              .request("POST", "/audio/upload")
              .key(key)
              .file("file", "a.wav", wav)
              .send()
              .status());
      byte[] form = form(wav);
      try (Wire download = new Wire(node.address());
          Wire upload = new Wire(node.address())) {
        download.send("GET /audio/a.wav HTTP/1.1\r\nHost: a\r\n\r\n");
        assertTrue(download.head().startsWith("HTTP/1.1 200"));
        byte[] beginning = download.read(BEGINNING);
        upload.send(
            "POST /audio/upload HTTP/1.1\r\nHost: a\r\nX-API-Key: "
                + key
                + "\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: "
                + form.length
                + "\r\n\r\n");
        upload.send(form, 0, BEGINNING);

        node.terminate();
        awaitRefusal(node);
        upload.send(form, BEGINNING, form.length - BEGINNING);
        assertTrue(upload.head().startsWith("HTTP/1.1 201"));
        byte[] rest = download.read(SIZE - BEGINNING);
        var whole = new ByteArrayOutputStream();
        whole.writeBytes(beginning);
        whole.writeBytes(rest);
        assertEquals(Waves.digest(wav), Waves.digest(whole.toByteArray()));
      }
      assertEquals(0, node.end());

      node.start();
      assertEquals(Waves.digest(wav), Waves.digest(node.client().get("/audio/b.wav").bytes()));
    }
  }

  /** New connections are refused once the drain has begun, or reset at the moment it begins. */
  private static void awaitRefusal(PackagedNode node) throws IOException {
    while (true) {
      try {
        new Socket(node.address().getHost(), node.address().getPort()).close();
      } catch (SocketException refusedOrReset) {
        return;
      }
    }
  }

  private static byte[] form(byte[] wav) {
    var form = new ByteArrayOutputStream();
    form.writeBytes(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b.wav\"\r\nContent-Type: audio/wav\r\n\r\n"
            .getBytes(ISO_8859_1));
    form.writeBytes(wav);
    form.writeBytes("\r\n--b--\r\n".getBytes(ISO_8859_1));
    return form.toByteArray();
  }
}
