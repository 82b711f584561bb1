package dev.gatehouse.cli;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The version, and the help of every command. */
class VersionCommandTest {
  private static String output(String... words) {
    var output = new StringWriter();
    int status = line().setOut(new PrintWriter(output, true)).execute(words);
    assertEquals(0, status, output::toString);
    return output.toString();
  }

  private static CommandLine line() {
    return new CommandLine(new GatehouseCommand(Path.of("."), Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-V", "--version", "version", "keys -V", "keys add --version"})
  void printsVersionsOfProgramJavaAndSystem(String words) {
    List<String> lines = output(words.split(" ")).lines().toList();
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(lines.get(0).matches("Gatehouse \\S+ \\(commit \\S+\\)"), lines::toString);
    assertTrue(lines.get(1).startsWith("Java " + Runtime.version()), lines::toString);
    assertTrue(lines.get(2).startsWith(System.getProperty("os.name") + " "), lines::toString);
  }

  @Test
  void describesEveryCommandInWholeSentences() {
    List<String> broken = new ArrayList<>();
    check(line(), broken);
    assertEquals(List.of(), broken);
  }

  @Test
  void explainsEveryCommand() {
    List<String> commands = new ArrayList<>();
    findCommands(line(), commands);
    assertTrue(commands.containsAll(List.of("", "keys add", "store adopt")), commands::toString);
    for (String command : commands) {
      String help = output((command + " --help").strip().split(" "));
      assertTrue(
          help.startsWith(("Usage: scripts/gatehouse " + command).strip()), () -> command + help);
    }
    assertEquals(2, line().setErr(new PrintWriter(new StringWriter())).execute());
  }

  private static void findCommands(CommandLine command, List<String> commands) {
    commands.add(command.getCommandSpec().qualifiedName().replaceFirst("^\\S+ ?", ""));
    List.copyOf(command.getSubcommands().values()).forEach(each -> findCommands(each, commands));
  }

  /** {@code run} prints log lines, and {@code store} serves until it is stopped. */
  @Test
  void printsJsonInEveryCommand() {
    List<String> without = new ArrayList<>();
    findWithoutJson(line(), without);
    assertEquals(List.of("run", "store"), without);
  }

  private static void findWithoutJson(CommandLine command, List<String> without) {
    var spec = command.getCommandSpec();
    boolean isGroup =
        !command.getSubcommands().isEmpty()
            && !List.of("store", "jobs", "backup", "credentials").contains(spec.name());
    if (!isGroup && spec.findOption("--json") == null) {
      without.add(spec.name());
    }
    List.copyOf(command.getSubcommands().values()).forEach(each -> findWithoutJson(each, without));
  }

  @Test
  void printsVersionsAsJson() {
    JsonObject versions = new JsonObject(output("version", "--json"));
    assertEquals(Runtime.version().toString(), versions.getString("java"));
  }

  /** Texts recommend commands by the name under which a package installs them. */
  @Test
  void namesTheInstalledCommand() throws IOException {
    List<String> fixed = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (Files.readString(file).contains("scripts/gatehouse")) {
          fixed.add(file.getFileName().toString());
        }
      }
    }
    assertEquals(
        List.of("CommandName.java", "GatehouseCommand.java"), fixed.stream().sorted().toList());
  }

  private static void check(CommandLine command, List<String> broken) {
    var spec = command.getCommandSpec();
    String description = String.join(" ", spec.usageMessage().description());
    if (!description.matches("(?s)[A-Z].*[.]")) {
      broken.add(spec.qualifiedName() + ": " + description);
    }
    spec.args()
        .forEach(argument -> {
          String text = String.join(" ", argument.description());
          if (!text.matches("(?s)[A-Z0-9].*[.]")) {
            broken.add(spec.qualifiedName() + " " + argument.paramLabel() + ": " + text);
          }
        });
    List.copyOf(command.getSubcommands().values()).forEach(each -> check(each, broken));
  }
}
