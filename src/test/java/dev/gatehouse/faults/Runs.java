package dev.gatehouse.faults;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;

/** Who asks: each run has an address and an Idempotency-Key to itself. */
final class Runs {
  private final TestNode node;
  private final ProxiedStore store;
  private final Map<String, String> addresses = new HashMap<>();
  private final Map<String, Integer> keys = new HashMap<>();

  Runs(TestNode node, ProxiedStore store) {
    this.node = node;
    this.store = store;
  }

  TestNode node() {
    return node;
  }

  ProxiedStore store() {
    return store;
  }

  /** An address that only this run has, so that limits do not add up. */
  String address(String run) {
    return addresses.computeIfAbsent(run, first -> node.freshAddress());
  }

  Client.Request visitor(String run, String method, String path) {
    return node.request(method, path).from(address(run));
  }

  Client.Request owner(String run, String method, String path) {
    String key = "key-" + run + '-' + keys.getOrDefault(run, 0);
    return visitor(run, method, path).key(TestNode.KEY).header("Idempotency-Key", key);
  }

  /** Lets a run send its next requests under another Idempotency-Key. */
  void takeAnotherKey(String run) {
    keys.merge(run, 1, Integer::sum);
  }
}
