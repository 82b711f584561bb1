package dev.gatehouse.cli;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.SettingDescription;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Explains a setting. */
@Command(
    name = "explain",
    description = "Explains a setting: its default, its environment variable and its meaning.")
final class ConfigExplainCommand implements Runnable {
  @Parameters(paramLabel = "KEY", description = "A setting such as http.port, or a group.")
  private String key;

  @Mixin private ListOutput output;

  @Override
  public void run() {
    output.printLines(SettingDescription.of(key), ConfigExplainCommand::text);
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
