package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.MongoServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** The embedded document server: MongoDB's wire protocol on loopback over one file. */
public final class EmbeddedMongo implements AutoCloseable {
  private final StoreFile file;
  private final LongAdder reads;
  private final MongoServer server;
  private final int port;

  private EmbeddedMongo(StoreFile file, int port) {
    this.file = file;
    this.reads = new LongAdder();
    this.server = new MongoServer(new DocumentBackend(file, reads, Clock.systemUTC()));
    // One worker: commands run one after another, and there is no login, so loopback only.
    server.bind(new InetSocketAddress("127.0.0.1", port), 1, 1);
    this.port = server.getLocalAddress().getPort();
  }

  /**
   * Opens the store in a folder, which is made where missing, and listens on 127.0.0.1.
   *
   * @param port 0 for any free one
   * @param fsync whether an acknowledged write survives a loss of power, not only a crash
   * @throws IllegalStateException if another process has the store open
   */
  public static EmbeddedMongo start(Path directory, int port, boolean fsync) {
    return start(StoreFile.in(directory), port, fsync);
  }

  /** As above, for a file on any of H2's file systems. */
  static EmbeddedMongo start(String fileName, int port, boolean fsync) {
    StoreFile file = new StoreFile(fileName, fsync);
    try {
      return new EmbeddedMongo(file, port);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
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
    return file.trouble();
  }

  /** Documents read from the file or its cache since the start: a scan shows here. */
  public long documentsRead() {
    return reads.sum();
  }

  /** Finishes the command under way, closes connections and then the file. */
  @Override
  public void close() {
    server.shutdownNow();
  }
}
