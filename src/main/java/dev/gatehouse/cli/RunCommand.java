package dev.gatehouse.cli;

import dev.gatehouse.node.NodeProcess;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Runs one node in the foreground. */
@Command(
    name = "run",
    description = {
      "Runs one node in the foreground. The node is ready when it prints",
      "\"gatehouse listening on http://HOST:PORT\". Ctrl-C or SIGTERM stops it after the requests in",
      "progress. JAVA_OPTS is passed to the JVM."
    })
final class RunCommand implements Runnable {
  @Option(
      names = "--verticles",
      paramLabel = "NAMES",
      description = "Deploys only these verticles of verticles.json, separated by commas.")
  private String verticles;

  @ParentCommand private GatehouseCommand gatehouse;

  @Override
  public void run() {
    Map<String, String> environment = new HashMap<>(gatehouse.environment());
    if (verticles != null) {
      environment.put("GATEHOUSE_VERTICLES", verticles);
    }
    try {
      NodeProcess.run(gatehouse.home(), environment);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
