package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Odd numbers, times and texts are stored unchanged or refused with their row. */
@Tag("slow")
class OddInputsTest {
  @RegisterExtension static final TestNode NODE = TestNode.shared();
  @TempDir Path folder;

  @Test
  void changesNoOddInputInSilence() throws IOException {
    assertEquals(List.of(), new OddInputs(NODE.client(), "ODD", folder, 20261125).run(600));
  }
}
