package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sign-ins with the permanent code while it is replaced. */
@Tag("slow")
class ResetCodeRaceTest {
  @RegisterExtension
  static final TestNode NODE = new TestNode().behindProxy().without("ACCESS_PERMANENT_CODE");

  private static String code;

  private static Client.Reply signIn(String shown) {
    JsonObject body = JsonObject.of("code", shown, "remember", true);
    Client.Request request = NODE.request("POST", "/api/proxy/auth/session");
    return request.from(NODE.freshAddress()).json(body).send();
  }

  @RepeatedTest(2)
  void endsEverySessionOfThePreviousCode() throws Exception {
    if (code == null) {
      code = Files.readString(NODE.data().resolve("secrets/initial-permanent-code")).strip();
    }
    String previous = code;
    signIn(previous).expect(200);
    List<String> tokens = new ArrayList<>();
    var reset = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> replies = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        replies.add(
            threads.submit(() -> {
              List<String> own = new ArrayList<>();
              Client.Reply reply;
              do {
                reply = signIn(previous);
                if (reply.status() == 200) {
                  own.add(reply.json().getString("token"));
                }
              } while (!reset.get() && reply.status() != 401);
              return own;
            }));
      }
      Thread.sleep(100);
      try {
        code =
            NODE.manage("access.resetPermanentCode", new JsonObject())
                .expect(200)
                .json()
                .getString("code");
      } finally {
        reset.set(true);
      }
      for (Future<List<String>> one : replies) {
        tokens.addAll(one.get());
      }
    }
    long alive =
        tokens.stream()
            .filter(token ->
                NODE.request("GET", "/deployment/info").token(token).send().status() == 200)
            .count();
    assertEquals(0, alive);
  }
}
