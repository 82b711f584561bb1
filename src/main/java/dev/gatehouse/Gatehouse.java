package dev.gatehouse;

import dev.gatehouse.node.Logging;
import dev.gatehouse.node.Node;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.settings.SettingsReader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;

/** Runs one node until the process is told to end. */
public final class Gatehouse {
  private static final int CANNOT_START = 1;

  private Gatehouse() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path home = Path.of(System.getProperty("gatehouse.home", "."));
    Node node;
    try {
      Settings settings =
          new SettingsReader(System.getenv()).read(home.resolve("conf/gatehouse.yaml"));
      Logging.start(settings.log());
      node = Node.start(settings, home, Clock.systemUTC());
    } catch (Exception e) {
      System.err.println("gatehouse cannot start: " + e.getMessage());
      Logging.stop();
      System.exit(CANNOT_START);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(node), "drain"));
    node.initialCredentials()
        .forEach(word -> System.out.println(word + "   (shown only this once)"));
    System.out.println("gatehouse listening on " + node.address());
    new CountDownLatch(1).await();
  }

  private static void end(Node node) {
    node.close();
    Logging.stop();
    // An orderly end is a success, although a signal caused it.
    Runtime.getRuntime().halt(0);
  }
}
