package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.TestDocuments;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;

/** Access to the documents of a folder, over the wire or in this process. */
interface Way extends AutoCloseable {
  DocumentCommands documents();

  @Override
  void close();

  /** The kinds of access. Each opens the store. */
  enum Kind {
    WIRE {
      @Override
      Way open(Path folder) {
        return new Wire(folder);
      }
    },
    IN_PROCESS {
      @Override
      Way open(Path folder) {
        return new InProcess(EmbeddedStore.open(folder, false, InstantSource.system()));
      }
    };

    abstract Way open(Path folder);
  }

  /** Vert.x's client and the server. */
  final class Wire implements Way {
    private final Vertx vertx = Vertx.vertx();
    private final EmbeddedMongo server;
    private final MongoClient client;

    private Wire(Path folder) {
      server = EmbeddedMongo.start(folder, 0, false, Clock.systemUTC());
      client = TestDocuments.client(vertx, server.url());
    }

    @Override
    public DocumentCommands documents() {
      return TestDocuments.commands(client);
    }

    @Override
    public void close() {
      TestStore.await(client.close());
      server.close();
      TestStore.await(vertx.close());
    }
  }

  /** The engine itself. */
  record InProcess(EmbeddedStore store) implements Way {
    @Override
    public DocumentCommands documents() {
      return store.documents("test");
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
