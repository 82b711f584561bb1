package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.packaged.PackagedNode.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Creates projects of extensions, builds them, and runs their tests on a node. */
@Tag("slow")
class ExtensionProjectTest {
  private static final Path GUIDE = Path.of("src/docs/guides/own-area.md");
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

  /** Follows the guide word for word. */
  @Test
  void buildsAreaOfTheGuide() throws Exception {
    Path project = folder.resolve("views");
    try (var node = new PackagedNode(folder.resolve("data"))) {
      Ran created = node.command("extension", "new", "views", project.toString());
      assertEquals(0, created.exit(), created.errors());
    }
    Path description = project.resolve("src/main/resources/gatehouse-extension.yaml");
    String before = Files.readString(description);
    Files.writeString(
        description, before.substring(0, before.indexOf("\npaths:") + 1) + blocks("yaml").get(0));
    Files.writeString(project.resolve("src/main/java/views/Views.java"), blocks("java").get(0));
    Path test = project.resolve("src/test/java/views/ViewsTest.java");
    String adapted =
        Files.readString(test)
            .lines()
            .filter(line -> !line.contains("GREETING"))
            .collect(Collectors.joining("\n"));
    Files.writeString(
        test, adapted.substring(0, adapted.indexOf("  @Test")) + blocks("java").get(1) + "}\n");
    assertEquals("", built(project));
    assertTrue(
        Files.readString(project.resolve("target/surefire-reports/views.ViewsTest.txt"))
            .contains("Tests run: 1, Failures: 0, Errors: 0"));
  }

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(Files.readString(GUIDE))
        .results()
        .map(block -> block.group(1))
        .toList();
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
