package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys, codes and bans by the owner's command line, with a running node and without. */
@Tag("slow")
class AccessCommandsTest {
  private static final String VISITOR = "203.0.113.66";

  private static final int MORE_THAN_A_PAGE = ManagementClient.PAGE + 20;

  @RegisterExtension static final TestNode NODE = new TestNode().behindProxy();

  /** The store creates its code. */
  @RegisterExtension
  static final TestNode OTHER =
      new TestNode().without("ACCESS_PERMANENT_CODE").without("ACCESS_API_KEY");

  private static String done(String... words) {
    return run(0, NODE, URI.create(NODE.managementAddress()).getPort(), words);
  }

  private static String run(int expected, TestNode node, int port, String... words) {
    var output = new StringWriter();
    Map<String, String> environment =
        Map.of(
            "GATEHOUSE_DATA_DIR", node.data().toString(),
            "GATEHOUSE_STORE_RESERVE", "1MB",
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(port));
    int status = OwnersCommand.run(Path.of("."), environment, output, words);
    assertEquals(expected, status, output::toString);
    return output.toString().strip();
  }

  private static int listing(TestNode node, String key) {
    return node.client().request("GET", "/audio").key(key).send().status();
  }

  private static int validate(TestNode node, String code) {
    return node.client().login(code).from(VISITOR).send().status();
  }

  @Test
  void managesKeysCodesAndBansOfRunningNode() throws Exception {
    String key = done("keys", "add", "player", "--scope", "audio");
    assertEquals(200, listing(NODE, key));
    assertTrue(done("keys", "list").contains("player  audio "));
    done("keys", "revoke", "player");
    Waiting.until(() -> listing(NODE, key) == 403);
    assertEquals("none", done("keys", "list"));

    String first = done("code").split("\t")[0];
    assertEquals(first, done("code").split("\t")[0]);
    String second = done("code", "--reissue").split("\t")[0];
    assertNotEquals(first, second);
    assertEquals(200, validate(NODE, second));

    assertEquals("none", done("bans"));
    int wrong = 1;
    while (validate(NODE, "wrong-code-indeed") != 403) {
      wrong++;
    }
    assertTrue(wrong <= 11, "banned only after " + wrong);
    assertTrue(done("bans").contains("\n" + VISITOR + "  "));
    assertEquals(403, validate(NODE, second));
    done("unban", VISITOR);
    Waiting.until(() ->
        NODE.request("GET", "/api/proxy/still-alive/status").from(VISITOR).send().status() == 200);
    assertEquals("none", done("bans"));
  }

  /** The CLI requests page by page, and so prints all entries. */
  @Test
  void listsAllEntriesAcrossPages() throws IOException {
    for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
      OTHER.manage("access.addKey", JsonObject.of("name", "key-" + i)).expect(201);
      JsonObject ban = JsonObject.of("address", address(i), "reason", "many");
      OTHER.manage("access.ban", ban).expect(200);
    }
    int port = URI.create(OTHER.managementAddress()).getPort();
    Set<String> keys = firstWords(run(0, OTHER, port, "keys", "list"));
    Set<String> bans = firstWords(run(0, OTHER, port, "bans"));
    for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
      assertTrue(keys.remove("key-" + i), "key " + i);
      assertTrue(bans.remove(address(i)), "ban " + i);
    }
    assertEquals(Set.of(), bans);
  }

  private static String address(int number) {
    return "198.18." + number / 250 + "." + (1 + number % 250);
  }

  private static Set<String> firstWords(String lines) {
    return lines.lines().skip(1).map(line -> line.split(" ")[0]).collect(Collectors.toSet());
  }

  @Test
  void managesKeysAndCodesWithoutRunningNode() throws Exception {
    int port = FreePort.next();
    String[] made = new String[3];
    OTHER.afterStop(() -> {
      made[0] = run(0, OTHER, port, "keys", "add", "player").lines().toList().getLast();
      made[1] = run(0, OTHER, port, "credentials", "reset");
      assertTrue(run(0, OTHER, port, "credentials").contains("permanent code: " + made[1]));
      run(0, OTHER, port, "credentials", "acknowledge");
      made[2] = run(0, OTHER, port, "code").split("\t")[0];
      assertTrue(
          run(0, OTHER, port, "credentials").startsWith("permanent code: used or acknowledged"));
      run(1, OTHER, port, "unban", "nonsense");
    });
    assertEquals(200, listing(OTHER, made[0]));
    assertEquals(200, validate(OTHER, made[1]));
    assertEquals(200, validate(OTHER, made[2]));
    OTHER.afterStop(() -> run(0, OTHER, port, "keys", "revoke", "player"));
    assertEquals(403, listing(OTHER, made[0]));
  }
}
