package dev.gatehouse.store.sqlite;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;

/** Documents on a server, or in this process. */
interface Way extends AutoCloseable {
  DocumentCommands documents();

  @Override
  void close();

  /** The kinds of documents. */
  enum Kind {
    WIRE {
      @Override
      Way open(Path folder) {
        return new Wire();
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

  /** The client, and a server in memory. */
  final class Wire implements Way {
    private final Vertx vertx = Vertx.vertx();
    private final DocumentServer server = DocumentServer.start();
    private final MongoClient client;

    private Wire() {
      client = TestDocuments.client(vertx, server.url());
    }

    @Override
    public DocumentCommands documents() {
      return TestDocuments.commands(client);
    }

    @Override
    public void close() {
      client.close().await();
      server.close();
      vertx.close().await();
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
