package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.areas.payments.PayPalSimulator;

/** The operations that change what is stored. */
final class Scenarios {
  private final Runs runs;
  private final List<Scenario> all;

  private Scenarios(Runs runs, List<Scenario> all) {
    this.runs = runs;
    this.all = all;
  }

  /**
   * Those of all areas.
   *
   * @param provider that the node's payments are made by
   */
  static Scenarios of(TestNode node, ProxiedStore store, PayPalSimulator provider) {
    var runs = new Runs(node, store);
    List<Scenario> all =
        Stream.of(
                new MediaScenarios(runs),
                new NoticeScenarios(runs),
                new GateScenarios(runs),
                new ShopScenarios(runs, provider),
                new StorefrontScenarios(runs, provider))
            .flatMap(group -> group.all().stream())
            .toList();
    return new Scenarios(runs, all);
  }

  List<Scenario> all() {
    return all;
  }

  /** Lets a run send its next requests under another Idempotency-Key. */
  void takeAnotherKey(String run) {
    runs.takeAnotherKey(run);
  }
}
