package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Prints the versions of Gatehouse, Java and the operating system.")
final class VersionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.root().commandLine().printVersionHelp(spec.commandLine().getOut());
  }
}
