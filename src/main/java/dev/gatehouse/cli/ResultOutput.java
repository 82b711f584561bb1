package dev.gatehouse.cli;

import dev.gatehouse.bus.Json;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Output of a command with one result: text for people, or JSON for programs. */
final class ResultOutput {
  @Option(names = "--json", description = "Prints the result as JSON.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  boolean isJson() {
    return json;
  }

  /**
   * Prints a result.
   *
   * @param text one line or several, for people
   */
  void print(Object result, String text) {
    command.commandLine().getOut().println(json ? Json.encode(result) : text);
  }
}
