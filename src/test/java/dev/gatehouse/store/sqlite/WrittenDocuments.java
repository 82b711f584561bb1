package dev.gatehouse.store.sqlite;

import static dev.gatehouse.store.sqlite.TestStore.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import com.mongodb.MongoException;
import dev.gatehouse.killed.Work;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import io.vertx.ext.mongo.MongoClient;

/**
 * Documents that are inserted, incremented and deleted. Each has the last acknowledged state or one
 * that was requested since, and the indexes agree with the documents.
 */
final class WrittenDocuments implements Work, AutoCloseable {
  private static final int WRITERS = 6;

  private final Path folder;
  private final Supplier<String> url;
  private final Vertx vertx = Vertx.vertx();
  private final Map<String, Account> accounts = new HashMap<>();

  /** Documents that no request is changing. */
  private final List<String> idle = new ArrayList<>();

  private MongoClient client;
  private int next;

  /** The required and the allowed states of one document. */
  private static final class Account {
    private boolean inserted;
    private boolean deleting;
    private boolean deleted;
    private int acknowledged;
    private int requested;
  }

  /**
   * @param url returns the address of the running store
   */
  WrittenDocuments(Path folder, Supplier<String> url) {
    this.folder = folder;
    this.url = url;
  }

  @Override
  public int threads() {
    return WRITERS;
  }

  @Override
  public boolean step(Random random) {
    try {
      return switch (random.nextInt(8)) {
        case 0, 1 -> countUp(take(random));
        case 2 -> delete(take(random));
        default -> insert(random);
      };
    } catch (MongoException killed) {
      throw new UncheckedIOException(new IOException(killed));
    }
  }

  /** Returns a document that is not being changed, or empty text. */
  private synchronized String take(Random random) {
    return idle.isEmpty() ? "" : idle.remove(random.nextInt(idle.size()));
  }

  private boolean insert(Random random) {
    Account account = new Account();
    String id;
    synchronized (this) {
      id = "id" + next++;
      accounts.put(id, account);
    }
    JsonArray tags = new JsonArray().add("t" + random.nextInt(5)).add("t" + random.nextInt(5));
    JsonObject document =
        new JsonObject()
            .put("_id", id)
            .put("key", id)
            .put("n", 0)
            .put("tags", tags)
            .put("text", "x".repeat(random.nextInt(random.nextInt(30) == 0 ? 1_500_000 : 1000)));
    await(client.insert("c", document));
    synchronized (this) {
      account.inserted = true;
      idle.add(id);
    }
    return true;
  }

  private boolean countUp(String id) {
    if (id.isEmpty()) {
      return false;
    }
    Account account = account(id);
    synchronized (this) {
      account.requested++;
    }
    JsonObject change = new JsonObject().put("$inc", new JsonObject().put("n", 1));
    await(client.findOneAndUpdate("c", new JsonObject().put("_id", id), change));
    synchronized (this) {
      account.acknowledged = account.requested;
      idle.add(id);
    }
    return true;
  }

  private boolean delete(String id) {
    if (id.isEmpty()) {
      return false;
    }
    Account account = account(id);
    synchronized (this) {
      account.deleting = true;
    }
    await(client.removeDocument("c", new JsonObject().put("_id", id)));
    synchronized (this) {
      account.deleted = true;
    }
    return true;
  }

  private synchronized Account account(String id) {
    return accounts.get(id);
  }

  @Override
  public void checkStopped() {
    if (Files.exists(folder.resolve("documents.db"))) {
      assertEquals(List.of(), IndexAudit.of(folder));
    }
    close(client);
    client = null;
  }

  @Override
  public void check(Random random) {
    client =
        MongoClient.create(
            vertx, new JsonObject().put("connection_string", url.get()).put("db_name", "test"));
    createIndexes();
    assertEquals(List.of(), compare(await(client.find("c", new JsonObject()))));
  }

  private void createIndexes() {
    await(client.createIndex("c", new JsonObject().put("n", -1)));
    await(client.createIndex("c", new JsonObject().put("tags", 1).put("n", 1)));
    IndexOptions partial =
        new IndexOptions()
            .unique(true)
            .name("open")
            .partialFilterExpression(new JsonObject().put("n", new JsonObject().put("$gt", 2)));
    await(client.createIndexWithOptions("c", new JsonObject().put("key", 1), partial));
  }

  /**
   * Returns the inconsistencies. The found state decides about operations that were in progress.
   */
  private synchronized List<String> compare(List<JsonObject> found) {
    List<String> losses = new ArrayList<>();
    Set<String> present = new HashSet<>();
    for (JsonObject document : found) {
      String id = document.getString("_id");
      Account account = accounts.get(id);
      int count = document.getInteger("n");
      if (account.deleted || count < account.acknowledged || count > account.requested) {
        losses.add(id + " has " + count + ", not " + account.acknowledged);
      }
      account.inserted = true;
      account.deleting = false;
      account.acknowledged = count;
      account.requested = count;
      present.add(id);
    }
    accounts.forEach((id, account) -> {
      if (account.inserted && !account.deleting && !present.contains(id)) {
        losses.add(id + " is gone");
      }
    });
    accounts.keySet().retainAll(present);
    idle.clear();
    idle.addAll(present);
    return losses;
  }

  private static void close(MongoClient client) {
    if (client != null) {
      await(client.close());
    }
  }

  @Override
  public void close() {
    close(client);
    await(vertx.close());
  }
}
