package dev.gatehouse.cli;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.EffectiveSetting;
import dev.gatehouse.settings.SettingDescription;
import dev.gatehouse.settings.SettingMistake;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Checks, shows and explains the settings. */
@Command(name = "config", description = "Checks, shows and explains the settings.")
final class ConfigCommand {
  @ParentCommand private GatehouseCommand gatehouse;

  @Command(
      name = "check",
      description = {
        "Prints all mistakes of the settings, each with its file and line or its environment variable.",
        "Exits with 1 if there are any. The node may run."
      })
  int check(@Mixin ListOutput output) {
    List<SettingMistake> mistakes =
        ManagementClient.checkSettings(gatehouse.home(), gatehouse.environment()).mistakes();
    output.printLines(mistakes, SettingMistake::text);
    return GatehouseCommand.exitCode(mistakes.isEmpty());
  }

  @Command(
      name = "show",
      description = {
        "Prints the effective settings with their sources: the default, a line of the file, or an",
        "environment variable. Secrets are hidden."
      })
  void show(@Mixin ListOutput output) {
    output.print(
        EffectiveSetting.all(gatehouse.settingsFile(), gatehouse.environment()),
        List.of("KEY", "SOURCE", "VALUE"),
        setting -> List.of(setting.key(), setting.source(), setting.value()));
  }

  @Command(
      name = "explain",
      description = "Explains a setting: its default, its environment variable and its meaning.")
  void explain(
      @Parameters(paramLabel = "KEY", description = "A setting such as http.port, or a group.")
          String key,
      @Mixin ListOutput output) {
    output.printLines(SettingDescription.of(key), ConfigCommand::text);
  }

  private static String text(SettingDescription setting) {
    return String.join(
        System.lineSeparator(),
        List.of(
            setting.key() + ": " + PlainText.defaultIfEmpty(setting.value(), "(empty)"),
            "  " + setting.variable(),
            "  " + setting.description().replace("scripts/gatehouse", CommandName.get())));
  }
}
