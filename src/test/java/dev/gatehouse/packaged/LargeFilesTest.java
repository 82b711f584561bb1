package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.S3Server;
import dev.gatehouse.TestNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Files larger than the heap are uploaded and downloaded while the node's memory stays small. */
@Tag("slow")
class LargeFilesTest {
  private static final int SMALL_HEAP_FILE = 500_000_000;
  private static final int USUAL_FILE = 300_000_000;
  private static final long DNA_LIMIT = 1L << 30;
  private static final long MAX_MEMORY = 700;
  private static final String KEY = "owners-key-0123456789";

  @RegisterExtension static final S3Server STORE = new S3Server();

  @TempDir Path folder;

  @Test
  @Timeout(180)
  void transfers500MbWithSmallHeap() throws Exception {
    try (PackagedNode node = new PackagedNode(folder).javaOptions("-Xmx128m")) {
      upAndDown(node, SMALL_HEAP_FILE);
    }
  }

  @Test
  @Timeout(180)
  void transfers300MbWithDefaultHeap() throws Exception {
    try (PackagedNode node = new PackagedNode(folder)) {
      upAndDown(node, USUAL_FILE);
      assertTrue(node.memory() < MAX_MEMORY, node.memory() + " MB resident");
    }
  }

  /** A billion valid characters precede the invalid one. */
  @Test
  @Timeout(180)
  void rejectsGigabyteOfDnaWithInvalidLastLetter() throws Exception {
    try (PackagedNode node = new PackagedNode(folder);
        HttpClient client = HttpClient.newHttpClient()) {
      node.with("ACCESS_API_KEY", KEY).start();
      InputStream letters =
          new SequenceInputStream(
              new RepeatedLetters(DNA_LIMIT - 1), new ByteArrayInputStream(new byte[] {'N'}));
      var reply = post(client, node, "/services/DNA", form("dnaFile", "a.txt", letters));
      assertEquals(400, reply.statusCode(), reply.body());
      assertTrue(reply.body().contains("at position " + DNA_LIMIT), reply.body());
      assertEquals(List.of(), TestNode.blobs(node.data().resolve("blobs")));
      assertTrue(node.memory() < MAX_MEMORY, node.memory() + " MB resident");
    }
  }

  /** ACGTACGT… */
  private static final class RepeatedLetters extends InputStream {
    private static final byte[] BLOCK = "ACGT".repeat(16_384).getBytes(ISO_8859_1);
    private long left;

    RepeatedLetters(long length) {
      left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? 'A' : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int n = (int) Math.min(Math.min(length, BLOCK.length), left);
      System.arraycopy(BLOCK, 0, target, offset, n);
      left -= n;
      return n;
    }
  }

  /** The second read comes from the store, because the cache is empty after a start. */
  @Test
  @Timeout(180)
  void transfers300MbThroughObjectStore() throws Exception {
    try (PackagedNode node = new PackagedNode(folder);
        HttpClient client = HttpClient.newHttpClient()) {
      node.with("BLOBS_S3_URL", STORE.url())
          .with("BLOBS_S3_BUCKET", S3Server.BUCKET)
          .with("BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY)
          .with("BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY);
      String sent = upAndDown(node, USUAL_FILE);
      node.terminate();
      assertEquals(0, node.end());
      node.start();
      assertEquals(sent, download(client, node));
      assertTrue(node.memory() < MAX_MEMORY, node.memory() + " MB resident");
    }
  }

  private static String upAndDown(PackagedNode node, int size) throws Exception {
    node.with("ACCESS_API_KEY", KEY).start();
    long idle = node.memory();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String sent = upload(client, node, size);
      long uploaded = node.memory();
      assertEquals(sent, download(client, node));
      System.out.printf(
          "%d MB up and down: resident %d MB idle, %d MB after the upload, %d MB at the end%n",
          size / 1_000_000, idle, uploaded, node.memory());
      return sent;
    }
  }

  private static String upload(HttpClient client, PackagedNode node, int size) throws Exception {
    MessageDigest digest = Waves.sha256();
    InputStream wav = new DigestInputStream(Waves.stream(size), digest);
    var reply = post(client, node, "/audio/upload", form("file", "a.wav", wav));
    assertEquals(201, reply.statusCode(), reply.body());
    return HexFormat.of().formatHex(digest.digest());
  }

  private static HttpResponse<String> post(
      HttpClient client, PackagedNode node, String path, InputStream form) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(node.address().resolve(path))
            .header("X-API-Key", KEY)
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(BodyPublishers.ofInputStream(() -> form))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static InputStream form(String field, String name, InputStream file) {
    String head =
        "--b\r\nContent-Disposition: form-data; name=\""
            + field
            + "\"; filename=\""
            + name
            + "\"\r\n\r\n";
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(
                new ByteArrayInputStream(head.getBytes(ISO_8859_1)),
                file,
                new ByteArrayInputStream("\r\n--b--\r\n".getBytes(ISO_8859_1)))));
  }

  private static String download(HttpClient client, PackagedNode node) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(node.address().resolve("/audio/a.wav")).build();
    var reply = client.send(request, BodyHandlers.ofInputStream());
    assertEquals(200, reply.statusCode());
    try (InputStream body = new DigestInputStream(reply.body(), Waves.sha256())) {
      return digest((DigestInputStream) body);
    }
  }

  private static String digest(DigestInputStream body) throws IOException {
    byte[] block = new byte[1 << 16];
    while (body.read(block) >= 0) {
      continue;
    }
    return HexFormat.of().formatHex(body.getMessageDigest().digest());
  }
}
