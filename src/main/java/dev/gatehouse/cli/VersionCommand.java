package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Prints the versions of Gatehouse, Java and the operating system.")
final class VersionCommand implements Runnable {
  @Mixin private ResultOutput output;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    var versions = Versions.current();
    output.print(
        spec.commandLine().getOut(),
        versions,
        String.join(System.lineSeparator(), versions.lines()));
  }
}
