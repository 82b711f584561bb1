package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.BanPage;
import dev.gatehouse.messages.AccessMessages.CodeOfDate;
import dev.gatehouse.messages.Nothing;
import dev.gatehouse.node.Modules;
import dev.gatehouse.node.backup.DataPlaces;
import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.node.storage.StoredBlobs;
import dev.gatehouse.settings.FileFault;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.files.FolderUser;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
}
