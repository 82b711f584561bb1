package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts of the scripts on hosts that lack what a desktop has. */
class LaunchTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  /** Runs commands in bash with only these variables, and returns their output. */
  private static String run(Map<String, String> environment, String commands) throws Exception {
    var builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", commands);
    builder.environment().clear();
    builder.environment().put("PATH", System.getenv("PATH"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String problem = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), problem);
    return out.strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "C", "POSIX", "UTF-8", "xx_XX.UTF-8", "xx_XX.ISO-8859-15", "C.UTF-8"})
  void readsUtf8WithoutAUsableLocale(String locale) throws Exception {
    for (String variable : List.of("LANG", "LC_ALL", "LC_CTYPE")) {
      String charmap = run(Map.of(variable, locale), ". scripts/launch; locale charmap");
      assertEquals("UTF-8", charmap, variable);
    }
  }

  @Test
  void findsTheJdkWithoutHome() throws Exception {
    String home = System.getProperty("java.home");
    assertEquals(
        home, run(Map.of("JAVA_HOME", home), ". scripts/jdk; find_jdk; echo \"$JAVA_HOME\""));
  }

  @Test
  void namesEveryNativeLibraryByPath() throws Exception {
    String flags =
        run(Map.of(), "app=target; . scripts/launch; use_native; echo \"${jvm_flags[@]}\"");
    for (String property : List.of("org.sqlite.lib.path", "ZstdNativePath")) {
      Matcher path = Pattern.compile("-D" + property + "=(\\S+)").matcher(flags);
      assertTrue(path.find(), flags);
      assertTrue(Files.exists(Path.of(path.group(1))), path.group(1));
    }
  }

  /** The results are those of systemd 252 for the same lines. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "GATEHOUSE_A=x, x",
        "GATEHOUSE_A=x\\n, x",
        "GATEHOUSE_A=YWJj=\\n, YWJj=",
        "GATEHOUSE_A=\"My Shop\"\\n, My Shop",
        "GATEHOUSE_A='My Shop'\\n, My Shop",
        "GATEHOUSE_A=x\\r\\n, x",
        "  GATEHOUSE_A=y  \\n, y",
        "# GATEHOUSE_A=z\\nGATEHOUSE_A=a b\\n, a b",
        "GATEHOUSE_A=\"a \\\"b\\\"\"\\n, a \"b\"",
        "GATEHOUSE_A=it's\\n, it's",
        "GATEHOUSE_A=$HOME\\n, $HOME",
        "GATEHOUSE_A=one \\\\n two\\n, one  two",
        "GATEHOUSE_A=\"one \\\\ntwo\"\\n, one two",
        "# a comment \\\\nGATEHOUSE_A=no\\nGATEHOUSE_A=yes\\n, yes",
        "GATEHOUSE_A=C:\\\\\\nGATEHOUSE_B=b\\n, C:\\",
        "GATEHOUSE_A=a\\b\\n, ab",
        "GATEHOUSE_A=C:\\, C:",
      })
  void readsVariablesAsSystemdDoes(String lines, String value, @TempDir Path folder)
      throws Exception {
    Path file =
        Files.writeString(folder.resolve("env"), lines.replace("\\n", "\n").replace("\\r", "\r"));
    String read = ". scripts/launch; read_settings " + file + "; printf '<%s>' \"$GATEHOUSE_A\"";
    assertEquals("<" + value + ">", run(Map.of(), read));
  }

  /** A request that is refused loads the classes of its area in no recorded start. */
  @Test
  void recordsRequestsThatAreAnswered() throws Exception {
    Map<Integer, List<String>> refused = new TreeMap<>();
    for (String line : run(Map.of(), ". scripts/launch; training").lines().toList()) {
      String[] parts = line.split(" ", 3);
      Client.Request request = NODE.owner(parts[0], parts[1]);
      if (parts.length > 2) {
        request = request.body("application/json", parts[2]);
      }
      int status = request.send().status();
      if (status >= 400) {
        refused.computeIfAbsent(status, any -> new ArrayList<>()).add(parts[1]);
      }
    }
    assertEquals(
        Map.of(
            401, List.of("/api/proxy/auth/validate-access"),
            404, List.of("/no-such-path"),
            503, List.of("/hosting/deployments")),
        refused);
  }

  /** An owner who gives a command to the wrong program must not start a node. */
  @Test
  void refusesArguments(@TempDir Path home) throws Exception {
    Process process =
        ChildJvm.start(
            Map.of(), List.of("-Dgatehouse.home=" + home), Gatehouse.class, "config", "check");
    assertTrue(process.waitFor(1, TimeUnit.MINUTES), "it runs");
    assertEquals(2, process.exitValue());
  }
}
