package dev.gatehouse;

import module java.base;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import org.h2.mvstore.MVStore;

/**
 * mongo-java-server as the document server of nodes under test, on 127.0.0.1 without a login.
 *
 * <p>It has no transactions, sessions and expiry, ignores the filters of partial indexes, and reads
 * whole collections for queries that only a non-unique index could answer. It executes one command
 * at a time, because its replies share documents with the collections.
 */
public final class DocumentServer implements AutoCloseable {
  private static final int THREADS = 64;

  /** The library's newest version is too old for the driver. */
  private static final MongoVersion VERSION =
      new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
          return List.of(7, 0, 0);
        }

        @Override
        public int getWireVersion() {
          return 21;
        }
      };

  private final MongoServer server;
  private final int port;

  private DocumentServer(MongoBackend backend, int port) {
    server = new MongoServer(backend.version(VERSION));
    server.bind(new InetSocketAddress("127.0.0.1", port), 1, THREADS);
    this.port = server.getLocalAddress().getPort();
  }

  /** Starts a server on a free port, with its documents in memory. */
  public static DocumentServer start() {
    return start(Clock.systemUTC());
  }

  /**
   * Starts a server on a free port, with its documents in memory.
   *
   * @param clock source of the time that the server reports to clients
   */
  public static DocumentServer start(Clock clock) {
    return new DocumentServer(new Memory(clock), 0);
  }

  /**
   * Starts a server whose acknowledged writes survive a kill of its process.
   *
   * @param folder folder of its file, which is created if missing
   * @param port 0 for any free port
   * @param clock source of the time that the server reports to clients
   */
  public static DocumentServer start(Path folder, int port, Clock clock) {
    return new DocumentServer(OnDisk.open(folder, clock), port);
  }

  /** Serves a folder's documents until the process ends. Arguments: port, folder. */
  public static void main(String[] arguments) throws InterruptedException {
    DocumentServer server =
        start(Path.of(arguments[1]), Integer.parseInt(arguments[0]), Clock.systemUTC());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    System.out.println("documents served on " + server.url());
    new CountDownLatch(1).await();
  }

  public int port() {
    return port;
  }

  /** Returns the connection string, with a server selection timeout suited to a local server. */
  public String url() {
    return "mongodb://127.0.0.1:" + port + "/?serverSelectionTimeoutMS=3000";
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private static final class Memory extends MemoryBackend {
    Memory(Clock clock) {
      super(clock);
    }

    @Override
    public synchronized Document handleCommand(
        Channel channel, String database, String command, Document query) {
      return super.handleCommand(channel, database, command, query).cloneDeeply();
    }
  }

  private static final class OnDisk extends H2Backend {
    private OnDisk(MVStore file, Clock clock) {
      super(file, clock);
    }

    static OnDisk open(Path folder, Clock clock) {
      try {
        String file = Files.createDirectories(folder).resolve("documents.mv").toString();
        return new OnDisk(new MVStore.Builder().fileName(file).autoCommitDisabled().open(), clock);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public synchronized Document handleCommand(
        Channel channel, String database, String command, Document query) {
      try {
        return super.handleCommand(channel, database, command, query).cloneDeeply();
      } finally {
        commit();
      }
    }
  }
}
