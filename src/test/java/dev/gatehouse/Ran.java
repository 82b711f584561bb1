package dev.gatehouse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What a command came to: its exit status, and all that it wrote. */
public record Ran(int exit, String output) {
  /** Runs a command to its end, by the shell: without its program that is an exit status, too. */
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
