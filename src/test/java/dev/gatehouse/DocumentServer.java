package dev.gatehouse;

import module java.base;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import org.h2.mvstore.MVMap;
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

  /** Returns the connection string, with a server selection timeout suited to a busy machine. */
  public String url() {
    return "mongodb://127.0.0.1:" + port + "/?serverSelectionTimeoutMS=20000";
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
    protected MongoDatabase openOrCreateDatabase(String name) {
      return new H2Database(name, getMvStore(), getCursorRegistry()) {
        @Override
        protected MongoCollection<Object> openOrCreateCollection(
            String collection, CollectionOptions options) {
          String full = getFullCollectionNamespace(collection);
          MVMap<Object, Document> documents = getMvStore().openMap("databases." + full);
          MVMap<String, Object> meta = getMvStore().openMap("meta." + full);
          return new Sorting(this, collection, options, documents, meta, cursorRegistry);
        }
      };
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

  /**
   * Sorts by keys that are read once for each document. The library reads them for each comparison,
   * so that a page of a thousand sorted documents takes it 40 ms.
   */
  private static final class Sorting extends H2Collection {
    Sorting(
        MongoDatabase database,
        String name,
        CollectionOptions options,
        MVMap<Object, Document> documents,
        MVMap<String, Object> meta,
        CursorRegistry cursors) {
      super(database, name, options, documents, meta, cursors);
    }

    private record Keyed(List<Object> keys, Document document) {
      static Keyed of(Document document, Set<String> paths) {
        List<Object> keys = new ArrayList<>();
        paths.forEach(path -> keys.add(Utils.getSubdocumentValueCollectionAware(document, path)));
        return new Keyed(keys, document);
      }
    }

    @Override
    protected QueryResult matchDocumentsFromStream(
        Stream<Document> documents,
        Document query,
        Document order,
        int skip,
        int limit,
        int batch,
        Document projection) {
      if (order == null || order.isEmpty() || order.containsKey("$natural")) {
        return super.matchDocumentsFromStream(
            documents, query, order, skip, limit, batch, projection);
      }
      Comparator<Keyed> comparator = (_, _) -> 0;
      int place = 0;
      for (Object direction : order.values()) {
        int key = place++;
        ValueComparator by =
            ((Number) direction).intValue() > 0 ? ValueComparator.asc() : ValueComparator.desc();
        comparator = comparator.thenComparing(keyed -> keyed.keys().get(key), by);
      }
      Stream<Document> sorted =
          documents
              .filter(document -> documentMatchesQuery(document, query))
              .map(document -> Keyed.of(document, order.keySet()))
              .sorted(comparator)
              .map(Keyed::document);
      return super.matchDocumentsFromStream(
          sorted, new Document(), null, skip, limit, batch, projection);
    }
  }
}
