package dev.gatehouse.cluster;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.DocumentServer;
import dev.gatehouse.EventStreamClient;
import dev.gatehouse.FreePort;
import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import dev.gatehouse.Waiting;
import dev.gatehouse.Wavs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node with http only, which caches the responses of the other node's areas. */
@Tag("slow")
@Timeout(120)
class EdgeCacheTest {
  private static final String LINKS = "/api/proxy/hyperlinks";
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final int MEMBER = FreePort.next();
  private static final int OTHER = FreePort.next();
  private static final int THIRD = FreePort.next();
  private static final Path SHARED = folder();
  private static final Map<String, String> CERTIFICATES =
      ClusterAuthority.environment(SHARED.resolve("tls"));

  /** Lasts until the JVM ends, because a failed test is retried with it. */
  private static final DocumentServer STORE = DocumentServer.start();

  @Order(1)
  @RegisterExtension
  static final TestNode AREAS = node(MEMBER);

  @Order(2)
  @RegisterExtension
  static final TestNode EDGE = node(OTHER).with("VERTICLES", "http");

  /** A node over the same documents whose events reach no other node. */
  @Order(3)
  @RegisterExtension
  static final TestNode UNHEARD = node(THIRD).with("CLUSTER_NAME", "others");

  private static TestNode node(int port) {
    var node =
        new TestNode()
            .behindProxy()
            .with("MONGO_URL", STORE.url())
            .with("BLOBS_DIR", SHARED.resolve("blobs").toString())
            .with("BLOBS_SHARED", "true")
            .with("ACCESS_JWT_SECRET", SECRET)
            .with("MEDIA_DNA_KEY", SECRET + SECRET)
            .with("PUBLIC_URL=https://api.example.org CLUSTER_ENABLED=true")
            .with("CLUSTER_PORT", Integer.toString(port))
            .with("CLUSTER_MEMBERS", "127.0.0.1:" + MEMBER + ",127.0.0.1:" + OTHER);
    CERTIFICATES.forEach(
        (setting, file) -> node.with(setting.substring("GATEHOUSE_".length()), file));
    return node;
  }

  private static Path folder() {
    return Unchecked.get(() -> Files.createTempDirectory("gatehouse-edge"));
  }

  private static JsonArray links(TestNode node) {
    return new JsonArray(node.client().get(LINKS).text());
  }

  private static void add(TestNode node, String title) {
    JsonObject link = JsonObject.of("title", title, "url", "https://example.org/" + title);
    node.owner("POST", LINKS).json(link).expect(201);
  }

  private static double fromMemory() {
    return new Client(EDGE.managementAddress())
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("gatehouse_cache_hits_total "))
        .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void invalidatesSoonAfterAnyChange() throws Exception {
    Waiting.until(() -> EDGE.client().get(LINKS).status() == 200);
    int before = links(EDGE).size();
    double answered = fromMemory();
    assertEquals(before, links(EDGE).size());
    assertEquals(answered + 1, fromMemory());

    add(AREAS, "there");
    Waiting.until(SOON, () -> links(EDGE).size() == before + 1);
    links(EDGE);
    add(EDGE, "here");
    assertEquals(before + 2, links(EDGE).size(), "whoever has changed it sees it at once");
    assertEquals(before + 2, links(AREAS).size());
  }

  /**
   * Half a second until the change is counted and half until the count is read, plus request time.
   */
  @Test
  void invalidatesSoonWithoutEvent() throws Exception {
    Waiting.until(() -> EDGE.client().get(LINKS).status() == 200);
    int before = links(EDGE).size();
    add(UNHEARD, "unheard");
    Waiting.until(SOON, () -> links(EDGE).size() == before + 1);

    EDGE.owner("POST", "/audio/upload").file("file", "gone.wav", Wavs.tone(500)).expect(201);
    EDGE.get("/audio/gone.wav").expect(200);
    UNHEARD.owner("DELETE", "/audio/gone.wav").expect(200);
    Waiting.until(SOON, () -> EDGE.client().get("/audio/gone.wav").status() == 404);
  }

  @Test
  void bypassesCacheForCredentialsAndHead() throws Exception {
    Waiting.until(() -> EDGE.client().get(LINKS).status() == 200);
    links(EDGE);
    double answered = fromMemory();
    EDGE.owner("GET", LINKS).expect(200);
    assertEquals(200, EDGE.client().request("HEAD", LINKS).send().status());
    assertEquals(answered, fromMemory());
  }

  /** Events reach a listener from every node. */
  @Test
  void streamsNotificationsFromOtherNodes() throws Exception {
    Waiting.until(() -> EDGE.client().get(LINKS).status() == 200);
    String token = EDGE.client().token(TestNode.CODE);
    try (var stream =
        new EventStreamClient(
            EDGE.address(),
            "/api/proxy/notifications/stream",
            Map.of("Authorization", "Bearer " + token))) {
      assertEquals(200, stream.status());
      AREAS.notification("from afar", "b").expect(200);
      Waiting.until(() -> stream.events().size() == 1);
      assertTrue(stream.events().getFirst().data().contains("from afar"));
    }
  }

  @Test
  void returns304FromCacheForMatchingETag() throws Exception {
    Waiting.until(() -> EDGE.client().get("/api/proxy/products").status() == 200);
    String tag = EDGE.client().get("/api/proxy/products").header("ETag");
    double answered = fromMemory();
    Client.Reply second =
        EDGE.client().request("GET", "/api/proxy/products").header("If-None-Match", tag).send();
    assertEquals(304, second.status());
    assertEquals(answered + 1, fromMemory());
    assertTrue(second.bytes().length == 0);
  }
}
