package dev.gatehouse.node;

import dev.gatehouse.embedded.EmbeddedStore;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.FileBlobs;
import dev.gatehouse.store.Reserve;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** The documents and blobs of a node, and whether they are well. */
final class Storage implements AutoCloseable {
  private static final String DATABASE = "gatehouse";
  private static final int CONNECTIONS = 32;

  private final Optional<EmbeddedStore> embedded;
  private final Optional<MongoClient> mongo;
  private final Documents documents;
  private final FileBlobs blobs;
  private final Reserve reserve;

  Storage(Vertx vertx, Settings settings, SecureRandom random) throws IOException {
    Path data = settings.data().dir();
    Files.createDirectories(data);
    if (settings.mongo().url().isEmpty()) {
      EmbeddedStore store = EmbeddedStore.open(data.resolve("documents"), settings.store().fsync());
      embedded = Optional.of(store);
      mongo = Optional.empty();
      documents = new Documents(store.documents(DATABASE));
    } else {
      MongoClient client = client(vertx, settings.mongo());
      embedded = Optional.empty();
      mongo = Optional.of(client);
      documents = new Documents(client);
    }
    long spare = settings.store().reserve().bytes();
    blobs = FileBlobs.open(settings.blobsDir(), spare, random);
    reserve = Reserve.on(settings.blobsDir(), spare);
  }

  private static MongoClient client(Vertx vertx, Settings.Mongo settings) {
    return MongoClient.create(
        vertx,
        new JsonObject()
            .put("connection_string", settings.url())
            .put("db_name", DATABASE)
            .put("maxPoolSize", CONNECTIONS)
            .put("useObjectId", false)
            .put("serverSelectionTimeoutMS", settings.selectionTimeout().toMillis()));
  }

  Documents documents() {
    return documents;
  }

  FileBlobs blobs() {
    return blobs;
  }

  /** Empty when documents can be read, else what is wrong; blocks. */
  Optional<String> documentsTrouble() {
    Optional<String> trouble = embedded.flatMap(EmbeddedStore::trouble);
    if (trouble.isEmpty()) {
      documents.ping();
    }
    return trouble;
  }

  /** Empty while uploads have room, else what is wrong. */
  Optional<String> diskTrouble() {
    return reserve.allows(1)
        ? Optional.empty()
        : Optional.of("the disk is nearly full: uploads are refused");
  }

  /** Shows the embedded store's figures. */
  void bindTo(MeterRegistry registry) {
    embedded.ifPresent(store -> bind(store, registry));
  }

  private static void bind(EmbeddedStore store, MeterRegistry registry) {
    Gauge.builder("gatehouse.store.file", store, EmbeddedStore::fileBytes)
        .baseUnit(BaseUnits.BYTES)
        .description("Size of the embedded store's file and its log")
        .register(registry);
    Gauge.builder("gatehouse.store.waiting", store, EmbeddedStore::waiting)
        .description("Commands that wait for the embedded store's next commit")
        .register(registry);
    FunctionCounter.builder("gatehouse.store.commits", store, EmbeddedStore::commits)
        .description("Commits of the embedded store; commands that wait share one")
        .register(registry);
  }

  long documentsRead() {
    return embedded.map(EmbeddedStore::documentsRead).orElse(0L);
  }

  /** To be closed before Vert.x, which it works on. */
  void closeClient() {
    mongo.ifPresent(client -> client.close().await());
  }

  /** To be closed after Vert.x, when nobody writes any more. */
  @Override
  public void close() {
    embedded.ifPresent(EmbeddedStore::close);
  }
}
