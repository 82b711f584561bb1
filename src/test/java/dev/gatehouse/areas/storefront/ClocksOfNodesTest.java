package dev.gatehouse.areas.storefront;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Emails, holds and acknowledged writes of nodes whose clocks jump: a part of the chaos run. */
@Tag("slow")
class ClocksOfNodesTest {
  @ParameterizedTest
  @CsvSource({"SINGLE_NODE, P400D", "ONE_OF_THREE, PT1H", "STORE_OF_THREE, P400D"})
  void losesNothingUnderLoad(ClockedNodes.Scope scope, String jump) throws Exception {
    try (var clocks = new JumpingClocks(scope)) {
      JumpingClocks.Result result = clocks.run(ClockedNodes.Jump.of(jump));
      assertEquals(List.of(), result.faults());
      assertTrue(result.documents() > 0);
    }
  }
}
