package dev.gatehouse;

import module java.base;

/**
 * A process that runs a class of the tests, so that tests can kill it. The caller must destroy it
 * and read its standard output. Its errors go to the errors of this process.
 */
public final class ChildJvm {
  /** A process that lives for seconds uses one compiler and a small heap. */
  private static final List<String> SHORT_LIVED =
      List.of(
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private ChildJvm() {}

  public static Process start(Class<?> main, String... arguments) {
    return start(Map.of(), List.of(), main, arguments);
  }

  /**
   * Starts a process.
   *
   * @param environment variables that it gets in addition
   * @param options of the JVM, which override the default options
   */
  public static Process start(
      Map<String, String> environment, List<String> options, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    command.add("-Dorg.sqlite.lib.path=" + System.getProperty("org.sqlite.lib.path", ""));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    process.environment().putAll(environment);
    return Unchecked.get(() -> process.start());
  }
}
