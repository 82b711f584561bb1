package dev.gatehouse.cli;

import dev.gatehouse.settings.EffectiveSetting;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Prints the effective settings. */
@Command(
    name = "show",
    description = {
      "Prints the effective settings with their sources: the default, a line of the file, or an",
      "environment variable. Secrets are hidden."
    })
final class ConfigShowCommand implements Runnable {
  @Mixin private ListOutput output;
  @ParentCommand private ConfigCommand config;

  @Override
  public void run() {
    GatehouseCommand gatehouse = config.gatehouse();
    output.print(
        EffectiveSetting.all(gatehouse.settingsFile(), gatehouse.environment()),
        List.of("KEY", "SOURCE", "VALUE"),
        setting -> List.of(setting.key(), setting.source(), setting.value()));
  }
}
