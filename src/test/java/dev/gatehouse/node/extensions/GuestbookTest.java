package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.net.httpserver.HttpServer;
import dev.gatehouse.Client;
import dev.gatehouse.LoopbackServer;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the example extension of the guide on a node. */
@Tag("slow")
class GuestbookTest {
  private static final List<String> FORWARDED = new CopyOnWriteArrayList<>();
  private static final AtomicInteger FAILURES = new AtomicInteger(1);
  private static final HttpServer NTFY = ntfy();

  @RegisterExtension
  static final TestNode NODE =
      new TestNode()
          .behindProxy()
          .with("EXTENSIONS_FOLDER", jars())
          .with("EXTENSIONS_GUESTBOOK_NTFY_URL", LoopbackServer.url(NTFY));

  private static String jars() {
    return Unchecked.get(() -> ExtensionJars.guestbook(TestNode.folder("extensions")))
        .getParent()
        .toString();
  }

  /** A topic that fails once. */
  private static HttpServer ntfy() {
    return LoopbackServer.start(exchange -> {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      boolean fails = FAILURES.getAndDecrement() > 0;
      if (!fails) {
        FORWARDED.add(text);
      }
      exchange.sendResponseHeaders(fails ? 503 : 200, -1);
      exchange.close();
    });
  }

  @Test
  void showsApprovedEntriesOnly() {
    String id =
        sign(NODE.freshAddress(), "Ada", "Hello\nfrom 1843").expect(201).json().getString("id");
    assertEquals(0, NODE.get("/guestbook").json().getLong("total"));
    NODE.get("/guestbook/waiting").expect(401);
    assertTrue(owner("GET", "/guestbook/waiting").text().contains("from 1843"));
    NODE.request("POST", approve(id)).expect(401);
    assertTrue(owner("POST", approve(id)).json().getBoolean("approved"));
    owner("POST", approve(id)).expect(200);
    assertEquals(id, onlyEntry("/guestbook").getString("id"));
    owner("DELETE", "/guestbook/entries/" + id).expect(204);
    owner("DELETE", "/guestbook/entries/" + id).expect(404, "not_found");
  }

  private static String approve(String id) {
    return "/guestbook/entries/" + id + "/approve";
  }

  @Test
  void validatesBodiesByTheContract() {
    assertEquals("text", sign(NODE.freshAddress(), "Ada", "a\u0000b").json().getString("param"));
    sign(NODE.freshAddress(), "", "text").expect(400);
    JsonObject more = JsonObject.of("author", "a", "text", "b", "approved", true);
    assertEquals("parameter_unknown", NODE.request("POST", "/guestbook").json(more).send().code());
  }

  @Test
  void limitsTheSignaturesOfOneAddress() {
    String address = NODE.freshAddress();
    Client.Reply last = sign(address, "Eve", "1");
    for (int i = 0; i < 6 && last.status() != 429; i++) {
      last = sign(address, "Eve", "more");
    }
    last.expect(429);
    sign(NODE.freshAddress(), "Eve", "text").expect(201);
  }

  @Test
  void appearsInTheContract() {
    JsonObject document = NODE.get("/openapi.json").json();
    JsonObject list =
        document.getJsonObject("paths").getJsonObject("/guestbook").getJsonObject("get");
    assertEquals("guestbook", list.getJsonArray("tags").getString(0));
    assertTrue(list.getBoolean("x-extension"));
    assertTrue(list.getJsonObject("responses").containsKey("429"));
    NODE.request("PUT", "/guestbook").expect(405);
  }

  @Test
  void forwardsNotificationsUntilAccepted() throws Exception {
    JsonObject text = JsonObject.of("title", "Backup", "body", "done");
    Client.Reply stored = NODE.owner("POST", "/api/proxy/notify").json(text).send();
    assertEquals(2, stored.status() / 100, stored.text());
    Waiting.until(() -> FAILURES.get() <= 0);
    NODE.clock.advance(java.time.Duration.ofMinutes(1));
    Waiting.until(() -> !FORWARDED.isEmpty());
    assertEquals(List.of("Backup\n\ndone"), FORWARDED);
  }

  private static Client.Reply sign(String address, String author, String text) {
    JsonObject body = JsonObject.of("author", author, "text", text);
    return NODE.request("POST", "/guestbook").from(address).json(body).send();
  }

  private static JsonObject onlyEntry(String path) {
    JsonObject page = NODE.get(path).json();
    assertEquals(1, page.getLong("total"));
    return page.getJsonArray("entries").getJsonObject(0);
  }

  private static Client.Reply owner(String method, String path) {
    return NODE.owner(method, path).send();
  }
}
