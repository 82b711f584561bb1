package dev.gatehouse.node.agreement;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import io.vertx.core.json.JsonObject;

/** Stores the agreed settings, and which nodes have confirmed them. */
public final class AgreementRepository {
  /**
   * Time for which a node counts after its last confirmation. Longer than a restart, so that a node
   * with wrong settings cannot replace the settings of a node that restarts.
   */
  static final Duration HELD = Duration.ofMinutes(10);

  private final Documents documents;
  private final DocumentCollection<StoredSetting> settings;
  private final DocumentCollection<Holder> holders;
  private final InstantSource clock;

  /**
   * @param id node that has confirmed the settings
   */
  private record Holder(String id, Instant at) {}

  /**
   * @param clock used if the documents have no server with a clock
   */
  public AgreementRepository(Documents documents, InstantSource clock) {
    this.documents = documents;
    this.settings = documents.collection("agreedSettings", StoredSetting.class);
    this.holders = documents.collection("agreedBy", Holder.class);
    this.clock = clock;
  }

  /** Returns the time by which all nodes compare. Blocks. */
  public Instant now() {
    return documents.serverTime().orElseGet(clock::instant);
  }

  /** Returns all stored settings. Blocks. */
  public List<StoredSetting> all() {
    return settings.find(new JsonObject(), Query.by("_id").json(), 0, 0);
  }

  Optional<StoredSetting> find(String id) {
    return settings.find(id);
  }

  /** Stores the first state of a setting. Returns false if another node was first. */
  boolean insert(StoredSetting first) {
    try {
      settings.insert(first);
      return true;
    } catch (DuplicateKeyException another) {
      return false;
    }
  }

  /** Stores the next state of a setting. Returns false if another node was first. */
  boolean replace(StoredSetting next) {
    JsonObject previous =
        new JsonObject().put("_id", next.id()).put("revision", next.revision() - 1);
    return settings.replace(previous, next);
  }

  /** Records that a node has these settings. */
  void hold(String node, Instant now) {
    holders.save(new Holder(node, now), node);
  }

  /** Removes the record of a node that does not start. */
  void release(String node) {
    holders.delete(Query.id(node));
  }

  /** Returns whether another node has confirmed the settings recently. */
  boolean isHeldByOther(String node, Instant now) {
    return holders
        .find(Query.where("at").from(now.minus(HELD)).json(), new JsonObject(), 0, 2)
        .stream()
        .anyMatch(holder -> !holder.id().equals(node));
  }

  /**
   * Lets two values of a setting be valid until a time, or ends that. Blocks.
   *
   * @return the new state; empty if no node has stored the setting
   */
  public Optional<StoredSetting> rotate(String setting, Instant end, Instant now) {
    while (true) {
      Optional<StoredSetting> next = find(setting).map(stored -> stored.rotatingUntil(end, now));
      if (next.isEmpty() || replace(next.get())) {
        return next;
      }
    }
  }
}
