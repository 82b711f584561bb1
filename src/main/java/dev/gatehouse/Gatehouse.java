package dev.gatehouse;

import dev.gatehouse.node.NodeProcess;
import java.nio.file.Path;

/** Runs one node until the process receives a stop signal. */
public final class Gatehouse {
  private Gatehouse() {}

  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length > 0) {
      System.err.println(
          "this program runs a node and takes no arguments; commands are run with scripts/gatehouse, or gatehouse in a package");
      System.exit(2);
    }
    NodeProcess.run(Path.of(System.getProperty("gatehouse.home", ".")), System.getenv());
  }
}
