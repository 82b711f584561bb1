package dev.gatehouse.areas.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two nodes over one store with thousands of bans. Neither is slowed, and every ban is enforced.
 */
@Tag("slow")
class ManyBansTest {
  private static final int BANS = 4_000;
  private static final Duration SOON = Duration.ofSeconds(2);

  @Order(1)
  @RegisterExtension
  static final SharedStore STORE = new SharedStore();

  @RegisterExtension static final TestNode FIRST = STORE.serves(node());
  @RegisterExtension static final TestNode SECOND = STORE.serves(node());

  private static TestNode node() {
    return new TestNode().behindProxy();
  }

  @BeforeAll
  static void fill() throws IOException {
    STORE.fill(BANS);
    FIRST.restart();
    SECOND.restart();
  }

  @Test
  void propagatesBanAndLogoutWithinTwoSeconds() throws Exception {
    String address = FIRST.freshAddress();
    String token = FIRST.client().token(TestNode.CODE);
    info(SECOND, token).expect(200);
    alive(SECOND, address).expect(200);
    ban(FIRST, address);
    FIRST.client().request("POST", "/api/proxy/auth/logout").token(token).expect(200);
    long begin = System.nanoTime();
    Waiting.until(() -> alive(SECOND, address).status() == 403);
    Waiting.until(() -> info(SECOND, token).status() == 403);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertTrue(took.compareTo(SOON) < 0, "after " + took);
    SECOND.manage("access.unban", JsonObject.of("address", address)).expect(200);
    Waiting.until(() -> alive(FIRST, address).status() == 200);
  }

  @Test
  void pagesThroughAllBans() {
    Set<String> seen = new HashSet<>();
    boolean more = true;
    for (int skip = 0; more; skip += 500) {
      JsonObject page = bans("?limit=500&skip=" + skip).json();
      page.getJsonArray("bans").forEach(ban -> seen.add(((JsonObject) ban).getString("address")));
      JsonObject place = page.getJsonObject("pagination");
      assertTrue(place.getInteger("total") >= BANS);
      assertEquals(500, place.getInteger("limit"));
      more = place.getBoolean("hasMore");
    }
    for (int i = 0; i < BANS; i++) {
      assertTrue(seen.contains(SharedStore.address(i)), "ban " + i);
    }
    assertEquals(50, bans("").json().getJsonArray("bans").size());
    assertEquals(0, bans("?skip=2000000000").json().getJsonArray("bans").size());
    bans("?limit=501").expect(400);
    bans("?skip=-1").expect(400);
  }

  @Test
  void enforcesEveryBan() {
    for (int i = 0; i < BANS; i += 501) {
      alive(FIRST, SharedStore.address(i)).expect(403);
      alive(SECOND, SharedStore.address(i)).expect(403);
    }
  }

  private static void ban(TestNode node, String address) throws IOException {
    node.manage("access.ban", JsonObject.of("address", address, "reason", "a test")).expect(200);
  }

  private static Client.Reply bans(String query) {
    return FIRST.client().owner("GET", "/api/proxy/bans" + query).send();
  }

  private static Client.Reply alive(TestNode node, String address) {
    return node.client().request("GET", "/api/proxy/still-alive/status").from(address).send();
  }

  private static Client.Reply info(TestNode node, String token) {
    return node.client().request("GET", "/deployment/info").token(token).send();
  }
}
