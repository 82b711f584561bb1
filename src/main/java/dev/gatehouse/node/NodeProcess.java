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
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.files.FolderUser;
import dev.gatehouse.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one node until the process receives a stop signal. */
public final class NodeProcess {
  private static final int CANNOT_START = 1;

  /** Exit status if the node did not stop within {@code drain.timeout}. The log names the cause. */
  private static final int CUT_OFF = 3;

  private static final int WRONG_USE = 2;

  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Logger log = LoggerFactory.getLogger(NodeProcess.class);

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
      node = startPatiently(() -> Node.start(own, home, TimeSource.system()), Thread::sleep);
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

  /** Starts a node once. */
  @FunctionalInterface
  interface Start {
    Node node() throws IOException;
  }

  /** Pauses between two attempts. */
  @FunctionalInterface
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  /** Returns the node as soon as the store has served its start. Other faults end the start. */
  static Node startPatiently(Start startPatiently, Pause pause)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return startPatiently.node();
      } catch (RuntimeException e) {
        if (!isStore(e)) {
          throw e;
        }
        log.warn("start is repeated pause={} reason={}", PAUSE, e.getMessage());
      }
      pause.of(PAUSE);
    }
  }

  private static boolean isStore(Throwable e) {
    return e instanceof StoreAwayException
        || e instanceof UnknownOutcomeException
        || (e.getCause() != null && isStore(e.getCause()));
  }

  /**
   * Reads the certificate, the log level and the owner's pages again when the process receives
   * SIGHUP. The signal never ends the node.
   */
  static final class Reload {
    private static final Logger LOG = LoggerFactory.getLogger(NodeProcess.class);

    private final Path file;
    private final Map<String, String> environment;
    private final CountDownLatch started = new CountDownLatch(1);
    private Node node;
    private Settings settings;

    private Reload(Path home, Map<String, String> environment) {
      this.file = home.resolve("conf/gatehouse.yaml");
      this.environment = environment;
    }

    /** Begins to handle the signal. A signal before the node has started waits for the start. */
    static Reload onSignal(Path home, Map<String, String> environment) {
      var reload = new Reload(home, environment);
      try {
        handle(reload::reload);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        // Not every platform has the signal, and -Xrs reserves it.
        LOG.debug("SIGHUP cannot be handled", e);
      }
      return reload;
    }

    /** Uses reflection because the compiler warns of any other use, which cannot be suppressed. */
    private static void handle(Runnable action) throws ReflectiveOperationException {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandle begin =
          MethodHandles.lookup()
              .bind(
                  (Runnable) () -> Thread.ofVirtual().name("reload").start(action),
                  "run",
                  MethodType.methodType(void.class));
      Object own =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(begin, 0, signal));
      Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
      signal.getMethod("handle", signal, handler).invoke(null, hangUp, own);
    }

    /** Reloads this node from now on. */
    void started(Node running, Settings used) {
      node = running;
      settings = used;
      started.countDown();
    }

    private void reload() {
      try {
        started.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      reloadStarted();
    }

    private synchronized void reloadStarted() {
      try {
        Settings read = new SettingsReader(environment).read(file);
        Settings merged = settings.reloaded(read);
        Logging.level(merged.log().level());
        node.reload(merged);
        LOG.info("reloaded certificate, log level, theme, texts and legal pages");
        List<String> others = settings.changedForRestart(read);
        if (!others.isEmpty()) {
          LOG.warn("changed settings that need a restart: {}", String.join(", ", others));
        }
      } catch (SettingsException e) {
        LOG.error("reload failed, the previous settings are kept: {}", e.getMessage());
      }
    }
  }
}
