package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.Client;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP reads the owner's pages and the log level again, and never ends the node. */
@Tag("slow")
class ReloadTest {
  @TempDir static Path home;

  /** A node in a process. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
      NodeProcess.run(Path.of(arguments[0]), System.getenv());
    }
  }

  @Test
  void readsPagesAgain() throws Exception {
    assumeFalse(ignoresHangup(), "nohup makes this JVM and its children ignore SIGHUP");
    Path file = Files.createDirectories(home.resolve("conf")).resolve("gatehouse.yaml");
    Path legal = Files.createDirectories(home.resolve("legal"));
    Path texts = Files.createDirectories(home.resolve("texts"));
    Files.copy(Path.of("verticles.json"), home.resolve("verticles.json"));
    Files.copy(Path.of("conf/bait-paths.txt"), home.resolve("conf/bait-paths.txt"));
    String settings =
        """
        http:
          port: 0
          idleTimeout: 60s
        management:
          port: 0
        data:
          dir: %s
        log:
          level: info
        theme:
          name: First
          legal: %s
          templates: %s
        """
            .formatted(home.resolve("data"), legal, texts);
    Files.writeString(file, settings);
    Process process = ChildJvm.start(Map.of(), List.of("-Xmx256m"), Main.class, home.toString());
    try (BufferedReader lines = process.inputReader()) {
      String address = await(lines, "gatehouse listening on ").split(" on ")[1];
      hangUp(process);
      await(lines, "reloaded certificate");
      Client client = new Client(address);
      assertTrue(client.get("/").text().contains("First"));
      client.get("/legal/imprint").expect(404);
      Files.writeString(legal.resolve("imprint.md"), "# Imprint\n\nAda Example");
      Files.writeString(
          file, settings.replace("First", "Second").replace("60s", "50s").replace("info", "warn"));
      hangUp(process);
      assertTrue(await(lines, "need a restart").endsWith("http.idleTimeout"));
      assertTrue(client.get("/").text().contains("Second"));
      assertTrue(client.get("/legal/imprint").text().contains("Ada Example"));
      Files.writeString(file, settings.replace("name: First", "accentColor: red"));
      hangUp(process);
      assertTrue(await(lines, "reload failed").contains("theme.accentColor"));
      assertTrue(client.get("/").text().contains("Second"));
      assertTrue(process.isAlive());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Returns whether the bit of signal 1 is set in the mask of ignored signals. */
  private static boolean ignoresHangup() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .anyMatch(line -> line.matches("SigIgn:.*[13579bdf]"));
  }

  private static void hangUp(Process process) throws Exception {
    String pid = Long.toString(process.pid());
    assertEquals(0, new ProcessBuilder("kill", "-HUP", pid).start().waitFor());
  }

  private static String await(BufferedReader lines, String text) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains(text)) {
        return line;
      }
    }
    throw new AssertionError("the node ended before: " + text);
  }
}
