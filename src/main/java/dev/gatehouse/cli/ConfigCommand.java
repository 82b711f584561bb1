package dev.gatehouse.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Checks, shows and explains the settings. */
@Command(
    name = "config",
    description = "Checks, shows and explains the settings.",
    subcommands = {ConfigCheckCommand.class, ConfigShowCommand.class, ConfigExplainCommand.class})
final class ConfigCommand {
  @ParentCommand private GatehouseCommand gatehouse;

  GatehouseCommand gatehouse() {
    return gatehouse;
  }
}
