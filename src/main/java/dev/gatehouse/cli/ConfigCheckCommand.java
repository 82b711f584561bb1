package dev.gatehouse.cli;

import dev.gatehouse.settings.SettingMistake;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints all mistakes of the settings. */
@Command(
    name = "check",
    description = {
      "Prints all mistakes of the settings, each with its file and line or its environment variable.",
      "Exits with 1 if there are any. The node may run."
    })
final class ConfigCheckCommand implements Callable<Integer> {
  @Mixin private ListOutput output;
  @ParentCommand private ConfigCommand config;

  @Override
  public Integer call() {
    GatehouseCommand gatehouse = config.gatehouse();
    List<SettingMistake> mistakes =
        ManagementClient.checkSettings(gatehouse.home(), gatehouse.environment()).mistakes();
    output.printLines(mistakes, SettingMistake::text);
    return GatehouseCommand.exitCode(mistakes.isEmpty());
  }
}
