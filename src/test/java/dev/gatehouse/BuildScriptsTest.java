package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts run a copy of the build, and {@code scripts/gatehouse} never builds. A small program
 * replaces the build, and a marker replaces Maven.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class BuildScriptsTest {
  private static final Map<String, String> CLASSES =
      Map.of(
          "GatehouseCommand",
          """
          package dev.gatehouse.cli;
          public class GatehouseCommand {
            public static void main(String[] arguments) throws Exception {
              System.out.println("started");
              System.in.read();
              System.out.println(Late.text());
            }
          }
          """,
          "Late",
          """
          package dev.gatehouse.cli;
          class Late {
            static String text() {
              return "loaded late";
            }
          }
          """);

  @TempDir Path home;

  @BeforeEach
  void build() throws IOException {
    Files.createDirectories(home.resolve("scripts"));
    for (String script : List.of("gatehouse", "jdk", "launch")) {
      Files.copy(Path.of("scripts", script), home.resolve("scripts").resolve(script));
    }
    Path maven = Files.createDirectories(home.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\ntouch '" + home.resolve("was-built") + "'\n");
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectories(home.resolve("target/lib"));
    Files.createDirectories(home.resolve("target/native"));
    Files.writeString(home.resolve("target/lib/library.jar"), "a library");
    writeJar(home.resolve("target/gatehouse.jar"));
    Path source = Files.createDirectories(home.resolve("src/main")).resolve("New.java");
    Files.writeString(source, "class New {}");
    Files.writeString(home.resolve("pom.xml"), "<project/>");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));
  }

  private void writeJar(Path jar) throws IOException {
    Path sources = Files.createDirectories(home.resolve("jar"));
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file)) {
      for (Map.Entry<String, String> each : CLASSES.entrySet()) {
        Files.writeString(sources.resolve(each.getKey() + ".java"), each.getValue());
      }
      String[] options =
          Stream.concat(
                  Stream.of("-proc:none", "-d", sources.toString()),
                  CLASSES.keySet().stream().map(name -> sources.resolve(name + ".java").toString()))
              .toArray(String[]::new);
      assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options));
      for (String name : CLASSES.keySet()) {
        String entry = "dev/gatehouse/cli/" + name + ".class";
        out.putNextEntry(new JarEntry(entry));
        out.write(Files.readAllBytes(sources.resolve(entry)));
      }
    }
  }

  private Process start() throws IOException {
    var builder = new ProcessBuilder(home.resolve("scripts/gatehouse").toString(), "-V");
    builder.environment().put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("JAVA_OPTS");
    return builder.redirectErrorStream(true).start();
  }

  @Test
  void keepsClassesWhenBuildIsReplaced() throws Exception {
    Process running = start();
    try (BufferedReader output = running.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("started", output.readLine());
      Files.writeString(home.resolve("target/gatehouse.jar"), "another build");
      TestNode.deleteTree(home.resolve("target/lib"));
      running.getOutputStream().write('\n');
      running.getOutputStream().close();
      assertEquals("loaded late", output.readLine());
      assertEquals(0, running.waitFor());
    } finally {
      running.destroyForcibly();
    }
    assertFalse(Files.exists(home.resolve("was-built")), "newer sources are not built");
  }

  @Test
  void commandsNeverBuild() throws Exception {
    TestNode.deleteTree(home.resolve("target"));
    Process refused = start();
    String output = new String(refused.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, refused.waitFor(), output);
    assertTrue(output.contains("nothing is built: run scripts/run --build"), output);
    assertFalse(Files.exists(home.resolve("was-built")));
  }
}
