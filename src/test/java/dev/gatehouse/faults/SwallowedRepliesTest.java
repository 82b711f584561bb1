package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reply to every command that every operation sends to the document server is swallowed once:
 * the server has done its work, and the node is not told. Whatever a client is told then is true,
 * repeating it makes nothing double, and no document ever names a file that is not there.
 */
@Tag("slow")
class SwallowedRepliesTest {
  private static final int NONE = -1;
  private static final int MAX_COMMANDS = 60;

  @Order(1)
  @RegisterExtension
  static final ProxiedStore STORE = new ProxiedStore();

  @Order(2)
  @RegisterExtension
  static final TestNode NODE =
      STORE.serving(
          new TestNode()
              .behindProxy()
              .with("MONGO_SELECTION_TIMEOUT", "1500ms")
              .with("OWNER_EMAIL", "owner@example.org")
              .with("PUSH_PRIVATE_NETWORKS", "true"));

  private static final List<String> TABLE = new ArrayList<>();
  private static int runs;

  static List<Scenario> scenarios() {
    return Scenarios.all(NODE, STORE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void noReplyIsMissed(Scenario scenario) throws Exception {
    List<String> commands = undisturbed(scenario);
    assertTrue(!commands.isEmpty() && commands.size() < MAX_COMMANDS, scenario + " " + commands);
    Map<Integer, Integer> statuses = new TreeMap<>();
    for (int index = 0; index < commands.size(); index++) {
      statuses.merge(disturbed(scenario, index, false), 1, Integer::sum);
    }
    Map<Integer, Integer> away = new TreeMap<>();
    for (int index = 0; index < commands.size(); index++) {
      if (!commands.get(index).startsWith("find ")) {
        away.merge(disturbed(scenario, index, true), 1, Integer::sum);
      }
    }
    TABLE.add(
        String.format(
            Locale.ROOT, "%-24s %8d   %-24s %s", scenario, commands.size(), statuses, away));
  }

  private static List<String> undisturbed(Scenario scenario) throws Exception {
    String name = name();
    scenario.prepare().accept(name);
    long before = scenario.count().getAsLong();
    STORE.proxy().watch(NONE, false);
    Client.Reply reply = scenario.act().apply(name);
    List<String> commands = STORE.proxy().seen();
    assertEquals(scenario.status(), reply.status(), scenario + ": " + reply.text());
    assertEquals(
        before + scenario.effect(), scenario.count().getAsLong(), scenario + " undisturbed");
    return commands;
  }

  /**
   * Returns what the client was told.
   *
   * @param leaves whether the server is away after that command
   */
  private static int disturbed(Scenario scenario, int index, boolean leaves) throws Exception {
    String name = name();
    scenario.prepare().accept(name);
    long before = scenario.count().getAsLong();
    STORE.proxy().watch(index, leaves);
    Client.Reply reply = scenario.act().apply(name);
    List<String> seen = STORE.proxy().seen();
    STORE.proxy().watch(NONE, false);
    STORE.proxy().comeBack();
    Waiting.until(SwallowedRepliesTest::isServed);
    String what =
        scenario
            + (leaves ? " by a store that is away after " : " without the reply to ")
            + index
            + " of "
            + seen
            + ": "
            + reply.status()
            + ' '
            + reply.text();
    long effect = scenario.count().getAsLong() - before;
    boolean done = reply.status() == scenario.status();
    assertTrue(done || reply.status() == 503 || reply.status() == 504, what);
    assertTrue(!done || effect == scenario.effect(), what + " has effect " + effect);
    if (reply.status() == 503) {
      assertTrue(Integer.parseInt(reply.header("Retry-After")) > 0, what);
    }
    STORE.mustHoldEveryNamedBlob(NODE, what);
    // Who is told to look before he repeats it does so.
    boolean repeats = !done && (reply.status() == 503 || effect != scenario.effect());
    if (repeats) {
      Client.Reply again = scenario.act().apply(name);
      what += " and then " + again.status() + ' ' + again.text();
      assertTrue(
          again.status() == scenario.status() || scenario.tolerated().contains(again.status()),
          what);
      STORE.mustHoldEveryNamedBlob(NODE, what);
      if (again.status() == 409) {
        // The key of what may have been done stays taken: nothing is done a second time.
        long after = scenario.count().getAsLong() - before;
        assertTrue(after == effect && after <= scenario.effect(), what + " has effect " + after);
        return reply.status();
      }
    }
    assertEquals(before + scenario.effect(), scenario.count().getAsLong(), what);
    return reply.status();
  }

  private static boolean isServed() {
    return NODE.client().request("GET", "/audio").key(TestNode.KEY).send().status() == 200;
  }

  private static String name() {
    return "run" + runs++;
  }

  @AfterAll
  static void show() {
    System.out.println(
        "operation                commands   told {status=times}      told where the store is away then");
    TABLE.forEach(System.out::println);
  }
}
