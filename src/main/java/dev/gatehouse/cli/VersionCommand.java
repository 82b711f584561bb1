package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the version. */
@Command(
    name = "version",
    description = "Prints the versions of Gatehouse, Java and the operating system.")
final class VersionCommand implements Runnable {
  @Mixin private ResultOutput output;

  @Override
  public void run() {
    var versions = Versions.current();
    output.print(versions, String.join(System.lineSeparator(), versions.lines()));
  }
}
