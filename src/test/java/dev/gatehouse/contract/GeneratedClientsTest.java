package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.Ran;
import dev.gatehouse.TestNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients generated from the served document by external generators compile with warnings as
 * errors. Two of them run against the service. Needs Maven, Node.js and npm.
 */
@Tag("slow")
class GeneratedClientsTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void compilesAndRunsGeneratedClients() throws Exception {
    assumeTrue(Ran.of("npm", "--version").exit() == 0, "npm");
    assumeTrue(Ran.of("mvn", "--version").exit() == 0, "Maven");
    Ran clients = Ran.of("scripts/clients", NODE.address(), TestNode.CODE);
    assertEquals(0, clients.exit(), clients.output());
    assertTrue(clients.output().contains("Java client has walked through"), clients.output());
    assertTrue(clients.output().contains("TypeScript client has walked through"), clients.output());
  }
}
