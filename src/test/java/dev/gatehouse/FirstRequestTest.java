package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the README's commands, with the node's code, key and address, in a shell. */
public class FirstRequestTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir private Path folder;

  @Test
  void runsAsPasted() throws Exception {
    assumeTrue(installed("curl") && installed("sh"), "curl");
    Files.createSymbolicLink(folder.resolve("data"), NODE.data());
    Path output = folder.resolve("output");
    Process shell =
        new ProcessBuilder("bash", "-e", "-c", commands())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = shell.waitFor(30, TimeUnit.SECONDS);
    shell.destroyForcibly();
    String printed = Files.readString(output);
    assertTrue(ended, printed);
    assertEquals(0, shell.exitValue(), printed);
    assertTrue(printed.contains("\"filename\":\"tone.wav\""), printed);
    assertEquals(8_044, Files.size(folder.resolve("tone.wav")));
    for (String shown : List.of("}1000", "Subject: Invitation: First talk", "\"state\":\"paid\"")) {
      assertTrue(printed.contains(shown), printed);
    }
    assertFalse(printed.contains("{\"error\""), printed);
  }

  public static boolean installed(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static String commands() throws Exception {
    String page = Files.readString(Path.of("README.md"));
    return Pattern.compile("(?s)```sh\n(.*?)```")
        .matcher(page.substring(page.indexOf("## First request")))
        .results()
        .map(block -> block.group(1))
        .collect(Collectors.joining())
        .replaceFirst("CODE='[^']*'", "CODE='" + TestNode.CODE + "'")
        .replaceFirst("KEY='[^']*'", "KEY='" + TestNode.KEY + "'")
        .replaceFirst("BASE=\\S+", "BASE=" + NODE.address());
  }
}
