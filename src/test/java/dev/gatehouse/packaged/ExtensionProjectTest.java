package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.packaged.PackagedNode.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Creates the project of an extension, builds it, and runs its test on a node. */
@Tag("slow")
class ExtensionProjectTest {
  private static final int MAX_MINUTES = 5;

  @TempDir Path folder;

  @Test
  void createsProjectThatBuilds() throws Exception {
    Path project = folder.resolve("greeter");
    try (var node = new PackagedNode(folder.resolve("data"))) {
      Ran created = node.command("extension", "new", "greeter", project.toString());
      assertEquals(0, created.exit(), created.errors());
      Ran again = node.command("extension", "new", "greeter", project.toString());
      assertEquals(1, again.exit());
      assertTrue(again.errors().contains("choose another folder"), again.errors());
      Ran invalid = node.command("extension", "new", "Greeter", project.toString());
      assertTrue(invalid.errors().contains("2 to 24 letters"), invalid.errors());
    }
    assertEquals("", built(project));
    assertTrue(Files.exists(project.resolve("target/greeter.jar")));
    assertTrue(
        Files.readString(project.resolve("target/surefire-reports/greeter.GreeterTest.txt"))
            .contains("Tests run: 1, Failures: 0, Errors: 0"));
  }

  /** Builds a project. Returns the build's output if it failed. */
  private static String built(Path project) throws IOException, InterruptedException {
    Path log = project.resolve("build.log");
    Process maven =
        new ProcessBuilder("mvn", "-B", "-ntp", "-q", "verify")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = maven.waitFor(MAX_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      maven.destroy();
    }
    return ended && maven.exitValue() == 0 ? "" : Files.readString(log, StandardCharsets.UTF_8);
  }
}
