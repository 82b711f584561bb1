package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.packaged.PackagedNode.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs scripts/gatehouse as a process, with a running node and directly on its data. {@code
 * AccessCommandsTest} tests the commands in its own process.
 */
@Tag("slow")
class CommandLineTest {
  @TempDir Path folder;

  @Test
  void usesDataOrRunningNode() {
    try (var node = new PackagedNode(folder)) {
      Ran added = node.command("keys", "add", "player");
      assertEquals(0, added.exit(), added.errors());
      assertEquals(1, added.out().lines().count(), added.out());
      node.start();
      String key = added.out();
      assertEquals(200, node.client().request("GET", "/audio").key(key).send().status());
      Ran again = node.command("keys", "add", "player");
      assertEquals(1, again.exit());
      assertEquals(1, again.errors().lines().count(), again.errors());
      node.terminate();
      Ran list = node.command("keys", "list");
      assertTrue(list.out().contains("player"), "while the node drains, too: " + list.errors());
    }
  }

  @Test
  void printsUsageForUnknownCommand() {
    try (var node = new PackagedNode(folder)) {
      Ran ran = node.command("kyes");
      assertEquals(2, ran.exit());
      assertTrue(ran.errors().contains("Unmatched argument at index 0: 'kyes'"), ran.errors());
      assertTrue(ran.errors().contains("scripts/gatehouse "), ran.errors());
    }
  }
}
