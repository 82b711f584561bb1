package dev.gatehouse.store.sqlite;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Records requested and acknowledged writes, in memory and in a log beside the store. */
final class KillLoopLedger {
  private final Map<String, Account> accounts = new HashMap<>();
  private final List<String> idle = new ArrayList<>();
  private final Writer log;
  private int next;
  private long acknowledgements;

  /** The required and the allowed states of one document. */
  private static final class Account {
    private boolean inserted;
    private boolean deleting;
    private boolean deleted;
    private int acknowledged;
    private int asked;
  }

  KillLoopLedger(Path file) throws IOException {
    this.log = Files.newBufferedWriter(file);
  }

  synchronized String insertBegins() {
    String id = "id" + next++;
    accounts.put(id, new Account());
    return id;
  }

  synchronized void insertEnds(String id) {
    accounts.get(id).inserted = true;
    idle.add(id);
    acknowledge("insert", id);
  }

  /** Returns a document that is not being changed, or null. */
  private String take(Random random) {
    return idle.isEmpty() ? null : idle.remove(random.nextInt(idle.size()));
  }

  synchronized String countBegins(Random random) {
    String id = take(random);
    if (id != null) {
      accounts.get(id).asked++;
    }
    return id;
  }

  synchronized void countEnds(String id) {
    accounts.get(id).acknowledged = accounts.get(id).asked;
    idle.add(id);
    acknowledge("count", id);
  }

  synchronized String deleteBegins(Random random) {
    String id = take(random);
    if (id != null) {
      accounts.get(id).deleting = true;
    }
    return id;
  }

  synchronized void deleteEnds(String id) {
    accounts.get(id).deleted = true;
    acknowledge("delete", id);
  }

  private void acknowledge(String what, String id) {
    acknowledgements++;
    try {
      log.write(what + " " + id + "\n");
      log.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized long acknowledgements() {
    return acknowledgements;
  }

  synchronized long documents() {
    return accounts.values().stream().filter(account -> !account.deleted).count();
  }

  /**
   * Returns the inconsistencies. The found state decides about operations that were in progress.
   */
  synchronized List<String> compare(List<JsonObject> found) {
    List<String> losses = new ArrayList<>();
    Set<String> present = new HashSet<>();
    for (JsonObject document : found) {
      String id = document.getString("_id");
      Account account = accounts.get(id);
      int count = document.getInteger("n");
      if (account.deleted || count < account.acknowledged || count > account.asked) {
        losses.add(id + " has " + count + ", not " + account.acknowledged);
      }
      account.inserted = true;
      account.deleting = false;
      account.acknowledged = count;
      account.asked = count;
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
}
