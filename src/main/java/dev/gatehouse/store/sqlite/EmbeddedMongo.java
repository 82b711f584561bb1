package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.MongoServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** The embedded document server: MongoDB's wire protocol on loopback over one folder. */
public final class EmbeddedMongo implements AutoCloseable {
  /**
   * A command holds its thread until it is committed, and commands that wait share a commit; so
   * there are more threads than a driver's pool has connections.
   */
  private static final int THREADS = 64;

  private final Engine engine;
  private final MongoServer server;
  private final int port;

  private EmbeddedMongo(Engine engine, int port, Clock clock) {
    this.engine = engine;
    this.server = new MongoServer(new DocumentBackend(engine, clock));
    // There is no login, so loopback only.
    server.bind(new InetSocketAddress("127.0.0.1", port), 1, THREADS);
    this.port = server.getLocalAddress().getPort();
  }

  /**
   * Opens the store in a folder, which is made where missing, and listens on 127.0.0.1.
   *
   * @param port 0 for any free one
   * @param fsync whether an acknowledged write survives a loss of power, not only a crash
   * @param clock by which the server tells clients the time
   * @throws IllegalStateException if another store has the folder, or its file can't be read
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

  /** The connection string, with a server selection timeout that suits a server next door. */
  public String url() {
    return "mongodb://127.0.0.1:" + port + "/?serverSelectionTimeoutMS=3000";
  }

  /** Empty when healthy, else one sentence about what is wrong. */
  public Optional<String> trouble() {
    return engine.trouble();
  }

  /** Documents read from the file or its cache since the start: a scan shows here. */
  public long documentsRead() {
    return engine.documentsRead();
  }

  /** Closes connections, finishes the commands under way and then closes the file. */
  @Override
  public void close() {
    server.shutdownNow();
    engine.close();
  }
}
