package dev.gatehouse.odd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Odd numbers, times and texts of JSON requests are returned unchanged, or are refused. */
class OddDocumentsTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void changesNoOddInputInSilence() throws Exception {
    for (OddPath path : OddPaths.all()) {
      int inputs = path.batch() == 1 ? 40 : 200;
      OddDocuments run = new OddDocuments(NODE.client(), path, 20261125);
      assertEquals(List.of(), run.run(inputs), run.counts());
    }
  }
}
