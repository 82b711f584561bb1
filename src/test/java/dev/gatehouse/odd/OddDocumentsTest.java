package dev.gatehouse.odd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gatehouse.TestNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Odd numbers, times and texts of requests are returned unchanged, or are refused. */
@Tag("slow")
class OddDocumentsTest {
  private static final OddNode ODD = OddNode.create();
  @RegisterExtension static final TestNode NODE = ODD.node();

  @Test
  void changesNoOddInputInSilence() throws Exception {
    for (OddPath path : OddPaths.all(ODD)) {
      var run = new OddDocuments(NODE.client(), path, 20261125).run(inputs(path));
      assertEquals(List.of(), run.counts().faults(), run.counts().toString());
    }
  }

  /** Requests with one element take longer, and each review waits for an email. */
  private static int inputs(OddPath path) {
    if (path.batch() > 1) {
      return 200;
    }
    return path.name().equals("reviews") ? 8 : 30;
  }
}
