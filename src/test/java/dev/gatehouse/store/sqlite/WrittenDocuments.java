package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.killed.PrintedWork;
import io.vertx.core.json.JsonObject;

/**
 * Documents that a process inserts, increments and deletes. Each has the last acknowledged state or
 * one that was requested since, and the indexes agree with the documents.
 */
final class WrittenDocuments extends PrintedWork {
  private final Path folder;
  private final Map<String, Account> accounts = new HashMap<>();

  /** The required and the allowed states of one document. */
  private static final class Account {
    private boolean inserted;
    private boolean deleting;
    private boolean deleted;
    private int acknowledged;
    private int requested;
  }

  WrittenDocuments(Path folder) {
    this.folder = folder;
  }

  @Override
  protected boolean note(String[] words) {
    Account account = accounts.computeIfAbsent(words[1], id -> new Account());
    int number = Integer.parseInt(words[2]);
    boolean done = words[0].equals("done");
    if (number == DocumentWriter.DELETED) {
      account.deleting = true;
      account.deleted |= done;
    } else {
      account.requested = number;
      if (done) {
        account.inserted = true;
        account.acknowledged = number;
      }
    }
    return done;
  }

  @Override
  public void checkStopped() {
    if (!EmbeddedStore.isIn(folder)) {
      return;
    }
    assertEquals(List.of(), EmbeddedStore.verify(folder).faults());
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      assertEquals(List.of(), compare(DocumentWriter.all(store.documents())));
    }
  }

  /** Returns the losses. The found state decides about operations that were in progress. */
  private List<String> compare(List<JsonObject> found) {
    List<String> losses = new ArrayList<>();
    Set<String> present = new HashSet<>();
    for (JsonObject document : found) {
      String id = document.getString("_id");
      Account account = accounts.getOrDefault(id, new Account());
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
    return losses;
  }
}
