package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.FreePort;
import dev.gatehouse.TestNode;
import dev.gatehouse.time.TimeSource;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** {@code gatehouse demo} and {@code gatehouse demo remove} on a running node. */
class DemoCommandTest {
  private static final int MANAGEMENT = FreePort.next();
  private static final List<String> LISTS =
      List.of(
          "/api/proxy/products",
          "/api/proxy/reviews",
          "/api/proxy/reviews/moderation?state=rejected",
          "/api/proxy/hyperlinks",
          "/api/proxy/redirects/public",
          "/deployment/services",
          "/api/proxy/printshop/expenditures",
          "/audio",
          "/api/proxy/historical-data",
          "/api/proxy/bots/trading/logs",
          "/api/proxy/notifications",
          "/api/proxy/storefront/orders",
          "/api/proxy/calendar/events");

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("MANAGEMENT_PORT", Integer.toString(MANAGEMENT));

  private record Ran(int status, String out, String err) {}

  private static Ran run(String... arguments) {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR", NODE.data().toString(),
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(MANAGEMENT));
    List<String> all = new ArrayList<>(List.of("demo", "--url", NODE.address()));
    all.addAll(List.of(arguments));
    var out = new StringWriter();
    var err = new StringWriter();
    int status =
        new CommandLine(new GatehouseCommand(Path.of("."), environment))
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setExecutionExceptionHandler((problem, line, parsed) -> {
              err.append(problem.getMessage());
              return 1;
            })
            .execute(all.toArray(String[]::new));
    return new Ran(status, out.toString(), err.toString());
  }

  private static String list(String path) {
    Client.Reply reply = NODE.client().request("GET", path).key(TestNode.KEY).send();
    assertEquals(200, reply.status(), path + ": " + reply.text());
    return reply.text();
  }

  @Test
  void removesExactlyWhatItCreated() throws Exception {
    NODE.clock.set(TimeSource.system().instant());
    JsonObject own = new JsonObject().put("name", "Lamp of the owner").put("price", 10);
    assertEquals(
        201,
        NODE.client()
            .request("POST", "/api/proxy/products")
            .key(TestNode.KEY)
            .json(own)
            .send()
            .status());
    List<String> before = LISTS.stream().map(DemoCommandTest::list).toList();
    Ran created = run("--json");
    assertEquals(0, created.status(), created.err());
    assertTrue(new JsonObject(created.out()).getInteger("items") > 100, created.out());
    for (int i = 0; i < before.size(); i++) {
      boolean unchanged = before.get(i).equals(list(LISTS.get(i)));
      assertEquals(LISTS.get(i).contains("rejected"), unchanged, LISTS.get(i));
    }
    String shop = list("/storefront/shop");
    assertTrue(shop.contains("Brass fountain pen") && shop.contains("Lamp of the owner"), shop);
    assertTrue(list("/api/proxy/storefront/orders").contains("Erika Example"));
    Ran again = run();
    assertEquals(1, again.status());
    assertTrue(again.err().contains("run demo remove first"), again.err());
    Ran removed = run("remove");
    assertEquals(0, removed.status(), removed.err());
    for (int i = 0; i < before.size(); i++) {
      assertEquals(before.get(i), list(LISTS.get(i)), LISTS.get(i));
    }
    JsonObject page = new JsonObject().put("limit", 100).put("skip", 0);
    assertFalse(NODE.manage("access.listKeys", page).text().contains("\"demo\""));
    assertFalse(Files.exists(NODE.data().resolve("demo-content")));
    assertTrue(run("remove").out().contains("0 items were removed"));
  }

  @Test
  void sendsNoEmailsByMistake() {
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR",
            NODE.data().resolve("other").toString(),
            "GATEHOUSE_SMTP_URL",
            "smtp://mail.example.org");
    var err = new StringWriter();
    new CommandLine(new GatehouseCommand(Path.of("."), environment))
        .setExecutionExceptionHandler((problem, line, parsed) -> {
          err.append(problem.getMessage());
          return 1;
        })
        .execute("demo");
    assertTrue(err.toString().contains("--emails"), err::toString);
  }
}
