package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.Waiting;
import dev.gatehouse.cli.GatehouseCommand;
import dev.gatehouse.packaged.PackagedNode.Ran;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs scripts/gatehouse with a running node, and directly on its data. */
@Tag("slow")
class CommandLineTest {
  /** A page has 500 entries. */
  private static final int MORE_THAN_A_PAGE = 520;

  @TempDir Path folder;
  private PackagedNode node;

  @BeforeEach
  void prepare() {
    node = new PackagedNode(folder);
  }

  @AfterEach
  void close() {
    node.close();
  }

  private String done(String... arguments) {
    Ran ran = node.command(arguments);
    assertEquals(0, ran.exit(), ran.errors());
    return ran.out();
  }

  private int listing(String key) {
    return node.client().request("GET", "/audio").key(key).send().status();
  }

  private int validate(String code) {
    return node.client()
        .request("POST", "/api/proxy/auth/validate-access")
        .json(new JsonObject().put("code", code))
        .send()
        .status();
  }

  @Test
  void managesKeysCodesAndBansOfRunningNode() throws Exception {
    node.start();
    String key = done("keys", "add", "player", "--scope", "audio");
    assertEquals(200, listing(key));
    assertTrue(done("keys", "list").contains("player  audio "));
    Ran again = node.command("keys", "add", "player");
    assertEquals(1, again.exit());
    assertEquals(1, again.errors().lines().count(), again.errors());
    done("keys", "revoke", "player");
    Waiting.until(() -> listing(key) == 403);
    assertEquals("none", done("keys", "list"));

    String first = done("code").split("\t")[0];
    assertEquals(first, done("code").split("\t")[0]);
    String second = done("code", "--reissue").split("\t")[0];
    assertNotEquals(first, second);
    assertEquals(200, validate(second));

    assertEquals("none", done("bans"));
    int wrong = 1;
    while (validate("wrong-code-indeed") != 403) {
      wrong++;
    }
    assertTrue(wrong <= 11, "banned only after " + wrong);
    assertTrue(done("bans").contains("\n127.0.0.1  "));
    assertEquals(403, validate(second));
    done("unban", "127.0.0.1");
    Waiting.until(() -> node.client().get("/api/proxy/still-alive/status").status() == 200);
    assertEquals("none", done("bans"));
    listAllEntriesAcrossPages();
  }

  /** The CLI requests page by page, and so prints all entries. */
  private void listAllEntriesAcrossPages() throws IOException {
    Client management = node.management();
    String token = Files.readString(folder.resolve("secrets/management-token")).strip();
    for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
      JsonObject key = new JsonObject().put("name", "key-" + i);
      assertEquals(201, call(management, token, "access.addKey", key));
      JsonObject ban = new JsonObject().put("address", address(i)).put("reason", "many");
      assertEquals(200, call(management, token, "access.ban", ban));
    }
    Set<String> keys = firstWords(done("keys", "list"));
    Set<String> bans = firstWords(done("bans"));
    assertEquals(MORE_THAN_A_PAGE, keys.size());
    assertEquals(MORE_THAN_A_PAGE, bans.size());
    for (int i = 0; i < MORE_THAN_A_PAGE; i++) {
      assertTrue(keys.contains("key-" + i), "key " + i);
      assertTrue(bans.contains(address(i)), "ban " + i);
    }
  }

  private static String address(int number) {
    return "198.18." + number / 250 + "." + (1 + number % 250);
  }

  private static Set<String> firstWords(String lines) {
    return lines.lines().skip(1).map(line -> line.split(" ")[0]).collect(Collectors.toSet());
  }

  private static int call(Client management, String token, String operation, JsonObject body) {
    return management
        .request("POST", "/calls/" + operation)
        .token(token)
        .json(body)
        .send()
        .status();
  }

  @Test
  void managesKeysCodesAndBansWithoutRunningNode() {
    Ran added = node.command("keys", "add", "player");
    assertEquals(0, added.exit(), added.errors());
    assertEquals(1, added.out().lines().count(), added.out());
    String owners = done("credentials", "reset").strip();
    assertTrue(done("credentials").contains("permanent code: " + owners));
    done("credentials", "acknowledge");
    assertTrue(done("credentials").startsWith("permanent code: used or acknowledged"));
    String key = added.out().lines().toList().getLast();
    String code = done("code").split("\t")[0];
    assertTrue(done("keys", "list").contains("player  (everything) "));
    node.with("DRAIN_DELAY", "5s").start();
    assertEquals(200, listing(key));
    assertEquals(200, validate(code));
    assertEquals(200, validate(owners));
    node.terminate();
    assertTrue(done("keys", "list").contains("player"), "while the node drains, too");
    done("keys", "revoke", "player");
    assertEquals("none", done("bans"));
    assertNotEquals(0, node.command("unban", "nonsense").exit());
    node.start();
    assertEquals(403, listing(key));
  }

  @Test
  void everyCommandExplainsItself() {
    assertTrue(done("keys", "add", "--help").startsWith("Usage: scripts/gatehouse keys add"));
    var all = new CommandLine(new GatehouseCommand(Path.of("."), Map.of()));
    assertTrue(all.getSubcommands().size() > 5);
    assertExplained(all);
  }

  /** Each start of the script would take a second. */
  private static void assertExplained(CommandLine command) {
    String help = command.getUsageMessage();
    assertTrue(help.startsWith("Usage: scripts/gatehouse"), help);
    command.getSubcommands().values().forEach(CommandLineTest::assertExplained);
  }

  @Test
  void printsUsageForUnknownCommand() {
    Ran ran = node.command("kyes");
    assertEquals(2, ran.exit());
    assertTrue(ran.errors().contains("Unmatched argument at index 0: 'kyes'"), ran.errors());
    assertTrue(ran.errors().contains("scripts/gatehouse "), ran.errors());
    assertEquals(2, node.command().exit());
  }
}
