package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.DocumentCommands;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.TracedCommands;
import dev.gatehouse.store.mongo.MongoDocuments;
import dev.gatehouse.store.mongo.MongoTimes;
import dev.gatehouse.store.mongo.MongoUrl;
import dev.gatehouse.store.sqlite.EmbeddedReader;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.tracing.TracingSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;

/** The document store that the settings select: the embedded store or a server. */
public record StoredDocuments(
    Documents documents,
    Optional<EmbeddedStore> embedded,
    Runnable closing,
    Optional<Server> server)
    implements AutoCloseable {
  private static final int CONNECTIONS = 32;

  /** A document server, with its clients and the documents that they access. */
  private record Server(List<MongoClient> clients, MongoDocuments documents) {
    static Server at(Vertx vertx, Settings.Mongo settings) {
      MongoUrl url = MongoUrl.of(settings.url());
      Duration timeout = settings.operationTimeout();
      JsonObject times = MongoTimes.ofCommands(settings.selectionTimeout(), timeout);
      MongoClient client =
          MongoTimes.client(
              vertx, url.settings().mergeIn(times).put("maxPoolSize", CONNECTIONS), timeout);
      times = MongoTimes.ofServerChecks(settings.selectionTimeout(), timeout);
      MongoClient signs = MongoClient.create(vertx, url.settings().mergeIn(times));
      return new Server(List.of(client, signs), new MongoDocuments(client, signs, timeout));
    }

    void close() {
      documents.close();
      Future.join(clients.stream().map(MongoClient::close).toList()).await();
    }
  }

  /**
   * Opens the documents. Creates the embedded store if it does not exist.
   *
   * @throws IllegalStateException if the embedded store is in use or can't be read
   */
  public static StoredDocuments open(Vertx vertx, Settings settings, RandomGenerator random) {
    if (!settings.mongo().url().isEmpty()) {
      Server there = Server.at(vertx, settings.mongo());
      return ofServer(there, new Documents(traced(there.documents(), settings, "mongodb"), random));
    }
    EmbeddedStore store = EmbeddedStore.open(folder(settings), settings.store().fsync());
    var documents = new Documents(traced(store.documents(), settings, "sqlite"), random);
    return new StoredDocuments(documents, Optional.of(store), store::close, Optional.empty());
  }

  private static DocumentCommands traced(
      DocumentCommands commands, Settings settings, String system) {
    if (!TracingSettings.read(settings.section("tracing")).on()) {
      return commands;
    }
    return TracedCommands.of(commands, system);
  }

  /**
   * Opens the documents read-only. A node may be running at the same time.
   *
   * @throws IllegalStateException if there is no embedded store, or it can't be read
   */
  public static StoredDocuments toRead(Vertx vertx, Settings settings) {
    if (!settings.mongo().url().isEmpty()) {
      Server there = Server.at(vertx, settings.mongo());
      return ofServer(there, Documents.toRead(there.documents()));
    }
    var reader = new EmbeddedReader(folder(settings));
    var documents = Documents.toRead(reader.documents());
    return new StoredDocuments(documents, Optional.empty(), reader::close, Optional.empty());
  }

  private static StoredDocuments ofServer(Server server, Documents documents) {
    return new StoredDocuments(documents, Optional.empty(), () -> {}, Optional.of(server));
  }

  public static Path folder(Settings settings) {
    return settings.data().dir().resolve("documents");
  }

  /**
   * Returns whether there is a store to open, even an empty one. A configured server always counts.
   */
  public static boolean exist(Settings settings) {
    return !settings.mongo().url().isEmpty() || EmbeddedStore.isIn(folder(settings));
  }

  /**
   * Returns the location of the documents, for display to the owner. A server's address is shown
   * without its password.
   */
  public static String place(Settings settings) {
    String url = settings.mongo().url();
    if (url.isEmpty()) {
      return folder(settings).toString();
    }
    String bare = PlainText.before('?', url);
    String scheme = bare.substring(0, bare.indexOf("://") + 3);
    return scheme + bare.substring(Math.max(bare.lastIndexOf('@') + 1, scheme.length()));
  }

  /** Closes the client of a server. Must be called before Vert.x, which it uses, ends. */
  public void closeClient() {
    server.ifPresent(Server::close);
  }

  /** Closes the embedded store. Must be called when nothing writes any more. */
  @Override
  public void close() {
    closing.run();
  }
}
