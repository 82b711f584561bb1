package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.TestNode;
import picocli.CommandLine;

/** Commands of the owner, as {@code scripts/gatehouse} runs them. */
public final class OwnersCommand {
  private OwnersCommand() {}

  /** Runs a command, whose output and error become one text. Returns the exit status. */
  public static int run(
      Path home, Map<String, String> environment, Writer output, String... words) {
    return new CommandLine(new GatehouseCommand(home, environment))
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(output, true))
        .setExecutionExceptionHandler((problem, line, parsed) -> {
          line.getErr().println(problem.getMessage());
          return 1;
        })
        .execute(words);
  }

  /** Returns the environment of commands to a node. */
  static Map<String, String> of(TestNode node) {
    Map<String, String> environment = new HashMap<>();
    environment.put("GATEHOUSE_DATA_DIR", node.data().toString());
    environment.put(
        "GATEHOUSE_MANAGEMENT_PORT", "" + URI.create(node.managementAddress()).getPort());
    environment.put("GATEHOUSE_HTTP_PORT", "" + URI.create(node.address()).getPort());
    return environment;
  }

  static int run(TestNode node, Writer output, String... words) {
    return run(Path.of("."), of(node), output, words);
  }

  /** Returns the output of a command that must have this exit status. */
  static String run(TestNode node, int expected, String... words) {
    var output = new StringWriter();
    assertEquals(expected, run(node, output, words), output::toString);
    return output.toString();
  }
}
