package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An owner who gives a command to the wrong program must not start a node. */
class GatehouseTest {
  @TempDir Path home;

  @Test
  void refusesArguments() throws Exception {
    Process process =
        ChildJvm.start(
            Map.of(), List.of("-Dgatehouse.home=" + home), Gatehouse.class, "config", "check");
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), "it runs");
    assertEquals(2, process.exitValue());
  }
}
