package dev.gatehouse.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gatehouse.TestNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The document that a node serves passes external linters. Needs Node.js and npm. */
@Tag("slow")
class LintTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @Test
  void passesLinter() throws Exception {
    assumeTrue(ran("npm", "--version").exit() == 0, "npm");
    Ran lint = ran("scripts/lint-openapi", NODE.address() + "/openapi.json");
    assertEquals(0, lint.exit(), lint.output());
  }

  private record Ran(int exit, String output) {}

  private static Ran ran(String program, String argument) throws Exception {
    // Runs in a shell, where a missing program is an exit status instead of an exception.
    Process process =
        new ProcessBuilder("bash", "-c", program + " " + argument)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), output);
  }
}
