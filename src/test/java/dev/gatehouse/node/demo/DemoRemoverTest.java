package dev.gatehouse.node.demo;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestSettings;
import dev.gatehouse.node.demo.DemoContent.DemoReviews;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Removal of demo content from a node that is busy, or that has lost a part of it already. */
class DemoRemoverTest {
  /** The record cannot be written from this request on. */
  private static final String FULL_AT = "POST /api/proxy/calendar/create-event";

  private record Said(int status, String body) {}

  @TempDir Path folder;

  private final Map<String, Said> replies = new ConcurrentHashMap<>();
  private final List<String> requests = new ArrayList<>();
  private HttpServer server;
  private DemoClient client;
  private DemoRecord made;

  @BeforeEach
  void start() {
    server =
        LoopbackServer.start(exchange -> {
          String request = exchange.getRequestMethod() + ' ' + exchange.getRequestURI();
          requests.add(request);
          if (request.equals(FULL_AT)) {
            Files.delete(folder.resolve("demo-content"));
            Files.createDirectory(folder.resolve("demo-content"));
          }
          Said said = replies.getOrDefault(request, new Said(404, "{}"));
          byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(said.status(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    client = new DemoClient(LoopbackServer.url(server), "X-API-Key", "key");
    made = new DemoRecord(folder);
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private DemoRemover.Removal remove() {
    return new DemoRemover(client, chosen -> {}, made).remove();
  }

  @Test
  void keepsItemWhileItsContentIsUnknown() {
    made.path("/api/proxy/products/1 {\"name\":\"A\"}");
    replies.put("GET /api/proxy/products/1", new Said(503, "{}"));
    replies.put("DELETE /api/proxy/products/1", new Said(200, "{}"));
    assertEquals(1, remove().failed().size());
    assertFalse(requests.contains("DELETE /api/proxy/products/1"), requests::toString);
    assertEquals(1, made.lines().size());
  }

  @Test
  void findsChangedItemOnLaterPage() {
    String path = "/api/proxy/printshop/expenditures?";
    made.path(path + "id=7 {\"amount\":1.5}");
    String more = "\"pagination\":{\"hasMore\":true}}";
    replies.put("GET " + path + "limit=100&skip=0", new Said(200, "{\"data\":[]," + more));
    replies.put(
        "GET " + path + "limit=100&skip=100",
        new Said(200, "{\"data\":[{\"_id\":\"7\",\"amount\":2}]," + more));
    assertEquals(1, remove().kept());
    assertEquals(2, requests.size(), requests::toString);
  }

  @Test
  void removesItemThatCannotBeRecorded() throws IOException {
    Files.createSymbolicLink(folder.resolve("demo-content"), folder.resolve("missing/file"));
    replies.put("POST /api/proxy/products", new Said(201, "{\"_id\":\"1\"}"));
    var content = new DemoContent(client, made, LocalDate.EPOCH, new Random());
    var settings = TestSettings.of();
    assertThrows(IllegalStateException.class, () -> content.create(settings, text -> {}));
    assertTrue(requests.contains("DELETE /api/proxy/products/1"), requests::toString);
  }

  @Test
  void removesMeetingThatCannotBeRecorded() {
    for (String list : List.of("products", "hyperlinks", "redirects")) {
      replies.put("POST /api/proxy/" + list, new Said(201, "{\"_id\":\"1\"}"));
    }
    replies.put(FULL_AT, new Said(200, "{\"event\":{\"id\":\"2\"}}"));
    var content = new DemoContent(client, made, LocalDate.EPOCH, new Random());
    var settings = TestSettings.of("SMTP_URL", "smtp://127.0.0.1");
    assertThrows(IllegalStateException.class, () -> content.create(settings, text -> {}));
    assertTrue(requests.contains("DELETE /api/proxy/calendar/events/2"), requests::toString);
  }

  /** An interrupted removal has deleted the review, but not its line. */
  @Test
  void continuesAfterInterruptedRemoval() {
    made.document("reviews", "1");
    made.path(DemoReviews.MODERATION + "/1");
    made.path("/audio/demo-chime.wav");
    assertTrue(remove().failed().isEmpty());
    assertTrue(made.lines().isEmpty());
  }

  /** A full disk or a power failure has cut a write short. */
  @Test
  void ignoresAndReplacesUnfinishedLineOfRecord() throws Exception {
    made.path("/api/proxy/products/1 {\"name\":\"A\"}");
    Files.writeString(
        folder.resolve("demo-content"),
        "path /api/proxy/historical-data/DE",
        StandardOpenOption.APPEND);
    assertEquals(List.of("path /api/proxy/products/1 {\"name\":\"A\"}"), made.lines());
    made.document("reviews", "2");
    assertEquals(
        List.of("path /api/proxy/products/1 {\"name\":\"A\"}", "document reviews 2"), made.lines());
  }
}
