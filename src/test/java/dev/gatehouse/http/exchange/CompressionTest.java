package dev.gatehouse.http.exchange;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import java.io.ByteArrayInputStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionTest {
  private static final String LARGE = "/openapi.json";

  @RegisterExtension static final TestNode NODE = TestNode.shared();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          gzip              | true
          deflate, GZIP;q=1 | true
          br, gzip;q=0.5    | true
          gzip;q=0          | false
          gzip; q=0.0       | false
          br                | false
          gzipped           | false
          """)
  void whoTakesGzipGetsIt(String accepted, boolean zipped) throws Exception {
    byte[] plain = NODE.get(LARGE).bytes();
    Client.Reply reply = NODE.request("GET", LARGE).header("Accept-Encoding", accepted).send();
    assertEquals(zipped ? "gzip" : null, reply.header("Content-Encoding"));
    assertTrue(reply.response().headers().allValues("Vary").contains("Accept-Encoding"));
    assertEquals(Integer.toString(reply.bytes().length), reply.header("Content-Length"));
    try (var body = new ByteArrayInputStream(reply.bytes());
        var bytes = zipped ? new GZIPInputStream(body) : body) {
      assertArrayEquals(plain, bytes.readAllBytes());
    }
  }

  @Test
  void leavesSmallRepliesUncompressed() {
    Client.Reply reply =
        NODE.request("GET", "/api/proxy/still-alive/status")
            .header("Accept-Encoding", "gzip")
            .send();
    assertNull(reply.header("Content-Encoding"));
  }
}
