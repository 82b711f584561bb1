package dev.gatehouse.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.RawClient;
import dev.gatehouse.TestNode;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A node that was not told its public address: whoever books does not decide where a link leads.
 */
class MailLinksTest {
  @RegisterExtension
  static final TestNode NODE = new TestNode().with("OWNER_EMAIL", "owner@example.org");

  @Test
  void theLinkThatIsMailedLeadsToTheNodeWhateverHostWasAsked() throws Exception {
    String port = NODE.address().substring(NODE.address().lastIndexOf(':') + 1);
    int day = 1;
    for (String host : new String[] {"evil.example:" + port, "evil.example", "[::1]:99999"}) {
      JsonObject data =
          new JsonObject()
              .put("title", "A meeting")
              .put("startTime", "2036-07-0" + day + "T10:00:00")
              .put("endTime", "2036-07-0" + day++ + "T11:00:00")
              .put("attendeeEmail", "guest@example.com");
      String body = new JsonObject().put("eventData", data).encode();
      String head =
          RawClient.head(
              "POST /api/proxy/calendar/create-event",
              "X-API-Key: " + TestNode.KEY,
              "Content-Type: application/json",
              "Content-Length: " + body.length());
      try (RawClient raw = NODE.raw()) {
        RawClient.Reply reply = raw.send(head.replace("localhost", host) + body).read();
        if (reply.status() != 400) {
          assertEquals(201, reply.status(), reply.text());
          String link = new JsonObject(reply.text()).getJsonObject("event").getString("htmlLink");
          assertTrue(link.startsWith("http://127.0.0.1:"), link);
        }
      }
    }
  }
}
