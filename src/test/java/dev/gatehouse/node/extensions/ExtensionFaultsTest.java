package dev.gatehouse.node.extensions;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node with an unsuitable extension does not start, and says what to change. */
@Tag("slow")
class ExtensionFaultsTest {
  private static final String YAML =
      """
      api: 1
      name: probe
      description: A probe
      paths:
        /probe:
          get:
            operationId: probe.get
            summary: Probe
            description: Probes.
            security: []
            responses:
              '204': {description: Done}
      """;
  private static final String JAVA =
      """
      package probe;
      import dev.gatehouse.area.extension.*;
      public final class Probe implements Extension {
        public void setUp(ExtensionContext node) throws Exception {
          node.operation("probe.get", request -> ApiResponse.noContent());
        }
      }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "api: 1 | api: 2 | is made for version 2 of the extension API",
        "api: 1 | api: one | is made for version one of the extension API",
        "name: probe | name: Probe | needs a name of 2 to 24 letters a-z and digits",
        "description: A probe | note: A probe | has an unknown key note",
        "description: A probe | description: | needs a description",
        "name: probe | name: site | /probe must begin with /site",
        "probe.get | site.get | needs an operationId that begins with probe.",
        "security: [] | x-inline: true | must not have x-inline",
        "security: [] | x-timout: 1 | has an unknown key x-timout",
        "security: [] | x-scopes: [trading] | can only have the scope probe",
        "operationId: probe.get | operationId: probe.other | probe.other has no handler in area probe",
      })
  void namesFaultsOfTheDescription(String part, String other, String message) throws Exception {
    mustFail(JAVA, YAML.replace(part, other), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node.operation( | dev.gatehouse.time.Age.class.getName(); node.operation( | cannot be set up: dev.gatehouse.time.Age is neither in the jar nor part of the extension API",
        "node.operation( | if (true) throw new Exception(\"no\"); node.operation( | cannot be set up: java.lang.Exception: no",
        "node.operation( | node.every(java.time.Duration.ofDays(1), \"A b\", () -> {}); node.operation( | must have 1 to 24 letters a-z",
        "\"probe.get\" | \"probe.more\" | area probe handles probe.more",
        "node.operation( | if (true) throw new AssertionError(\"no\"); node.operation( | cannot be set up: java.lang.AssertionError: no",
        "node.operation( | node.operation(\"probe.get\", request -> null); node.operation( | operation probe.get is declared twice",
        "node.operation( | for (int i : new int[2]) node.every(java.time.Duration.ofDays(1), \"a\", () -> {}); node.operation( | job a is declared twice",
        "node.operation( | node.beforeStart(() -> { throw new AssertionError(\"no\"); }); node.operation( | the extension probe cannot be prepared: java.lang.AssertionError: no",
      })
  void namesFaultsOfTheCode(String part, String other, String message) throws Exception {
    mustFail(JAVA.replace(part, other), YAML, message);
  }

  @Test
  void namesSettingsThatNothingReads() throws Exception {
    ExtensionJars.jar(folder, "probe", JAVA, resources(YAML));
    String message = failure("EXTENSIONS_PROBE_COLOUR_NAME", "red");
    assertTrue(message.contains("extensions.probe.colourName"), message);
    assertTrue(message.contains("delete them, or install the extension"), message);
  }

  @Test
  void namesAFileThatIsNoJar() throws Exception {
    Files.writeString(folder.resolve("text.jar"), "no jar");
    String message = failure();
    assertTrue(message.contains("text.jar is not a complete jar file: copy it again"), message);
  }

  @Test
  void namesAFileThatCannotBeRead() throws Exception {
    Files.createSymbolicLink(folder.resolve("away.jar"), folder.resolve("none"));
    String message = failure();
    assertTrue(message.contains("away.jar cannot be read: java.nio.file.NoSuchFile"), message);
  }

  @Test
  void namesTwoExtensionsOfOneName() throws Exception {
    ExtensionJars.jar(folder, "one", JAVA, resources(YAML));
    ExtensionJars.jar(folder, "two", JAVA, resources(YAML));
    String message = failure();
    assertTrue(
        message.contains("two.jar both contain the extension probe: delete one of them"), message);
    assertTrue(message.contains("one.jar and "), message);
  }

  private void mustFail(String java, String yaml, String message) throws Exception {
    ExtensionJars.jar(folder, "probe", java, resources(yaml));
    String failure = failure();
    assertTrue(failure.contains(message), failure);
  }

  private static Map<String, String> resources(String yaml) {
    return Map.of(ExtensionJars.DESCRIPTION, yaml, ExtensionJars.SERVICE, "probe.Probe");
  }

  private String failure(String... more) {
    List<String> settings = new ArrayList<>(List.of("STORE_FSYNC", "false"));
    settings.addAll(List.of("EXTENSIONS_FOLDER", folder.toString()));
    settings.addAll(List.of(more));
    Path data = folder.resolve("data");
    RuntimeException failure =
        assertThrows(
            RuntimeException.class,
            () -> TestSettings.start(data, settings.toArray(String[]::new)).close());
    return String.valueOf(failure.getMessage());
  }
}
