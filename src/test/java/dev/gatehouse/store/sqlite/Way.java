package dev.gatehouse.store.sqlite;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.TestDocuments;
import dev.gatehouse.store.DocumentCommands;
import io.vertx.core.Vertx;
import io.vertx.ext.mongo.MongoClient;
import java.nio.file.Path;

/** Documents on a server, or in this process. */
record Way(DocumentCommands documents, Runnable end) implements AutoCloseable {
  /** The kinds of documents. */
  enum Kind {
    SERVER {
      @Override
      Way open(Path folder) {
        Vertx vertx = Vertx.vertx();
        DocumentServer server = DocumentServer.start();
        MongoClient client = TestDocuments.client(vertx, server.url());
        return new Way(
            TestDocuments.commands(client),
            () -> {
              client.close().await();
              server.close();
              vertx.close().await();
            });
      }
    },
    EMBEDDED {
      @Override
      Way open(Path folder) {
        EmbeddedStore store = EmbeddedStore.open(folder, false);
        return new Way(store.documents(), store::close);
      }
    };

    abstract Way open(Path folder);
  }

  @Override
  public void close() {
    end.run();
  }
}
