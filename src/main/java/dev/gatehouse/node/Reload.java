package dev.gatehouse.node;

import module java.base;

import dev.gatehouse.node.logging.Logging;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.settings.SettingsReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the certificate, the log level and the owner's pages again when the process receives
 * SIGHUP. The signal never ends the node.
 */
final class Reload {
  private static final Logger LOG = LoggerFactory.getLogger(Reload.class);

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
