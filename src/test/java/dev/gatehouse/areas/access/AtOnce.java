package dev.gatehouse.areas.access;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;

/** Sends many requests at once, each over a separate open connection. */
public final class AtOnce {
  private AtOnce() {}

  /** Opens a connection for the n-th caller. */
  public interface Door {
    RawClient open(int caller) throws IOException;
  }

  /** Opens all connections first, then sends over all of them together. */
  public static List<RawClient.Reply> send(int callers, Door door, IntFunction<String> request)
      throws Exception {
    List<RawClient> connections = new ArrayList<>();
    try {
      for (int i = 0; i < callers; i++) {
        connections.add(door.open(i));
        connections.getLast().ask("GET /api/proxy/still-alive/status").expect(200);
      }
      var ready = new CyclicBarrier(callers);
      return Concurrently.times(
          callers,
          n ->
              Unchecked.get(() -> {
                ready.await();
                return connections.get(n).send(request.apply(n)).read();
              }));
    } finally {
      for (RawClient connection : connections) {
        connection.close();
      }
    }
  }

  public static Map<Integer, Long> statuses(List<RawClient.Reply> replies) {
    return replies.stream()
        .collect(Collectors.groupingBy(RawClient.Reply::status, Collectors.counting()));
  }

  /** Returns a request to validate-access. */
  static String code(String code, String address) {
    return json("/api/proxy/auth/validate-access", address, "{\"code\":\"" + code + "\"}");
  }

  /** Returns a request with a body. */
  static String json(String path, String address, String body) {
    return RawClient.head(
            "POST " + path,
            "X-Forwarded-For: " + address,
            "Content-Type: application/json",
            "Content-Length: " + body.length())
        + body;
  }

  /** Returns the daily code. */
  static String today(TestNode node) {
    return node.client().dailyCode();
  }

  /** Returns a request with a credential header. */
  static String info(String credential, String address) {
    return RawClient.head("GET /deployment/info", "X-Forwarded-For: " + address, credential);
  }
}
