package dev.gatehouse.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a class of the test class path in a separate JVM. */
public final class ChildProcess {
  private ChildProcess() {}

  /** The caller reads the output of the process. Its errors go to the errors of this process. */
  public static Process start(List<String> options, Class<?> main, String... arguments) {
    return start(Map.of(), options, main, arguments);
  }

  /** Starts a class with additional environment variables. */
  static Process start(
      Map<String, String> environment, List<String> options, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.add("-Dorg.sqlite.lib.path=" + System.getProperty("org.sqlite.lib.path", ""));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      ProcessBuilder child = new ProcessBuilder(command);
      child.environment().putAll(environment);
      return child.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
