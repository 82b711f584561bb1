package dev.gatehouse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Result of a command: its exit status and its whole output. */
public record Ran(int exit, String output) {
  /** Runs a command to its end in a shell, where a missing program yields an exit status too. */
  public static Ran of(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("bash", "-c", String.join(" ", command))
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), output);
  }
}
