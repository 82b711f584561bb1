package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The jobs of a node in the management port's list. */
class JobsListTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void listsScheduleAndDueTimeOfEachJob() throws Exception {
    Waiting.until(() -> ended("notifications.report") && ended("calendar.repair"));
    Waiting.until(() -> ended("outbox.mail") && ended("access.refresh"));
    Map<String, JsonObject> jobs = jobs();
    assertEquals(
        "daily at 09:00 America/New_York", jobs.get("notifications.report").getString("schedule"));
    assertEquals("every 1s on each node", jobs.get("outbox.mail").getString("schedule"));
    assertEquals("every 5m", jobs.get("calendar.repair").getString("schedule"));
    assertTrue(jobs.get("calendar.repair").getInstant("due").isAfter(NODE.clock.instant()));
    assertTrue(jobs.containsKey("store.sweep"));
    for (JsonObject job : jobs.values()) {
      assertEquals(0, job.getInteger("failures"), job.encode());
    }
  }

  private static boolean ended(String name) throws IOException {
    JsonObject last = jobs().get(name).getJsonObject("last");
    return last != null && last.getString("endedAt") != null;
  }

  private static Map<String, JsonObject> jobs() throws IOException {
    Client.Reply reply = NODE.manage("jobs.list", new JsonObject()).expect(200);
    Map<String, JsonObject> jobs = new TreeMap<>();
    reply
        .json()
        .getJsonArray("jobs")
        .forEach(each -> jobs.put(((JsonObject) each).getString("name"), (JsonObject) each));
    assertNotNull(jobs.get("http.deleteIdempotencyKeys"));
    return jobs;
  }
}
