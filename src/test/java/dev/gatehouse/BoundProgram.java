package dev.gatehouse;

import module java.base;

/**
 * A process that ends with this JVM, even if the JVM crashes.
 *
 * @param shell the shell that started it
 */
record BoundProgram(Process shell, ProcessHandle program) {
  /** The shell waits for the end of its input, which comes when this JVM ends. */
  private static final List<String> WITH_US =
      List.of(
          "sh",
          "-c",
          "\"$@\" </dev/null >/dev/null & echo $!; cat >/dev/null; kill -9 $!",
          "program");

  static BoundProgram start(List<String> command) throws IOException {
    Process shell =
        new ProcessBuilder(Stream.concat(WITH_US.stream(), command.stream()).toList()).start();
    BufferedReader output = shell.inputReader();
    long number = Long.parseLong(output.readLine());
    return new BoundProgram(shell, ProcessHandle.of(number).orElseThrow());
  }

  static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Sends SIGKILL. */
  void kill() {
    program.destroyForcibly();
    program.onExit().join();
    shell.destroyForcibly().onExit().join();
  }
}
