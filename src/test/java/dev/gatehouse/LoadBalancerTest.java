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

/**
 * The load balancer's configuration over nodes that crash during a request. Reads are retried on
 * another node, and changes are sent once. Errors have the uniform format, also on reused
 * connections.
 */
@Tag("slow")
@Timeout(120)
class LoadBalancerTest {
  private static final int ROUNDS = 12;
  private static final int KEPT = 3;
  private static final int MANY = 4_000;
  private static final int BODY = 12_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  @AutoClose private DyingNode one;
  @AutoClose private DyingNode other;
  @AutoClose private InstalledServer balancer;

  @BeforeEach
  void start() throws Exception {
    one = new DyingNode();
    other = new DyingNode();
    balancer = LoadBalancer.before(folder, FreePort.next(), List.of(one.place(), other.place()));
    Waiting.until(PATIENCE, () -> status() == 200 && one.taken() > 0 && other.taken() > 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"END", "RESET"})
  void retriesReadOnAnotherNode(Death death) throws IOException {
    one.dies(death);
    int before = one.taken();
    try (var raw = new RawClient(balancer.address())) {
      for (int i = 0; i < ROUNDS; i++) {
        read(raw).expect(200);
      }
    }
    assertTrue(one.taken() > before, "the node that dies was asked, too");
  }

  @ParameterizedTest
  @CsvSource({"POST, END", "PUT, END", "PATCH, END", "DELETE, END", "POST, RESET", "DELETE, RESET"})
  void sendsWriteOnceAndReportsNodeFailure(String method, Death death) throws IOException {
    for (int kept = 0; kept < KEPT; kept++) {
      try (var raw = new RawClient(balancer.address())) {
        both(Death.NONE);
        for (int i = 0; i < kept; i++) {
          change(raw, method).expect(200);
          read(raw).expect(200);
        }
        both(death);
        int before = one.taken() + other.taken();
        RawClient.Reply reply = change(raw, method);
        isTheBalancers(reply, 502, "the node failed while it processed the request");
        // The outcome is unknown, so only the client may decide to send it again.
        assertNull(reply.header("Retry-After"));
        assertEquals(before + 1, one.taken() + other.taken());
      }
    }
  }

  @Test
  void returnsRetryAfterWhenNoNodeIsReady() throws Exception {
    try (var raw = new RawClient(balancer.address())) {
      change(raw, "POST").expect(200);
      read(raw).expect(200);
      one.unready();
      other.unready();
      Waiting.until(PATIENCE, () -> status() == 503);
      for (RawClient.Reply reply : List.of(change(raw, "POST"), read(raw))) {
        isTheBalancers(reply, 503, "no node is available");
        assertEquals("2", reply.header("Retry-After"));
      }
    }
  }

  /**
   * A reply before the request body has arrived would close the connection, and the client would
   * notice only with its next write on it.
   */
  @Test
  void keepsConnectionWhenNoNodeIsReady() throws Exception {
    one.unready();
    other.unready();
    Waiting.until(PATIENCE, () -> status() == 503);
    byte[] body = new byte[BODY];
    try (var raw = new RawClient(balancer.address())) {
      for (int i = 0; i < MANY; i++) {
        raw.send(RawClient.head("POST /work", "Content-Length: " + BODY));
        LockSupport.parkNanos(i % ROUNDS * 50_000L);
        isTheBalancers(raw.send(body).read(), 503, "no node is available");
      }
    }
  }

  /** Draining nodes, and nodes whose only store is unavailable, report this state. */
  @Test
  void completesRequestsWhileAllNodesDrain() throws Exception {
    var done = new CountDownLatch(1);
    one.worksUntil(done);
    other.worksUntil(done);
    int before = one.taken() + other.taken();
    try (var raw = new RawClient(balancer.address())) {
      raw.send(RawClient.head("POST /work", "Content-Length: 2") + "{}");
      Waiting.until(PATIENCE, () -> one.taken() + other.taken() > before);
      one.drains();
      other.drains();
      Waiting.until(PATIENCE, () -> status() == 503);
      done.countDown();
      raw.read().expect(200);
    }
  }

  private void both(Death death) {
    one.dies(death);
    other.dies(death);
  }

  private static void isTheBalancers(RawClient.Reply reply, int status, String error) {
    reply.expect(status);
    assertEquals("application/json", reply.header("Content-Type"));
    assertEquals(error, reply.error());
    ErrorShape.check("", reply.status(), reply.json());
  }

  private static RawClient.Reply read(RawClient raw) throws IOException {
    return raw.ask("GET /work");
  }

  private static RawClient.Reply change(RawClient raw, String method) throws IOException {
    return raw.send(RawClient.head(method + " /work", "Content-Length: 2") + "{}").read();
  }

  private int status() throws IOException {
    try (var raw = new RawClient(balancer.address())) {
      return read(raw).status();
    } catch (EOFException cutOff) {
      // It was in transit to a node that was then marked as down.
      return 0;
    }
  }
}
