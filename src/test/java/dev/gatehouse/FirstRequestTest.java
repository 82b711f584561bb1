package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the README's first request, with the node's code, key and address, in a shell. */
class FirstRequestTest {
  @RegisterExtension static final TestNode NODE = new TestNode();

  @TempDir private Path folder;

  @Test
  void runsAsPasted() throws Exception {
    assumeTrue(installed("curl") && installed("sh"), "curl");
    Path output = folder.resolve("output");
    Process shell =
        new ProcessBuilder("sh", "-e", "-c", commands())
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
    assertEquals("1000", printed.strip().lines().reduce((first, second) -> second).orElseThrow());
    byte[] made = Files.readAllBytes(folder.resolve("tone.wav"));
    assertEquals(8_044, made.length);
    assertArrayEquals(made, Files.readAllBytes(folder.resolve("song.wav")));
  }

  static boolean installed(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  private static String commands() throws Exception {
    Matcher block =
        Pattern.compile("(?s)```sh\n(CODE=.*?)```").matcher(Files.readString(Path.of("README.md")));
    assertTrue(block.find());
    return block
        .group(1)
        .replaceFirst("CODE='[^']*'", "CODE='" + TestNode.CODE + "'")
        .replaceFirst("KEY='[^']*'", "KEY='" + TestNode.KEY + "'")
        .replaceFirst("BASE=\\S+", "BASE=" + NODE.address());
  }
}
