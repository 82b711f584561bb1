package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.TestNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that generators of others make from the served document compile with warnings as errors,
 * and one of them can use the service. Needs Maven, Node.js and npm.
 */
@Tag("slow")
class GeneratedClientsTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void generatedClientsCompileAndOneWalksThrough() throws Exception {
    assumeTrue(run("npm", "--version").exit() == 0, "npm");
    assumeTrue(run("mvn", "--version").exit() == 0, "Maven");
    Ran clients = run("scripts/clients", NODE.address(), TestNode.CODE);
    assertEquals(0, clients.exit(), clients.output());
    assertTrue(clients.output().contains("has walked through"), clients.output());
  }

  private record Ran(int exit, String output) {}

  private static Ran run(String... command) throws Exception {
    // By the shell: a program that is not there is an exit status then, not an exception.
    Process process =
        new ProcessBuilder("bash", "-c", String.join(" ", command))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), output);
  }
}
