package dev.gatehouse.packaged;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.cli.GatehouseCommand;
import dev.gatehouse.node.extensions.ExtensionJars;
import dev.gatehouse.packaged.PackagedNode.Ran;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Creates projects of extensions, builds them, and runs their tests on a node. */
@Tag("slow")
class ExtensionProjectTest {
  private static final Path GUIDE = Path.of("src/docs/guides/own-area.md");

  @TempDir Path folder;

  @Test
  void rejectsUnsuitableFolderOrName() {
    Path project = folder.resolve("greeter");
    assertEquals("", created("greeter", project));
    assertTrue(created("greeter", project).contains("choose another folder"));
    assertTrue(created("Greeter", project).contains("2 to 24 letters"));
  }

  /**
   * Follows the guide word for word. The test of an unchanged project runs beside the guide's,
   * because Maven takes longer to start than a node.
   */
  @Test
  void buildsAreaOfTheGuideAndUnchangedProject() throws Exception {
    Path project = folder.resolve("views");
    try (var node = new PackagedNode(folder.resolve("data"))) {
      Ran ran = node.command("extension", "new", "views", project.toString());
      assertEquals(0, ran.exit(), ran.errors());
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
    addUnchangedProject(project);

    assertEquals("", built(project));
    assertTrue(Files.exists(project.resolve("target/views.jar")));
    for (String name : List.of("views.ViewsTest", "greeter.GreeterTest")) {
      String report = Files.readString(project.resolve("target/surefire-reports/" + name + ".txt"));
      assertTrue(report.contains("Tests run: 1, Failures: 0, Errors: 0"), report);
    }
  }

  /** Adds the jar of a new project to the jar of another, and its test to the other's tests. */
  private void addUnchangedProject(Path project) throws IOException {
    Path greeter = folder.resolve("greeter");
    assertEquals("", created("greeter", greeter));
    ExtensionJars.ofProject(greeter, Files.createDirectories(project.resolve("target")));
    Path test = Path.of("src/test/java/greeter/GreeterTest.java");
    Files.createDirectories(project.resolve(test).getParent());
    Files.copy(greeter.resolve(test), project.resolve(test));
  }

  /** Creates a project with the command. Returns its error message; empty without. */
  private static String created(String name, Path project) {
    var errors = new StringWriter();
    new CommandLine(new GatehouseCommand(Path.of(""), Map.of()))
        .setOut(new PrintWriter(new StringWriter()))
        .setExecutionExceptionHandler((problem, line, parsed) -> {
          errors.append(problem.getMessage());
          return 1;
        })
        .execute("extension", "new", name, project.toString());
    return errors.toString();
  }

  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(Files.readString(GUIDE))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  /** Builds a project, offline if it can. Returns the build's output if it failed. */
  private static String built(Path project) throws IOException, InterruptedException {
    dev.gatehouse.Ran maven =
        dev.gatehouse.Ran.of(
            "cd " + project + " && export MAVEN_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' &&",
            "{ mvn -B -ntp -q -o verify || mvn -B -ntp -q verify; }");
    return maven.exit() == 0 ? "" : maven.output();
  }
}
