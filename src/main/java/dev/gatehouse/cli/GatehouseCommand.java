package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.cli.BackupCommand.RestoreCommand;
import dev.gatehouse.cli.GatehouseCommand.ConfigCommand;
import dev.gatehouse.cli.GatehouseCommand.ContractCommand;
import dev.gatehouse.cli.GatehouseCommand.DoctorCommand;
import dev.gatehouse.cli.GatehouseCommand.RunCommand;
import dev.gatehouse.cli.GatehouseCommand.Versions;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.contract.ContractFiles;
import dev.gatehouse.contract.Operation;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.BanPage;
import dev.gatehouse.messages.AccessMessages.CodeOfDate;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.node.Modules;
import dev.gatehouse.node.NodeProcess;
import dev.gatehouse.node.backup.DataPlaces;
import dev.gatehouse.node.doctor.Finding;
import dev.gatehouse.node.health.Release;
import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.EffectiveSetting;
import dev.gatehouse.settings.FileFault;
import dev.gatehouse.settings.SettingDescription;
import dev.gatehouse.settings.SettingMistake;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.files.FolderUser;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The owner's command line. */
@Command(
    name = "scripts/gatehouse",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    scope = CommandLine.ScopeType.INHERIT,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:The command failed. Standard error names the cause.",
      "2:invalid arguments"
    },
    description = "Runs a node, and administers the running node or its data.",
    subcommands = {
      RunCommand.class,
      KeysCommand.class,
      ClusterCommand.class,
      CredentialsCommand.class,
      ExtensionCommand.class,
      ImportCommand.class,
      StoreCommand.class,
      TrashCommand.class,
      JobsCommand.class,
      MailCommand.class,
      PersonCommand.class,
      ExportCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      ConfigCommand.class,
      ContractCommand.class,
      DoctorCommand.class,
      DemoCommand.class
    })
public final class GatehouseCommand {
  private final Path home;
  private final Map<String, String> environment;

  public GatehouseCommand(Path home, Map<String, String> environment) {
    this.home = home;
    this.environment = environment;
  }

  public static void main(String[] arguments) {
    Path home = Path.of(System.getProperty("gatehouse.home", "."));
    // Must come before any log output. The default level would log every wire message, including
    // codes and emails.
    Logging.start(new Settings.Log("text", "warn"));
    Path caller = Path.of(System.getProperty("gatehouse.caller", ""));
    System.exit(line(home, System.getenv(), caller).execute(arguments));
  }

  /**
   * Returns the command line.
   *
   * @param caller folder of the relative paths among its arguments
   */
  public static CommandLine line(Path home, Map<String, String> environment, Path caller) {
    return new CommandLine(new GatehouseCommand(home, environment))
        .registerConverter(Path.class, caller::resolve)
        .setExecutionStrategy(GatehouseCommand::execute)
        .setExecutionExceptionHandler(GatehouseCommand::explain)
        .setCommandName(CommandName.get());
  }

  @Command(name = "bans", description = "Lists the blocked addresses.")
  void bans(@Mixin ListOutput output) {
    try (ManagementClient node = managementClient()) {
      output.print(
          node.readAll(
              AccessMessages.BANS,
              skip -> new PageOrder(ManagementClient.PAGE, skip),
              BanPage::bans,
              BanPage::pagination),
          List.of("ADDRESS", "REASON", "SINCE", "UNTIL"),
          ban ->
              List.of(
                  ban.address(),
                  ban.reason(),
                  ban.since().toString(),
                  Objects.toString(ban.until(), "permanent")));
    }
  }

  /** Lifts the ban of an address, including that of an owner who is locked out. */
  @Command(
      name = "unban",
      description = "Unblocks an address and clears its count of failed attempts.")
  void unban(
      @Parameters(paramLabel = "ADDRESS", description = "An IPv4 or IPv6 address.") String address,
      @Mixin ResultOutput output) {
    var done = call(AccessMessages.UNBAN, new AccessMessages.Address(address));
    output.print(done, done.message());
  }

  @Command(name = "code", description = "Shows today's code.")
  void code(
      @Option(
              names = "--reissue",
              description = "Replaces the code first, because it was used or disclosed.")
          boolean reissue,
      @Mixin ResultOutput output) {
    CodeOfDate code =
        call(reissue ? AccessMessages.REISSUE_CODE : AccessMessages.CURRENT_CODE, Nothing.NONE);
    output.print(code, code.code() + "\tof " + code.date());
  }

  @Command(
      name = "version",
      description = "Prints the versions of Gatehouse, Java and the operating system.")
  void version(@Mixin ResultOutput output) {
    var versions = Versions.current();
    output.print(versions, String.join(System.lineSeparator(), versions.lines()));
  }

  /** Returns the folder of {@code conf/} and {@code verticles.json}. */
  Path home() {
    return home;
  }

  Map<String, String> environment() {
    return environment;
  }

  Settings settings() {
    return new SettingsReader(environment).read(settingsFile());
  }

  /** Returns the owner's settings, which may not exist. */
  Path settingsFile() {
    return home.resolve("conf/gatehouse.yaml");
  }

  /** Returns a client of the node that a subcommand calls. */
  ManagementClient managementClient() {
    return ManagementClient.find(home, environment);
  }

  /** Sends a message to the node, and returns its reply. See {@link ManagementClient#call}. */
  <Q, R> R call(Message<Q, R> message, Q request) {
    try (ManagementClient client = managementClient()) {
      return client.call(message, request);
    }
  }

  /** Sends a message that changes nothing. See {@link ManagementClient#read}. */
  <Q, R> R read(Message<Q, R> message, Q request) {
    try (ManagementClient client = managementClient()) {
      return client.read(message, request);
    }
  }

  /**
   * Returns the locations of the node's data.
   *
   * @param blobs the blob store that the settings select
   * @throws IllegalStateException if its documents are on a document server
   */
  static DataPlaces places(Settings settings, StoredBlobs blobs) {
    return DataPlaces.of(settings, blobs.half(), Modules::blobs);
  }

  static int exitCode(boolean success) {
    return success ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Commands that write files to the data folder. */
  private static final Set<String> WRITERS =
      Set.of("backup", "restore", "credentials", "store", "trash", "demo", "mail");

  private static int execute(CommandLine.ParseResult parsed) {
    CommandLine.ParseResult sub = parsed.subcommand();
    if (sub != null
        && WRITERS.contains(sub.commandSpec().name())
        && !CommandLine.printHelpIfRequested(parsed)) {
      var own = (GatehouseCommand) parsed.commandSpec().userObject();
      Optional<String> fault =
          FolderUser.fault(
              own.settings().data().dir().toAbsolutePath().normalize(),
              CommandName.get() + ' ' + sub.commandSpec().name());
      if (fault.isPresent()) {
        parsed.commandSpec().commandLine().getErr().println(fault.get());
        return ExitCode.SOFTWARE;
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int explain(
      Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
    command.getErr().println(FileFault.reason(problem));
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  /** Checks, shows and explains the settings. */
  @Command(name = "config", description = "Checks, shows and explains the settings.")
  static final class ConfigCommand {
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

  /** Lists the operations of the API. */
  @Command(
      name = "contract",
      description = {
        "Lists all operations of the API: name, method, path, permitted callers.",
        "The part of a name before the dot is the area."
      })
  static final class ContractCommand implements Runnable {
    private static final List<String> HEADINGS = List.of("operation", "method", "path", "callers");

    @Mixin private ListOutput output;

    /**
     * An operation.
     *
     * @param callers permitted roles of tokens and scopes of keys
     */
    private record Line(String operation, String method, String path, String callers) {
      static Line of(Operation operation) {
        return new Line(
            operation.id(),
            operation.method().name(),
            operation.path(),
            operation.isPublic()
                ? "public"
                : operation.requirements().stream()
                    .map(each -> each.scheme() + ' ' + String.join("|", new TreeSet<>(each.any())))
                    .map(String::strip)
                    .collect(Collectors.joining(", ")));
      }
    }

    @Override
    public void run() {
      output.print(
          ContractFiles.load("X-API-Key", "").operations().stream()
              .sorted(Comparator.comparing(Operation::path))
              .map(Line::of)
              .toList(),
          HEADINGS,
          line -> List.of(line.operation(), line.method(), line.path(), line.callers()));
    }
  }

  /** Checks the settings and the environment of a node. */
  @Command(
      name = "doctor",
      mixinStandardHelpOptions = true,
      description = {
        "Checks settings, ports, TLS certificate, public address, proxy headers, clock, folders, disk,",
        "stores, backups, and the login to email, document server, Redis, object store, other nodes and",
        "each configured provider. Prints a remedy for each problem.",
        "Exits with 1 if there are problems. Warnings do not count. The node may run."
      })
  static final class DoctorCommand implements Callable<Integer> {
    @Mixin private ListOutput output;
    @ParentCommand private GatehouseCommand gatehouse;

    @Override
    public Integer call() {
      List<Finding> findings = ManagementClient.examine(gatehouse.home(), gatehouse.environment());
      output.printLines(findings, Finding::text);
      return GatehouseCommand.exitCode(findings.stream().noneMatch(Finding::isProblem));
    }
  }

  /** Runs one node in the foreground. */
  @Command(
      name = "run",
      description = {
        "Runs one node in the foreground. The node is ready when it prints",
        "\"gatehouse listening on http://HOST:PORT\". Ctrl-C or SIGTERM stops it after the requests in",
        "progress. JAVA_OPTS is passed to the JVM."
      })
  static final class RunCommand implements Runnable {
    @Option(
        names = "--verticles",
        paramLabel = "NAMES",
        description = "Deploys only these verticles of verticles.json, separated by commas.")
    private String verticles;

    @ParentCommand private GatehouseCommand gatehouse;

    @Override
    public void run() {
      Map<String, String> environment = new HashMap<>(gatehouse.environment());
      if (verticles != null) {
        environment.put("GATEHOUSE_VERTICLES", verticles);
      }
      try {
        NodeProcess.run(gatehouse.home(), environment);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The versions that a report of a defect needs. */
  static final class Versions implements IVersionProvider {
    /** Versions of the program and of the software below it. */
    record Software(String gatehouse, String commit, String java, String vendor, String system) {
      List<String> lines() {
        return List.of(
            "Gatehouse %s (commit %s)".formatted(gatehouse, commit),
            "Java %s (%s)".formatted(java, vendor),
            system);
      }
    }

    static Software current() {
      String system =
          "%s %s (%s)"
              .formatted(
                  System.getProperty("os.name"),
                  System.getProperty("os.version"),
                  System.getProperty("os.arch"));
      return new Software(
          Release.version(),
          Release.commit(),
          Runtime.version().toString(),
          System.getProperty("java.vendor"),
          system);
    }

    @Override
    public String[] getVersion() {
      return current().lines().toArray(String[]::new);
    }
  }
}
