package dev.gatehouse.store.mongo;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.DocumentServer;
import dev.gatehouse.FrozenProxy;
import dev.gatehouse.Waiting;
import dev.gatehouse.store.StoreAwayException;
import dev.gatehouse.store.UnknownOutcomeException;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.MongoClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
class SilentServerTest {
  private static final Duration COMMAND = Duration.ofSeconds(10);

  /** Less than a command's timeout, and more than half of it. */
  private static final Duration PATIENCE = Duration.ofMillis(9_500);

  private final Vertx vertx = Vertx.vertx();
  private final List<MongoClient> clients = new ArrayList<>();
  private DocumentServer store;
  private FrozenProxy proxy;
  private MongoClient throughProxy;

  @BeforeEach
  void begin() throws Exception {
    store = DocumentServer.start();
    proxy = new FrozenProxy(URI.create(store.url()).getPort());
    throughProxy = client(proxy.port());
  }

  @AfterEach
  void end() throws Exception {
    for (MongoClient client : clients) {
      client.close().await();
    }
    vertx.close().await();
    proxy.close();
    store.close();
  }

  private MongoClient client(int port) {
    return client(port, new JsonObject());
  }

  private MongoClient client(int port, JsonObject more) {
    MongoClient client =
        MongoClient.create(
            vertx,
            MongoTimes.ofCommands(Duration.ofSeconds(20), COMMAND)
                .mergeIn(more)
                .put("connection_string", "mongodb://127.0.0.1:" + port)
                .put("db_name", "test"));
    clients.add(client);
    return client;
  }

  private static JsonObject note(String id) {
    return JsonObject.of("_id", id);
  }

  /** Returns the waiting time of a change that gets no reply. */
  private Duration gaveUp(MongoDocuments documents) {
    documents.insert("notes", List.of(note("first")));
    proxy.freeze();
    long begun = System.nanoTime();
    assertThrows(
        UnknownOutcomeException.class, () -> documents.insert("notes", List.of(note("second"))));
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    documents.close();
    return took;
  }

  @Test
  @Timeout(60)
  void abortsWriteWhenServerIsUnresponsive() {
    Duration took = gaveUp(new MongoDocuments(throughProxy, throughProxy, COMMAND));
    assertTrue(took.compareTo(PATIENCE) < 0, "it took " + took);
  }

  /** Slow commands may use every connection of a client. The server still counts as responding. */
  @Test
  @Timeout(60)
  void waitsFullTimeoutWhileHealthCheckSucceeds() {
    MongoClient signs = client(URI.create(store.url()).getPort());
    Duration took = gaveUp(new MongoDocuments(throughProxy, signs, COMMAND));
    assertTrue(took.compareTo(PATIENCE) >= 0, "it took " + took);
  }

  /** Only a caller that finds no free connection is rejected. */
  @Test
  @Timeout(60)
  void rejectsOnlyCallersWithoutFreeConnection() throws Exception {
    MongoClient signs = client(URI.create(store.url()).getPort());
    MongoClient narrow =
        client(proxy.port(), JsonObject.of("maxPoolSize", 1, "waitQueueTimeoutMS", 2_000));
    var documents = new MongoDocuments(narrow, signs, COMMAND);
    documents.insert("notes", List.of(note("first")));
    proxy.freeze();
    Callable<Boolean> finding = () -> isRefusedAConnection(documents);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> finders =
          IntStream.range(0, 4).mapToObj(i -> threads.submit(finding)).toList();
      Waiting.until(() -> finders.stream().filter(Future::isDone).count() == 3);
      assertTrue(finding.call(), "it does not pass for one that is away");
      long refused = 0;
      for (Future<Boolean> finder : finders) {
        refused += finder.get() ? 1 : 0;
      }
      assertEquals(3, refused);
    }
    documents.close();
  }

  private static boolean isRefusedAConnection(MongoDocuments documents) {
    var refused =
        assertThrows(StoreAwayException.class, () -> documents.findOne("notes", note("first")));
    return refused.getCause() != null && MongoCalls.noConnection(refused.getCause());
  }
}
