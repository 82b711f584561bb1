package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.node.health.NativeLibraries;
import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.node.systemd.SystemdNotifier;
import dev.gatehouse.settings.FileFault;
import dev.gatehouse.settings.RiskySettings;
import dev.gatehouse.settings.SettingMistake;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.settings.SettingsReader;
import dev.gatehouse.store.files.FolderUser;
import dev.gatehouse.time.TimeSource;
import org.slf4j.LoggerFactory;

/** Runs one node until the process receives a stop signal. */
public final class NodeProcess {
  private static final int CANNOT_START = 1;

  /** Exit status if the node did not stop within {@code drain.timeout}. The log names the cause. */
  private static final int CUT_OFF = 3;

  private static final int WRONG_USE = 2;

  private NodeProcess() {}

  /** Ends the process if it was given arguments, such as a command of the owner. */
  public static void refuse(String[] arguments) {
    if (arguments.length > 0) {
      System.err.println(
          "this program runs a node and takes no arguments; commands are run with "
              + CommandName.get());
      System.exit(WRONG_USE);
    }
  }

  /**
   * Runs a node. The process ends when the node stops or cannot start.
   *
   * @param home folder of {@code conf/} and {@code verticles.json}
   */
  public static void run(Path home, Map<String, String> environment) throws InterruptedException {
    Node node;
    SystemdNotifier notifier;
    Settings settings;
    Reload reload = Reload.onSignal(home, environment);
    try {
      notifier = SystemdNotifier.of(environment);
      settings = new SettingsReader(environment).read(home.resolve("conf/gatehouse.yaml"));
      Logging.start(settings.log());
      FolderUser.fault(
              settings.data().dir().toAbsolutePath().normalize(), CommandName.get() + " run")
          .ifPresent(fault -> {
            throw new IllegalStateException(fault);
          });
      RiskySettings.of(settings).forEach(LoggerFactory.getLogger(NodeProcess.class)::warn);
      Settings own = settings;
      node = PatientStart.start(() -> Node.start(own, home, TimeSource.system()), Thread::sleep);
    } catch (Exception e) {
      System.err.println("gatehouse cannot start: " + reason(e, home, environment));
      Logging.stop();
      System.exit(CANNOT_START);
      return;
    }
    reload.started(node, settings);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(node, notifier), "drain"));
    node.initialCredentials()
        .forEach(word -> System.out.println(word + "   (shown at each start until used)"));
    if (node.address().isEmpty()) {
      System.out.println(
          "gatehouse runs without http; its management port is " + node.managementAddress());
    } else {
      System.out.println("gatehouse listening on " + node.address());
    }
    // Beside the start, which does not need the library.
    Thread.ofVirtual()
        .start(() ->
            NativeLibraries.problem().ifPresent(LoggerFactory.getLogger(NodeProcess.class)::error));
    notifier.ready(node.managementAddress());
    new CountDownLatch(1).await();
  }

  /** Returns the reason; for mistakes in the settings, all of them with their lines. */
  private static String reason(Exception e, Path home, Map<String, String> environment) {
    if (e instanceof SettingsException) {
      Logging.start(new Settings.Log("text", "warn"));
      List<SettingMistake> mistakes =
          SettingsReaders.check(home, environment, TimeSource.system(), new SecureRandom())
              .mistakes();
      if (!mistakes.isEmpty()) {
        return mistakes.stream()
            .map(SettingMistake::text)
            .collect(Collectors.joining(System.lineSeparator() + "  "));
      }
    }
    return FileFault.reason(e);
  }

  private static void end(Node node, SystemdNotifier notifier) {
    int status = CUT_OFF;
    try {
      notifier.stopping();
      // An orderly stop is a success, even if a signal caused it.
      status = node.end() ? 0 : CUT_OFF;
    } finally {
      Logging.stop();
      // Uses halt instead of exit, so that a hanging thread cannot keep the process alive.
      Runtime.getRuntime().halt(status);
    }
  }
}
