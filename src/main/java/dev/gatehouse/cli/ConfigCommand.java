package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Checks, shows and explains the settings. */
@Command(
    name = "config",
    description = "Checks, shows and explains the settings.",
    subcommands = {ConfigCheckCommand.class, ConfigShowCommand.class, ConfigExplainCommand.class})
final class ConfigCommand implements Runnable {
  @Spec private CommandSpec spec;
  @ParentCommand private GatehouseCommand gatehouse;

  GatehouseCommand gatehouse() {
    return gatehouse;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
