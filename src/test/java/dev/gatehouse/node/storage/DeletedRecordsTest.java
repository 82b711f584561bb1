package dev.gatehouse.node.storage;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.Concurrently;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deleted records of all kinds come back as they were. */
class DeletedRecordsTest {
  private static final String TRASH = "/api/proxy/trash";

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("LIMITS_DEFAULT_PER_MINUTE", "0");

  private static Client.Reply send(String method, String path, JsonObject body) {
    Client.Request request = NODE.owner(method, path);
    return (body == null ? request : request.json(body)).send();
  }

  private static JsonObject ok(String method, String path, JsonObject body) {
    Client.Reply reply = send(method, path, body);
    assertTrue(reply.status() < 300, reply.text());
    return reply.json();
  }

  private static JsonArray deleted(String recordId) {
    return ok("GET", TRASH + "?recordId=" + recordId, null).getJsonArray("records");
  }

  /** Deletes and restores a record, and returns its entry in the trash. */
  private static JsonObject thereAndBack(String path, String recordId) {
    String before = send("GET", path, null).text();
    ok("DELETE", path, null);
    assertTrue(send("GET", path, null).status() >= 400);
    JsonObject entry = deleted(recordId).getJsonObject(0);
    ok("POST", TRASH + "/" + entry.getString("id") + "/restore", null);
    assertEquals(before, send("GET", path, null).text());
    assertTrue(deleted(recordId).isEmpty());
    return entry;
  }

  @Test
  void restoresProductAndLink() {
    String product =
        ok("POST", "/api/proxy/products", new JsonObject("{\"name\":\"Mug\",\"price\":12}"))
            .getString("_id");
    JsonObject entry = thereAndBack("/api/proxy/products/" + product, product);
    assertEquals("product", entry.getString("kind"));
    assertEquals("Mug", entry.getString("title"));
    assertFalse(entry.getString("deletedBy").isEmpty());
    Instant at = Instant.parse(entry.getString("deletedAt"));
    assertEquals(at.plus(Duration.ofDays(30)), Instant.parse(entry.getString("keptUntil")));
    JsonObject link = JsonObject.of("url", "https://example.org/", "title", "Home");
    String id = ok("POST", "/api/proxy/hyperlinks", link).getString("_id");
    thereAndBack("/api/proxy/hyperlinks/" + id, id);
  }

  @Test
  void keepsClicksOfShortUrl() {
    String path = "/api/proxy/redirects/talk";
    JsonObject talk =
        new JsonObject("{\"key\":\"talk\",\"url\":\"https://example.org/a\",\"clicks\":1581}");
    ok("POST", "/api/proxy/redirects", talk);
    NODE.request("GET", "/r/talk").header("User-Agent", "Mozilla/5.0 Firefox").send();
    thereAndBack(path, "talk");
    assertEquals(1582, ok("GET", path, null).getInteger("clicks"));

    ok("DELETE", path, null);
    ok("POST", "/api/proxy/redirects", talk.put("clicks", 0));
    String id = deleted("talk").getJsonObject(0).getString("id");
    Client.Reply taken = send("POST", TRASH + "/" + id + "/restore", null).expect(409);
    assertEquals("record_exists", taken.json().getString("code"));
    ok("DELETE", path, null);
    assertEquals(2, deleted("talk").size());
    ok("POST", TRASH + "/" + id + "/restore", null);
    assertEquals(1582, ok("GET", path, null).getInteger("clicks"));
  }

  @Test
  void restoresSongWithItsBytes() throws IOException {
    byte[] wav = Wavs.tone(2000);
    NODE.owner("POST", "/audio/upload").file("file", "Tide.wav", wav).expect(201);
    ok("DELETE", "/audio/Tide.wav", null);
    send("GET", "/audio/Tide.wav", null).expect(404);
    String id = deleted("Tide.wav").getJsonObject(0).getString("id");
    ok("POST", TRASH + "/" + id + "/restore", null);
    assertArrayEquals(wav, send("GET", "/audio/Tide.wav", null).bytes());
  }

  /** A deletion whose product changes meanwhile stores its copy again. */
  @Test
  void deletesProductDuringChanges() throws Exception {
    for (int round = 0; round < 5; round++) {
      JsonObject product = new JsonObject("{\"name\": \"Cap\", \"price\": 1}");
      String id = ok("POST", "/api/proxy/products", product).getString("_id");
      String path = "/api/proxy/products/" + id;
      List<Callable<Client.Reply>> requests = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        String method = i % 10 == 9 ? "DELETE" : "PATCH";
        JsonObject body = i % 10 == 9 ? null : JsonObject.of("price", 2 + i);
        requests.add(() -> send(method, path, body));
      }
      for (Client.Reply reply : Concurrently.all(requests)) {
        assertTrue(Set.of(200, 404).contains(reply.status()), reply.text());
      }
      assertEquals(1, deleted(id).size());
      send("GET", path, null).expect(404);
    }
  }

  @Test
  void restoresHireFormUnlessPersonIsErased() throws Exception {
    ok("POST", "/api/proxy/hire", Samples.hire("Eve", "eve@example.org", "A site."));
    JsonObject listed =
        ok("GET", "/api/proxy/hire", null).getJsonArray("submissions").getJsonObject(0);
    String id = listed.getString("_id");
    ok("POST", "/api/proxy/hire/deletions", JsonObject.of("ids", new JsonArray().add(id)));
    String entry = deleted(id).getJsonObject(0).getString("id");
    assertEquals("Eve", deleted(id).getJsonObject(0).getString("title"));
    ok("POST", TRASH + "/" + entry + "/restore", null);
    assertEquals(
        listed, ok("GET", "/api/proxy/hire", null).getJsonArray("submissions").getJsonObject(0));
    ok("DELETE", "/api/proxy/hire/" + id, null);
    NODE.manage("people.erase", JsonObject.of("email", "eve@example.org"));
    assertTrue(deleted(id).isEmpty());
    send("POST", TRASH + "/" + entry + "/restore", null).expect(404);
  }

  @Test
  void restoresCancelledMeeting() {
    String day = LocalDate.ofInstant(NODE.clock.instant(), ZoneOffset.UTC).plusDays(9).toString();
    JsonObject event =
        Samples.json(
                "{'title': 'Talk', 'description': 'Agenda: the \u591c', 'timeZone': 'Europe/Berlin', 'attendeeEmail': 'eve@example.org'}")
            .mergeIn(Samples.times(day + "T10:00:00", day + "T11:00:00"));
    JsonObject request = JsonObject.of("eventData", event);
    String create = "/api/proxy/calendar/create-event";
    String list = "/api/proxy/calendar/events?startDate=" + day + "&endDate=" + day;
    JsonObject booked = ok("POST", create, request).getJsonObject("event");
    String id = booked.getString("id");
    JsonObject before = ok("GET", list, null).getJsonArray("events").getJsonObject(0);
    ok("DELETE", "/api/proxy/calendar/events/" + id, null);
    send("DELETE", "/api/proxy/calendar/events/" + id, null).expect(404);
    JsonObject entry = deleted(id).getJsonObject(0);
    assertEquals("meeting", entry.getString("kind"));
    assertEquals("Talk", entry.getString("title"));

    String other = ok("POST", create, request).getJsonObject("event").getString("id");
    String restore = TRASH + "/" + entry.getString("id") + "/restore";
    assertEquals("record_exists", send("POST", restore, null).json().getString("code"));
    ok("DELETE", "/api/proxy/calendar/events/" + other, null);
    assertEquals(id, ok("POST", restore, null).getString("recordId"));
    assertEquals(
        new JsonArray().add(before), ok("GET", list, null).getJsonArray("events"), "as it was");
    URI link = URI.create(booked.getString("htmlLink"));
    Client.Reply page = NODE.get(link.getRawPath() + "?" + link.getRawQuery());
    assertTrue(page.text().contains("Talk"), page.text());
    assertTrue(deleted(id).isEmpty());
    send("POST", restore, null).expect(404);
  }

  @Test
  void deletesForeverAfterMonth() throws Exception {
    NODE.afterStop(() -> {
      try (EmbeddedStore store = EmbeddedStore.open(NODE.data().resolve("documents"), false)) {
        JsonObject time =
            JsonObject.of("$date", NODE.clock.instant().truncatedTo(ChronoUnit.MILLIS) + "");
        JsonObject review =
            Samples.json(
                "{'_id': '65f0c2a9b7e4d81c3a5f6e02', 'productId': 'mug', 'rating': 4, 'title': 'Good', 'body': 'It holds coffee.'}");
        review.put("authorName", "Jo").put("email", "jo@example.org").put("state", "APPROVED");
        store.documents().insert("reviews", List.of(review.put("createdAt", time)));
      }
    });
    String moderation = "/api/proxy/reviews/moderation/65f0c2a9b7e4d81c3a5f6e02";
    ok("POST", moderation, JsonObject.of("decision", "delete"));
    JsonObject entry = deleted("65f0c2a9b7e4d81c3a5f6e02").getJsonObject(0);
    ok("POST", TRASH + "/" + entry.getString("id") + "/restore", null);
    assertTrue(NODE.get("/api/proxy/reviews/mug").text().contains("coffee"));
    ok("POST", moderation, JsonObject.of("decision", "delete"));
    NODE.clock.advance(Duration.ofDays(31));
    Waiting.until(() -> {
      ok("POST", "/api/proxy/node/jobs/node.purgeDeleted/run", null);
      return deleted("65f0c2a9b7e4d81c3a5f6e02").isEmpty();
    });
  }
}
