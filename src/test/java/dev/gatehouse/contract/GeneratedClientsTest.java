package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.Ran;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The document that a node serves passes external linters, and a client generated from it compiles
 * with warnings as errors and runs against the node. {@code scripts/clients all} does so with ten
 * generators, and {@link GeneratorRulesTest} checks what they need. Needs Maven, Node.js and npm.
 */
@Tag("slow")
class GeneratedClientsTest {
  /** Exit status of the scripts if a download fails. */
  private static final int NO_DOWNLOAD = 3;

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static Ran run(String... command) throws Exception {
    assumeTrue(Ran.of("command -v node && command -v npm && command -v mvn").exit() == 0, "npm");
    Ran ran = Ran.of(command);
    assumeTrue(ran.exit() != NO_DOWNLOAD, ran.output());
    assertEquals(0, ran.exit(), ran.output());
    return ran;
  }

  @Test
  void compilesAndRunsGeneratedClient() throws Exception {
    Ran client = run("scripts/clients", NODE.address(), TestNode.CODE, "java");
    assertTrue(client.output().contains("Java client has walked through"), client.output());
  }

  @Test
  void passesLinters() throws Exception {
    run("scripts/lint-openapi", NODE.address() + "/openapi.json");
  }
}
