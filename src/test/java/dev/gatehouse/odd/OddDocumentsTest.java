package dev.gatehouse.odd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Odd numbers, times and texts of requests are returned unchanged, or are refused. */
class OddDocumentsTest {
  private static final OddNode ODD = OddNode.create();
  @RegisterExtension static final TestNode NODE = ODD.node();

  @Test
  void changesNoOddInputInSilence() throws Exception {
    for (OddPath path : OddPaths.all(ODD)) {
      int inputs = path.batch() == 1 ? 40 : 200;
      OddDocuments run = new OddDocuments(NODE.client(), path, 20261125);
      assertEquals(List.of(), run.run(inputs), run.counts());
    }
  }
}
