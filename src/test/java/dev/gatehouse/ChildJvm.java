package dev.gatehouse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A process that runs a class of the tests, so that tests can kill it. The caller must destroy it.
 */
public final class ChildJvm {
  private ChildJvm() {}

  /** Starts a process whose standard output the caller must read. */
  public static Process start(Class<?> main, String... arguments) throws IOException {
    return start(Map.of(), main, arguments);
  }

  /**
   * Starts a process whose standard output the caller must read.
   *
   * @param environment variables that it gets in addition
   */
  public static Process start(Map<String, String> environment, Class<?> main, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    process.environment().putAll(environment);
    return process.start();
  }
}
