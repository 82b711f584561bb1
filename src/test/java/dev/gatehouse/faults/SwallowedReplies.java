package dev.gatehouse.faults;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.payments.PayPalSimulator;

/** A node over a document server whose replies are swallowed, and the scenarios to be run there. */
final class SwallowedReplies implements AutoCloseable {
  private static final int NONE = -1;
  private static final int MAX_COMMANDS = 60;
  private static final int MAX_REPEATS = 5;
  private static final long PAUSE_NANOS = 600_000_000;

  private final ProxiedStore store;
  private final PayPalSimulator provider = new PayPalSimulator();
  private final TestNode node;
  private final Runs runs;
  private final List<Scenario> scenarios;
  private int number;

  SwallowedReplies() throws IOException {
    store = new ProxiedStore();
    node = NodeOverProxy.started(this::node);
    runs = new Runs(node, store);
    scenarios =
        Stream.of(
                new MediaScenarios(runs),
                new NoticeScenarios(runs),
                new GateScenarios(runs),
                new ShopScenarios(runs, provider),
                new StorefrontScenarios(runs, provider))
            .flatMap(group -> group.all().stream())
            .toList();
  }

  private TestNode node() {
    return new TestNode()
        .behindProxy()
        .with("MONGO_SELECTION_TIMEOUT=400ms OWNER_EMAIL=owner@example.org")
        .with("HIRE_MAILS_PER_HOUR=1000 PUSH_PRIVATE_NETWORKS=true")
        .with("MONGO_URL", store.url())
        .with(provider.settings());
  }

  @Override
  public void close() throws IOException {
    node.afterAll(null);
    store.close();
    provider.close();
  }

  List<Scenario> scenarios() {
    return scenarios;
  }

  /** Swallows each reply of a scenario in turn; returns a line with the client's result. */
  String swallowedInTurn(Scenario scenario) throws Exception {
    List<String> commands = undisturbed(scenario);
    // Background jobs may run at the same time, once, and a busy machine's store may reply late.
    for (int again = 0; again < MAX_REPEATS && !isUsable(commands); again++) {
      commands = undisturbed(scenario);
    }
    assertTrue(isUsable(commands), scenario + " " + commands);
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
    return String.format(
        Locale.ROOT, "%-24s %8d   %-24s %s", scenario, commands.size(), statuses, away);
  }

  private static boolean isUsable(List<String> commands) {
    return !commands.isEmpty() && commands.size() < MAX_COMMANDS;
  }

  /** Returns the commands of a scenario; none if the store was late. */
  private List<String> undisturbed(Scenario scenario) throws Exception {
    Waiting.until(this::isServed);
    String name = name();
    scenario.prepare().accept(name);
    long before = scenario.count().getAsLong();
    store.proxy().watch(NONE, false);
    Client.Reply reply = scenario.act().apply(name);
    List<String> commands = store.proxy().seen();
    if (reply.status() == 503) {
      return List.of();
    }
    assertEquals(scenario.status(), reply.status(), scenario + ": " + reply.text());
    assertEquals(
        before + scenario.effect(), scenario.count().getAsLong(), scenario + " undisturbed");
    return commands;
  }

  /**
   * Returns the client's result.
   *
   * @param leaves whether the server is away after that command
   */
  private int disturbed(Scenario scenario, int index, boolean leaves) throws Exception {
    String name = name();
    scenario.prepare().accept(name);
    // Completes what an earlier run has left.
    scenario.counted().job().run();
    long before = scenario.count().getAsLong();
    store.proxy().watch(index, leaves);
    Client.Reply reply = scenario.act().apply(name);
    List<String> seen = store.proxy().seen();
    store.proxy().watch(NONE, false);
    store.proxy().comeBack();
    Waiting.until(this::isServed);
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
    if (done && effect < scenario.effect()) {
      scenario.counted().job().run();
      effect = scenario.count().getAsLong() - before;
    }
    assertTrue(!done || effect == scenario.effect(), what + " has effect " + effect);
    if (reply.status() == 503) {
      assertTrue(Integer.parseInt(reply.header("Retry-After")) > 0, what);
    }
    store.mustHoldEveryNamedBlob(node, what);
    // After a 504 the client reads the resource before it repeats the request. A job may complete
    // the remaining effects.
    boolean found = reply.status() == 504 && effect != 0;
    boolean repeats = !done && !found && (reply.status() == 503 || effect != scenario.effect());
    if (found) {
      assertTrue(Math.abs(effect) <= Math.abs(scenario.effect()), what + " has effect " + effect);
      return reply.status();
    }
    if (repeats) {
      if (reply.status() == 504) {
        runs.takeAnotherKey(name);
      }
      Client.Reply again = repeated(scenario, name);
      what += " and then " + again.status() + ' ' + again.text();
      assertTrue(
          again.status() == scenario.status() || scenario.tolerated().contains(again.status()),
          what);
      store.mustHoldEveryNamedBlob(node, what);
      if (again.status() == 409) {
        // What may have been done keeps its name or its time, and may have been completed: nothing
        // is done a second time.
        long after = scenario.count().getAsLong() - before;
        assertTrue(effect <= after && after <= scenario.effect(), what + " has effect " + after);
        return reply.status();
      }
    }
    assertEquals(before + scenario.effect(), scenario.count().getAsLong(), what);
    return reply.status();
  }

  /** Returns whether the store is used again: the key of a new address counts as an attempt. */
  private boolean isServed() {
    return node.request("GET", "/audio").from(node.freshAddress()).key(TestNode.KEY).send().status()
        == 200;
  }

  /**
   * Repeats a request as its errors say: after a 503 it has no effect and can be repeated. A failed
   * read of the catalogue is remembered for a second.
   */
  private Client.Reply repeated(Scenario scenario, String name) throws Exception {
    Client.Reply again = scenario.act().apply(name);
    for (int i = 0; i < MAX_REPEATS && again.status() == 503; i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      Waiting.until(this::isServed);
      again = scenario.act().apply(name);
    }
    return again;
  }

  private String name() {
    return "run" + number++;
  }
}
