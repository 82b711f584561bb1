package dev.gatehouse.store.sqlite;

import module java.base;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;

/** A store on a file that can be reopened, and a client that reaches it over the wire. */
final class TestStore implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Path folder;
  private final boolean fsync;
  private EmbeddedMongo server;
  private MongoClient client;

  TestStore(Path folder, boolean fsync) {
    this.folder = folder;
    this.fsync = fsync;
    open();
  }

  private void open() {
    server = EmbeddedMongo.start(folder, 0, fsync, Clock.systemUTC());
    JsonObject settings =
        new JsonObject().put("connection_string", server.url()).put("db_name", "test");
    client = MongoClient.create(vertx, settings);
  }

  void reopen() {
    await(client.close());
    server.close();
    open();
  }

  EmbeddedMongo server() {
    return server;
  }

  MongoClient client() {
    return client;
  }

  /** Returns the result, or throws the cause of the failure. */
  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new CompletionException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    await(client.close());
    server.close();
    await(vertx.close());
  }
}
