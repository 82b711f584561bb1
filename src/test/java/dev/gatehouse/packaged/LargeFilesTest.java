package dev.gatehouse.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.S3Server;
import dev.gatehouse.TestNode;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files larger than the heap and the direct memory together are uploaded and downloaded. A stage
 * that held a whole file would end the node.
 */
@Tag("slow")
class LargeFilesTest {
  private static final String SMALL = "-Xmx64m -XX:MaxDirectMemorySize=32m";
  private static final int FILE = 110_000_000;
  private static final int LETTERS = 110_000_000;
  private static final long MAX_MEMORY = 450;
  private static final String KEY = "owners-key-0123456789";

  @RegisterExtension static final S3Server STORE = new S3Server();

  @TempDir Path folder;

  @Test
  void transfersFilesLargerThanMemory() throws Exception {
    try (PackagedNode node = node();
        HttpClient client = HttpClient.newHttpClient()) {
      node.start();
      assertEquals(upload(client, node), download(client, node));
      rejectDnaWithInvalidLastLetter(client, node);
      assertTrue(node.memory() < MAX_MEMORY, node.memory() + " MB resident");
    }
  }

  private PackagedNode node() {
    return new PackagedNode(folder).javaOptions(SMALL).with("ACCESS_API_KEY", KEY);
  }

  /** All valid characters precede the invalid one. */
  private static void rejectDnaWithInvalidLastLetter(HttpClient client, PackagedNode node)
      throws Exception {
    List<Path> before = TestNode.blobs(node.data().resolve("blobs"));
    InputStream letters =
        new SequenceInputStream(
            new RepeatedLetters(LETTERS - 1), new ByteArrayInputStream(new byte[] {'N'}));
    var reply = post(client, node, "/services/DNA", form("dnaFile", "a.txt", letters));
    assertEquals(400, reply.statusCode(), reply.body());
    assertTrue(reply.body().contains("at position " + LETTERS), reply.body());
    assertEquals(before, TestNode.blobs(node.data().resolve("blobs")));
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
  void transfersFileThroughObjectStore() throws Exception {
    try (PackagedNode node = node();
        HttpClient client = HttpClient.newHttpClient()) {
      node.with("BLOBS_S3_URL", STORE.url())
          .with("BLOBS_S3_BUCKET", STORE.bucket())
          .with("BLOBS_S3_ACCESS_KEY", S3Server.ACCESS_KEY)
          .with("BLOBS_S3_SECRET_KEY", S3Server.SECRET_KEY)
          .start();
      long sent = upload(client, node);
      assertEquals(sent, download(client, node));
      node.kill();
      node.start();
      assertEquals(sent, download(client, node));
      assertTrue(node.memory() < MAX_MEMORY, node.memory() + " MB resident");
    }
  }

  private static long upload(HttpClient client, PackagedNode node) throws Exception {
    var sum = new CRC32C();
    InputStream wav = new CheckedInputStream(Waves.stream(FILE), sum);
    var reply = post(client, node, "/audio/upload", form("file", "a.wav", wav));
    assertEquals(201, reply.statusCode(), reply.body());
    return sum.getValue();
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

  private static long download(HttpClient client, PackagedNode node) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(node.address().resolve("/audio/a.wav")).build();
    var reply = client.send(request, BodyHandlers.ofInputStream());
    assertEquals(200, reply.statusCode());
    // A digest would take most of the test's time, because its fast code needs the second compiler.
    try (var body = new CheckedInputStream(reply.body(), new CRC32C())) {
      body.skip(Long.MAX_VALUE);
      return body.getChecksum().getValue();
    }
  }
}
