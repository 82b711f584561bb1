package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.cli.GatehouseCommand;
import dev.gatehouse.settings.SettingDescription;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Pages of the settings and of the command line. */
final class OwnerPages {
  private OwnerPages() {}

  static String settings(String note) {
    var page = new StringBuilder("# All settings\n\n").append(note);
    page.append(
        """
        The settings of `conf/gatehouse.yaml`, with their defaults. An environment variable replaces the value of the file. The same variable with
        `_FILE` at its end names a file that holds the value. Durations have a unit: `500ms`, `20s`, `5m`, `8h`, `30d`. Sizes have one, too: `64KB`,
        `2MB`, `1GB`. Lists are separated by commas. [Settings](../operate/settings.md) explains the most common ones. `scripts/gatehouse config
        check` finds mistakes, and `config show` prints the values in use.
        """);
    Map<String, List<SettingDescription>> groups = new LinkedHashMap<>();
    SettingDescription.all()
        .forEach(each -> groups.computeIfAbsent(group(each), first -> new ArrayList<>()).add(each));
    groups.forEach((group, settings) -> {
      page.append("\n## ").append(group).append("\n\n");
      page.append("| Setting | Default | Meaning |\n|---|---|---|\n");
      String last = "";
      for (SettingDescription each : settings) {
        String meaning = each.description().equals(last) ? "see above" : each.description();
        last = each.description();
        page.append(
            SchemaTables.row(
                "`" + each.key() + "` <br>`" + each.variable() + "`",
                each.value().isEmpty() ? "" : "`" + each.value().replaceAll("\\s+", " ") + "`",
                meaning.replace("<", "&lt;")));
      }
    });
    return page.toString();
  }

  private static String group(SettingDescription setting) {
    String key = setting.key();
    int dot = key.indexOf('.');
    return dot < 0 ? key : key.substring(0, dot);
  }

  static String commands(String note) {
    var page = new StringBuilder("# All commands\n\n").append(note);
    page.append(
        """
        The commands of `scripts/gatehouse`, which is `gatehouse` in an installed package. [Command line](../operate/command-line.md) shows what they are
        used for. Every command has `--help` and `--version`. The exit status is 0 on success, 1 if the command failed, and 2 for invalid arguments.
        """);
    all().forEach(spec -> page.append(command(spec)));
    return page.toString();
  }

  /** Returns the commands that do something, in the order of the help. */
  static List<CommandSpec> all() {
    var command = new GatehouseCommand(Path.of("."), Map.of());
    List<CommandSpec> all = new ArrayList<>();
    collect(new CommandLine(command).setCommandName("gatehouse"), all);
    return all;
  }

  private static void collect(CommandLine line, List<CommandSpec> all) {
    line.getSubcommands().values().stream()
        .distinct()
        .forEach(each -> {
          all.add(each.getCommandSpec());
          collect(each, all);
        });
  }

  private static String command(CommandSpec spec) {
    var text = new StringBuilder("\n## ").append(spec.qualifiedName()).append("\n\n");
    String parameters =
        spec.positionalParameters().stream()
            .map(each -> " " + each.paramLabel())
            .collect(Collectors.joining());
    text.append("`").append(spec.qualifiedName()).append(parameters).append("`\n\n");
    text.append(String.join(" ", spec.usageMessage().description())).append('\n');
    List<String> rows = new ArrayList<>();
    spec.positionalParameters().forEach(each -> rows.add(row("`" + each.paramLabel() + "`", each)));
    for (OptionSpec each : spec.options()) {
      if (!each.usageHelp() && !each.versionHelp() && !each.hidden()) {
        String value = each.arity().max() > 0 ? " " + each.paramLabel() : "";
        rows.add(row("`" + String.join(", ", each.names()) + value + "`", each));
      }
    }
    if (!rows.isEmpty()) {
      text.append("\n| Argument | Meaning |\n|---|---|\n").append(String.join("", rows));
    }
    return text.toString();
  }

  private static String row(String name, ArgSpec argument) {
    String description = String.join(" ", argument.description());
    String fallback = argument.defaultValue();
    String meaning =
        description
            .replace("${DEFAULT-VALUE}", fallback == null ? "none" : fallback)
            .replace("%n", " ");
    return SchemaTables.row(name + (argument.required() ? " \\*" : ""), meaning);
  }
}
