package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.areas.notifications.mail.Await;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Data about visitors is deleted after its retention, and what has no retention is kept. */
class RetentionTest {
  @RegisterExtension
  static final TestNode NODE =
      new TestNode().with("RETENTION_SPAM", "30d").with("RETENTION_HIRE_FORMS", "0d");

  @Test
  void deletesWhatIsOver() throws Exception {
    NODE.afterStop(() -> {
      try (EmbeddedStore store = EmbeddedStore.open(NODE.data().resolve("documents"), false)) {
        DocumentCommands documents = store.documents();
        for (String age : List.of("31", "29")) {
          documents.insert("hireForms", List.of(form("spam", age), form("new", age)));
          documents.insert("reviews", List.of(review("SPAM", age)));
        }
        documents.insert("reviews", List.of(review("REJECTED", "366")));
        documents.insert("reviews", List.of(review("APPROVED", "3660")));
        documents.insert("calendarEvents", List.of(meeting("1096"), meeting("1094")));
        documents.insert("storefrontOrders", List.of(order("open", "PAID", "3654")));
        documents.insert(
            "storefrontOrders",
            List.of(order("old", "SHIPPED", "3654"), order("new", "SHIPPED", "3652")));
        documents.insert("paymentOrders", List.of(payment("3654", "old"), payment("3652", "new")));
      }
    });
    // A started node deletes nothing until its clock is confirmed.
    NODE.clock.advance(Duration.ofHours(2));
    Await.until("the deletion", RetentionTest::deleted);
    assertEquals(1, total("/api/proxy/hire?state=spam"));
    assertEquals(2, total("/api/proxy/hire?state=new"));
    assertEquals(1, total("/api/proxy/reviews/moderation?state=spam"));
    assertEquals(0, total("/api/proxy/reviews/moderation?state=rejected"));
    assertEquals(1, total("/api/proxy/reviews/moderation?state=approved"));
    assertEquals(0, meetings("1096"));
    assertEquals(1, meetings("1094"));
    assertEquals(2, orders("new"), "an order and its payment");
    assertEquals(1, orders("open"), "an order in progress");
    NODE.afterStop(() -> {
      try (EmbeddedStore store = EmbeddedStore.open(NODE.data().resolve("documents"), false)) {
        JsonObject id = JsonObject.of("_id", "old");
        JsonObject old = store.documents().findOne("storefrontOrders", id).orElseThrow();
        assertEquals("20.00", old.getString("total"));
        JsonObject postal = old.getJsonObject("buyer").getJsonObject("postal");
        assertEquals("DE", postal.getString("country"), old::encode);
        assertEquals("", postal.getString("street"), old::encode);
      }
    });
  }

  private static boolean deleted() {
    for (String job :
        List.of(
            "notifications.forgetSpam",
            "commerce.forgetSpam",
            "commerce.forgetRejectedReviews",
            "calendar.forgetMeetings",
            "node.anonymizeOrders")) {
      owner("POST", "/api/proxy/node/jobs/" + job + "/run");
    }
    return total("/api/proxy/hire?state=spam") == 1
        && total("/api/proxy/reviews/moderation?state=spam") == 1
        && total("/api/proxy/reviews/moderation?state=rejected") == 0
        && meetings("1096") == 0
        && orders("old") == 0;
  }

  private static int orders(String buyer) {
    JsonObject found =
        NODE.owner("POST", "/api/proxy/people/search")
            .json(JsonObject.of("email", buyer + "@example.org"))
            .answer();
    return found.getJsonArray("documents").size();
  }

  private static JsonObject order(String id, String state, String age) {
    JsonObject postal = JsonObject.of("street", "1 Some Street", "country", "DE");
    JsonObject buyer =
        new JsonObject().put("name", "Ada").put("email", id + "@example.org").put("postal", postal);
    return JsonObject.of("_id", id, "version", 1, "state", state, "total", "20.00", "buyer", buyer)
        .put("createdAt", time(age))
        .put("updatedAt", time(id.equals("open") ? "1" : age));
  }

  private static JsonObject payment(String age, String id) {
    return JsonObject.of("_id", id, "payer", id + "@example.org", "createdAt", time(age));
  }

  private static Client.Reply owner(String method, String path) {
    return NODE.owner(method, path).send();
  }

  private static int total(String path) {
    return owner("GET", path).json().getJsonObject("pagination").getInteger("total");
  }

  private static int meetings(String age) {
    LocalDate day = LocalDate.ofInstant(before(age), ZoneOffset.UTC);
    String path = "/api/proxy/calendar/events?startDate=" + day.minusDays(1) + "&endDate=" + day;
    return owner("GET", path).json().getJsonArray("events").size();
  }

  private static Instant before(String days) {
    return NODE.clock.instant().minus(Duration.ofDays(Long.parseLong(days)));
  }

  private static JsonObject time(String age) {
    return JsonObject.of("$date", before(age).truncatedTo(ChronoUnit.MILLIS).toString());
  }

  private static JsonObject form(String state, String age) {
    return JsonObject.of(
        "_id", state + age, "description", "A site.", "state", state, "createdAt", time(age));
  }

  private static JsonObject review(String state, String age) {
    return Samples.json(
            "{'rating': 5, 'title': 'Good', 'body': 'Soft.', 'authorName': 'Ada', 'email': 'ada@example.org'}")
        .put("_id", state + age)
        .put("productId", "shirt" + age)
        .put("state", state)
        .put("createdAt", time(age));
  }

  private static JsonObject meeting(String age) {
    return Samples.json(
            "{'title': 'Talk', 'description': '', 'zone': 'America/New_York', 'attendee': '', 'status': 'confirmed', 'open': false}")
        .put("_id", age)
        .put("start", time(age))
        .put("end", time(age))
        .put("changedAt", time(age));
  }
}
