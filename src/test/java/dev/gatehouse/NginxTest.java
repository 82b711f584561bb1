package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DyingNode.Death;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * nginx's configuration over nodes that crash during a request, reject it, or are down. A request
 * that may have been executed is not repeated. Errors have the uniform format.
 */
@Tag("slow")
@Timeout(120)
class NginxTest {
  private static final int ROUNDS = 6;

  @TempDir Path folder;

  @AutoClose private DyingNode one;
  @AutoClose private DyingNode other;
  @AutoClose private InstalledServer nginx;

  @BeforeEach
  void start() throws Exception {
    one = new DyingNode();
    other = new DyingNode();
    nginx = Nginx.before(folder, List.of(one.port(), other.port()));
  }

  @ParameterizedTest
  @EnumSource(names = {"END", "RESET"})
  void retriesReadOnAnotherNode(Death death) throws IOException {
    one.dies(death);
    try (var raw = new RawClient(nginx.address())) {
      for (int i = 0; i < ROUNDS; i++) {
        raw.ask("GET /work").expect(200);
      }
    }
    assertTrue(one.taken() > 0, "the node that dies was asked, too");
  }

  /**
   * Also covers reused connections to the nodes. A body that arrives in pieces is not buffered, so
   * it cannot be repeated.
   *
   * @param kept number of earlier requests on the client's connection
   */
  @ParameterizedTest
  @CsvSource({
    "POST, 2, END, 0", "POST, 2, END, 1", "POST, 2, END, 2", "POST, 2, RESET, 0",
    "POST, 2, RESET, 2", "POST, 300000, END, 1", "PATCH, 2, END, 2", "PUT, 300000, END, 0",
    "PUT, 300000, END, 2",
  })
  void sendsWriteOnceAndReportsNodeFailure(String method, int bytes, Death death, int kept)
      throws IOException {
    try (var raw = new RawClient(nginx.address())) {
      for (int i = 0; i < kept; i++) {
        change(raw, method, bytes).expect(200);
        raw.ask("GET /work").expect(200);
      }
      one.dies(death);
      other.dies(death);
      int before = taken();
      isOfALostChange(change(raw, method, bytes));
      assertEquals(before + 1, taken());
    }
  }

  /** Applies even if another node would accept it. */
  @Test
  void sendsPostWithoutBodyOnce() throws IOException {
    one.dies(Death.END);
    int lost = 0;
    for (int i = 1; i <= ROUNDS; i++) {
      try (var raw = new RawClient(nginx.address())) {
        RawClient.Reply reply = raw.ask("POST /work", "Content-Length: 0");
        if (reply.status() != 200) {
          isOfALostChange(reply);
          lost++;
        }
        assertEquals(i, taken());
      }
    }
    assertEquals(one.taken(), lost);
    assertTrue(lost > 0, "the node that dies was asked, too");
  }

  /**
   * These methods are idempotent, so nginx repeats a request that arrived complete with its head.
   */
  @ParameterizedTest
  @ValueSource(strings = {"PUT", "DELETE"})
  void retriesIdempotentWriteOnAnotherNode(String method) throws IOException {
    one.dies(Death.END);
    try (var raw = new RawClient(nginx.address())) {
      for (int i = 0; i < ROUNDS; i++) {
        change(raw, method, 2).expect(200);
      }
    }
    assertTrue(one.taken() > 0, "the node that dies was asked, too");
  }

  @Test
  void retriesUnsentWriteOnAnotherNode() throws IOException {
    one.close();
    try (var raw = new RawClient(nginx.address())) {
      for (int i = 0; i < ROUNDS; i++) {
        change(raw, "POST", 2).expect(200);
      }
    }
    assertEquals(ROUNDS, other.taken());
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void passesNodeRejectionThrough(String method) throws IOException {
    one.refuses();
    other.refuses();
    try (var raw = new RawClient(nginx.address())) {
      RawClient.Reply reply = change(raw, method, 2).expect(503);
      assertEquals(DyingNode.REFUSED, reply.text());
      assertEquals("7", reply.header("Retry-After"));
      assertEquals(1, taken());
    }
  }

  @Test
  void returnsRetryAfterForReadsWithoutNodes() throws IOException {
    one.close();
    other.close();
    try (var raw = new RawClient(nginx.address())) {
      for (int i = 0; i < 2; i++) {
        isOfALostChange(change(raw, "POST", 2));
        RawClient.Reply reply = raw.ask("GET /work");
        isOfNginx(reply, 503, "no node is available");
        assertEquals("2", reply.header("Retry-After"));
      }
    }
  }

  @Test
  void dropsClientForwardingHeaders() throws IOException {
    try (var raw = new RawClient(nginx.address())) {
      raw.ask("GET /work", "X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1");
    }
    String asked = one.asked() + other.asked();
    assertTrue(asked.contains("X-Forwarded-For: 127.0.0.1\r\n"), asked);
    assertFalse(asked.contains("192.0.2.1"), asked);
  }

  /** The outcome is unknown, so only the client may decide to send it again. */
  private static void isOfALostChange(RawClient.Reply reply) {
    isOfNginx(reply, 502, "the node failed while it processed the request, or none is available");
    assertNull(reply.header("Retry-After"));
  }

  private static void isOfNginx(RawClient.Reply reply, int status, String error) {
    reply.expect(status);
    assertEquals("application/json", reply.header("Content-Type"));
    assertEquals(error, reply.error());
    ErrorShape.check("", reply.status(), reply.json());
  }

  private int taken() {
    return one.taken() + other.taken();
  }

  private static RawClient.Reply change(RawClient raw, String method, int bytes)
      throws IOException {
    String head = RawClient.head(method + " /work", "Content-Length: " + bytes);
    return raw.send(head + "x".repeat(bytes)).read();
  }
}
