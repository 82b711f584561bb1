package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.MongoServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * Embedded document server: MongoDB's wire protocol on the loopback interface, with data in one
 * folder.
 */
public final class EmbeddedMongo implements AutoCloseable {
  /**
   * Number of threads, which exceeds the connections of a driver's pool. A command holds its thread
   * until its commit, and waiting commands share a commit.
   */
  private static final int THREADS = 64;

  private final Engine engine;
  private final MongoServer server;
  private final int port;

  private EmbeddedMongo(Engine engine, int port, Clock clock) {
    this.engine = engine;
    this.server = new MongoServer(new DocumentBackend(engine, clock));
    // Loopback only, because there is no authentication.
    server.bind(new InetSocketAddress("127.0.0.1", port), 1, THREADS);
    this.port = server.getLocalAddress().getPort();
  }

  /**
   * Opens the store in a folder, which is created if missing, and listens on 127.0.0.1.
   *
   * @param port 0 for any free port
   * @param fsync whether an acknowledged write survives a power loss, not only a crash
   * @param clock source of the time that the server reports to clients
   * @throws IllegalStateException if another process uses the store, or its file cannot be read
   */
  public static EmbeddedMongo start(Path directory, int port, boolean fsync, Clock clock) {
    Engine engine = Engine.open(directory, fsync, clock);
    try {
      return new EmbeddedMongo(engine, port, clock);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  Engine engine() {
    return engine;
  }

  public int port() {
    return port;
  }

  /** Returns the connection string, with a server selection timeout suited to a local server. */
  public String url() {
    return "mongodb://127.0.0.1:" + port + "/?serverSelectionTimeoutMS=3000";
  }

  /** Returns a sentence about the current problem; empty if healthy. */
  public Optional<String> trouble() {
    return engine.trouble();
  }

  /**
   * Returns the number of documents read from the file or its cache since the start, which reveals
   * full scans.
   */
  public long documentsRead() {
    return engine.documentsRead();
  }

  /** Closes connections, finishes the active commands and then closes the file. */
  @Override
  public void close() {
    server.shutdownNow();
    engine.close();
  }
}
