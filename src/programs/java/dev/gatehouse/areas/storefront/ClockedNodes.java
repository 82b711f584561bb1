package dev.gatehouse.areas.storefront;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestNode;
import dev.gatehouse.Waiting;
import dev.gatehouse.areas.access.SharedStore;

/** Nodes in this process, and the clocks of the nodes and of their document server. */
public final class ClockedNodes implements AutoCloseable {
  private static final int DRIFT_STEPS = 40;

  private final Scope scope;
  private final SharedStore store = new SharedStore();
  private final List<TestNode> nodes;
  private final List<TestClock> clocks = new ArrayList<>();

  /** The clocks that jump. */
  public enum Scope {
    SINGLE_NODE(1),
    ONE_OF_THREE(3),
    THREE_NODES(3),
    STORE_OF_THREE(3);

    private final int nodes;

    Scope(int nodes) {
      this.nodes = nodes;
    }
  }

  /**
   * A change of the clock that is undone later.
   *
   * @param gradual whether the clock drifts apart in small steps
   */
  public record Jump(String name, Duration by, boolean gradual) {
    public static Jump of(String duration) {
      return new Jump(duration, Duration.parse(duration), false);
    }

    /** Returns a drift of two minutes. */
    public static Jump drift() {
      return new Jump("drift", Duration.ofMinutes(2), true);
    }
  }

  /**
   * Starts the nodes.
   *
   * @param configured returns a new node
   */
  ClockedNodes(Scope scope, Supplier<TestNode> configured) throws IOException {
    this.scope = scope;
    this.nodes = Stream.generate(configured).limit(scope.nodes).toList();
    if (scope.nodes > 1) {
      nodes.forEach(store::serves);
      store.beforeAll(null);
      clocks.add(store.clock);
    }
    for (TestNode node : nodes) {
      node.beforeAll(null);
      clocks.add(node.clock);
    }
  }

  List<TestNode> all() {
    return nodes;
  }

  /** Returns a node whose clock is right in {@link Scope#ONE_OF_THREE}. */
  TestNode right() {
    return nodes.getLast();
  }

  private List<TestNode> wrong() {
    return scope == Scope.ONE_OF_THREE ? nodes.subList(0, 1) : nodes;
  }

  /** Lets time pass on all clocks. */
  void pass(Duration time) {
    clocks.forEach(clock -> clock.advance(time));
  }

  /** Sets the clocks of the scope ahead or back. */
  void move(Jump jump) {
    int steps = jump.gradual ? DRIFT_STEPS : 1;
    for (int i = 0; i < steps; i++) {
      jump(jump.by.dividedBy(steps));
      if (jump.gradual) {
        pass(Duration.ofSeconds(1));
      }
    }
  }

  void jump(Duration by) {
    if (scope == Scope.STORE_OF_THREE) {
      store.clock.jump(by);
    } else {
      wrong().forEach(node -> node.clock.jump(by));
    }
  }

  static Client.Request owner(TestNode node, String method, String path) {
    return node.client().request(method, "/api/proxy/" + path).key(TestNode.KEY);
  }

  static boolean ready(TestNode node) {
    return owner(node, "GET", "node/health").send().text().contains("\"ready\":true");
  }

  static boolean confirmed(TestNode node) {
    return node.metric("gatehouse_clock_confirmed") == 1;
  }

  boolean every(Predicate<TestNode> condition) {
    return nodes.stream().allMatch(condition);
  }

  void awaitReady() throws Exception {
    Waiting.until(() -> every(ClockedNodes::ready));
  }

  /** Waits until the nodes with a wrong clock have noticed it. */
  void awaitNotice() throws Exception {
    if (scope == Scope.SINGLE_NODE) {
      Waiting.until(() -> !confirmed(right()));
    } else {
      Waiting.until(() -> wrong().stream().noneMatch(ClockedNodes::ready));
    }
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.afterAll(null));
    if (scope.nodes > 1) {
      store.afterAll(null);
    }
  }
}
