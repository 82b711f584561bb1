package dev.gatehouse.cli;

import dev.gatehouse.bus.Json;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Output of a command with one result: text for people, or JSON for programs. */
final class ResultOutput {
  @Option(names = "--json", description = "Prints the result as JSON.")
  private boolean json;

  boolean isJson() {
    return json;
  }

  /**
   * Prints a result.
   *
   * @param text one line or several, for people
   */
  void print(PrintWriter out, Object result, String text) {
    out.println(json ? Json.encode(result) : text);
  }
}
