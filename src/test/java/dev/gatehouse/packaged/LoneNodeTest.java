package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A single node does not load the components that only a cluster needs. */
@Tag("slow")
class LoneNodeTest {
  private static final int MANY = 1_000;

  @TempDir Path folder;

  @Test
  @Timeout(200)
  void loadsNoHazelcastClassesOnSingleNode() throws Exception {
    Path classes = folder.resolve("classes.txt");
    var node = new PackagedNode(folder.resolve("data"));
    try (node) {
      node.javaOptions("-Xlog:class+load:file=" + classes).start();
      List<String> loaded = Files.readAllLines(classes);
      assertTrue(loaded.size() > MANY, "only " + loaded.size());
      assertEquals(List.of(), loaded.stream().filter(line -> line.contains("hazelcast")).toList());
    }
  }
}
