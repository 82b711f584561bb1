package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Document server as a separate process, for a cluster on one machine. */
public final class StoreServer {
  private static final Logger log = LoggerFactory.getLogger(StoreServer.class);

  private StoreServer() {}

  /**
   * Serves a folder's documents until the process receives SIGTERM or SIGINT, then closes the file.
   * Does not return before that.
   *
   * @param port 0 for any free port
   * @throws IllegalStateException if another process has the store open
   */
  public static void run(int port, Path directory) throws InterruptedException {
    EmbeddedMongo server = EmbeddedMongo.start(directory, port, true, Clock.systemUTC());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "store-shutdown"));
    log.info("gatehouse store listening on {}", server.url());
    System.out.println("gatehouse store listening on " + server.url());
    new CountDownLatch(1).await();
  }
}
