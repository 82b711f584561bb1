package dev.gatehouse.areas.notifications.push;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Push services that never answer, and the deadline of all deliveries of a message. */
@Tag("slow")
class PushBudgetTest {
  private static final PushService SERVICE = new PushService(Duration.ofMillis(5));

  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("PUSH_PRIVATE_NETWORKS=true PUSH_BUDGET=5s PUSH_PARALLEL=4");

  @RegisterExtension final PushCaller caller = new PushCaller(NODE, SERVICE);

  @Test
  void keepsSubscriptionWhenServiceTimesOut() {
    caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("never", "row"));
    JsonObject data = caller.notify("t", "b".repeat(5_000));
    assertEquals(0, data.getInteger("pushCount"));
    assertEquals(false, data.getBoolean("pushSent"));
    assertEquals("127.0.0.1 did not answer in time", data.getString("pushError"));
    assertTrue(SERVICE.messages().size() <= 1, "once at most");
    caller.request("DELETE", PushCaller.SUBSCRIPTIONS, caller.subscribed().getFirst()).expect(200);
  }

  /** All deliveries together have less time than one may take. Later ones are not attempted. */
  @Test
  void limitsTotalDeliveryTime() {
    for (int i = 0; i < 12; i++) {
      caller.subscribe(PushSubscriber.fresh(), SERVICE.endpoint("never", "slow" + i));
    }
    JsonObject data = caller.notify("t", "b");
    assertEquals(0, data.getInteger("pushCount"));
    assertTrue(
        List.of("127.0.0.1 did not answer in time", "the deliveries took too long")
            .contains(data.getString("pushError")),
        data.getString("pushError"));
    // Some may begin in the last moment, as the first ones give up.
    assertTrue(SERVICE.messages().size() < 12, "the last had no turn");
  }
}
