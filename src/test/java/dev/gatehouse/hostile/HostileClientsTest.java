package dev.gatehouse.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** All kinds of attackers at once: the short form of {@code scripts/chaos edge}. */
@Tag("slow")
class HostileClientsTest {
  private static final int ADDRESSES = 12;
  private static final Duration BASELINE = Duration.ofSeconds(5);
  private static final Duration ATTACK = Duration.ofSeconds(12);

  private static final Set<String> REQUIRED =
      Set.of("the node ended", "failures", "no metrics afterwards", "gauges afterwards");

  @TempDir Path folder;

  /** Only Linux lets clients use all addresses of 127.0.0.0/8. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(240)
  void servesOthersDuringMixedAttack() throws Exception {
    var addresses = new SourceAddresses();
    try (var node = new AttackedNode(folder, true)) {
      AttackTargets targets = NodeContent.fill(node);
      var quiet = new AttackPlan("none", List.of(), 0, targets);
      AttackResult baseline = new AttackRun(node, addresses).run(quiet, BASELINE);
      AttackPlan plan = AttackPlan.of(AttackPlan.MIXED, ADDRESSES, targets);
      AttackResult result = new AttackRun(node, addresses).run(plan, ATTACK);
      // Other tests run at the same time, so durations are not checked. The first attack on a node
      // also fills its pools of buffers, so scripts/chaos edge checks the memory afterwards.
      List<String> missed = result.missed(baseline).stream().filter(REQUIRED::contains).toList();
      assertEquals(List.of(), missed, result.row(baseline));
    }
  }
}
