package dev.gatehouse.hostile;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Waiting;
import dev.gatehouse.packaged.Waves;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * All kinds of attackers at once. Shares of failures, durations and the memory afterwards depend on
 * the machine, so {@code scripts/chaos edge} checks them.
 */
@Tag("slow")
class HostileClientsTest {
  private static final int ADDRESSES = 12;
  private static final Duration ATTACK = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  /** Only Linux lets clients use all addresses of 127.0.0.0/8. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void survivesMixedAttackAndReleasesEverything() throws Exception {
    try (var node = new AttackedNode(folder, true)) {
      AttackTargets targets = NodeContent.fill(node);
      AttackPlan plan = AttackPlan.of(AttackPlan.MIXED, ADDRESSES, targets);
      AttackResult result = new AttackRun(node, new SourceAddresses()).run(plan, ATTACK);
      assertFalse(result.ended(), () -> "the node ended: " + node.lastLines());
      result
          .witnesses()
          .forEach((name, record) ->
              assertTrue(
                  record.requests() > record.failures(), name + " got no reply " + record.kinds()));
      // The gauges count what is held for clients: connections, requests, buffers and permits.
      Waiting.until(PATIENCE, () -> Map.of().equals(gauges(node)));
      assertServed(new ProbeWitness(node.managementAddress()));
      byte[] file = Waves.wav(100_000, 3);
      assertServed(new OwnerWitness(node.address(), node.code(), file, true));
      assertEquals(Map.of(), gauges(node));
    }
  }

  private static Map<?, ?> gauges(AttackedNode node) {
    NodeSample sample = node.sample();
    return sample == null ? Map.of("metrics", 0) : sample.gauges();
  }

  private static void assertServed(Witness witness) throws Exception {
    try (witness) {
      witness.begin();
      WitnessRecord record = witness.record();
      Waiting.until(PATIENCE, () -> record.requests() > record.failures());
    }
  }
}
