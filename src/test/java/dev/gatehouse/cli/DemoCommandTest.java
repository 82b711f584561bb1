package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.FreePort;
import dev.gatehouse.Samples;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code gatehouse demo} and {@code gatehouse demo remove} on a running node. */
@Tag("slow")
class DemoCommandTest {
  private static final int MANAGEMENT = FreePort.next();
  private static final List<String> LISTS =
      List.of(
          """
          /api/proxy/products /api/proxy/reviews /api/proxy/reviews/moderation?state=rejected
          /api/proxy/hyperlinks /api/proxy/redirects/public /deployment/services
          /api/proxy/printshop/expenditures /audio /api/proxy/historical-data /api/proxy/bots/trading/logs
          /api/proxy/notifications /api/proxy/storefront/orders /api/proxy/calendar/events
          """
              .split("\\s+"));

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("MANAGEMENT_PORT", Integer.toString(MANAGEMENT));

  private record Ran(int status, String text) {}

  private static Ran run(String... arguments) {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR", NODE.data().toString(),
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(MANAGEMENT));
    List<String> all = new ArrayList<>(List.of("demo", "--url", NODE.address()));
    all.addAll(List.of(arguments));
    var output = new StringWriter();
    String[] words = all.toArray(String[]::new);
    int status = OwnersCommand.run(Path.of("."), environment, output, words);
    return new Ran(status, output.toString());
  }

  private static String list(String path) {
    Client.Reply reply = NODE.owner("GET", path).send();
    assertEquals(200, reply.status(), path + ": " + reply.text());
    return reply.text();
  }

  @Test
  void removesExactlyWhatItCreated() throws Exception {
    NODE.clock.set(TimeSource.system().instant());
    JsonObject own = JsonObject.of("name", "Lamp of the owner", "price", 10);
    NODE.owner("POST", "/api/proxy/products").json(own).expect(201);
    List<String> before = LISTS.stream().map(DemoCommandTest::list).toList();
    Ran created = run("--json");
    assertEquals(0, created.status(), created.text());
    assertTrue(new JsonObject(created.text()).getInteger("items") > 100, created.text());
    for (int i = 0; i < before.size(); i++) {
      boolean unchanged = before.get(i).equals(list(LISTS.get(i)));
      assertEquals(LISTS.get(i).contains("rejected"), unchanged, LISTS.get(i));
    }
    String shop = list("/storefront/shop");
    assertTrue(shop.contains("Brass fountain pen") && shop.contains("Lamp of the owner"), shop);
    assertTrue(list("/api/proxy/storefront/orders").contains("Erika Example"));
    Ran again = run();
    assertEquals(1, again.status());
    assertTrue(again.text().contains("run demo remove first"), again.text());
    Ran removed = run("remove");
    assertEquals(0, removed.status(), removed.text());
    for (int i = 0; i < before.size(); i++) {
      assertEquals(before.get(i), list(LISTS.get(i)), LISTS.get(i));
    }
    JsonObject page = JsonObject.of("limit", 100, "skip", 0);
    assertFalse(NODE.manage("access.listKeys", page).text().contains("\"demo\""));
    assertFalse(Files.exists(NODE.data().resolve("demo-content")));
    assertTrue(run("remove").text().contains("0 items were removed"));
  }

  /** The console runs these jobs. */
  @Test
  void keepsWhatTheOwnerHasChanged() throws Exception {
    NODE.clock.set(TimeSource.system().instant());
    assertEquals("Nothing was removed: this node has no demo content.", job("removeDemoContent"));
    String created = job("addDemoContent");
    assertTrue(created.matches("\\d+ items were created\\."), created);
    assertEquals(
        "Nothing was created: the node has demo content. Remove it first.", job("addDemoContent"));
    String pen = product("Brass fountain pen");
    JsonObject change = JsonObject.of("name", "Brass fountain pen", "price", 95);
    NODE.owner("PUT", "/api/proxy/products/" + pen).json(change).expect(200);
    String removed = job("removeDemoContent");
    assertTrue(removed.endsWith(" Kept, because they were changed: 1."), removed);
    assertTrue(list("/api/proxy/products").contains("Brass fountain pen"));
    assertFalse(list("/api/proxy/products").contains("Desk lamp"));
    NODE.owner("DELETE", "/api/proxy/products/" + pen).expect(200);
    JsonObject page = JsonObject.of("limit", 100, "skip", 0);
    assertFalse(NODE.manage("access.listKeys", page).text().contains("demo"));
  }

  private static String product(String name) {
    JsonArray products = new JsonArray(list("/api/proxy/products"));
    return Samples.one(products, "name", name).getString("_id");
  }

  /** Runs a job, and returns its result when it has ended. */
  private static String job(String name) throws Exception {
    String jobs = "/api/proxy/node/jobs";
    // The lease of the other run may still be held.
    Waiting.until(() -> {
      Client.Reply reply = NODE.owner("POST", jobs + "/node." + name + "/run").send();
      return !reply.json().getString("outcome").equals("running");
    });
    var last = new AtomicReference<JsonObject>();
    Waiting.until(() -> {
      JsonArray all = new JsonObject(list(jobs)).getJsonArray("jobs");
      last.set(Samples.one(all, "name", "node." + name).getJsonObject("last"));
      return last.get().getString("endedAt") != null;
    });
    return last.get().getString("progress");
  }

  @Test
  void sendsNoEmailsByMistake() {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR",
            NODE.data().resolve("other").toString(),
            "GATEHOUSE_SMTP_URL",
            "smtp://mail.example.org");
    var output = new StringWriter();
    OwnersCommand.run(Path.of("."), environment, output, "demo");
    assertTrue(output.toString().contains("--emails"), output::toString);
  }
}
