package dev.gatehouse;

import dev.gatehouse.node.NodeProcess;
import java.nio.file.Path;

/** Runs one node until the process receives a stop signal. */
public final class Gatehouse {
  private Gatehouse() {}

  public static void main(String[] arguments) throws InterruptedException {
    NodeProcess.refuse(arguments);
    NodeProcess.run(Path.of(System.getProperty("gatehouse.home", ".")), System.getenv());
  }
}
