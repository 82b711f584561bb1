package dev.gatehouse.node.agreement;

import module java.base;

import dev.gatehouse.node.agreement.SettingsAgreement.AgreedSetting;
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

  /**
   * Stored state of a setting that must be equal on all nodes.
   *
   * @param id its key in {@code conf/gatehouse.yaml}
   * @param revision number of changes, so that of two concurrent changes only one is made
   * @param agreed the value of all nodes
   * @param second another valid value during a rotation
   * @param rotationEnd end of the rotation, after which only the second value is valid
   */
  public record StoredSetting(
      String id, long revision, Version agreed, Version second, Instant rotationEnd) {

    /**
     * Value of a setting.
     *
     * @param digests keyed digests of the values
     * @param given whether the setting has a value
     * @param by node that stored it; empty if there is no value yet
     */
    public record Version(List<String> digests, boolean given, String by, Instant at) {
      static final Version NONE = new Version(List.of(), false, "", Instant.EPOCH);

      static Version of(AgreedSetting own, String node, Instant now) {
        return new Version(own.digests(), own.given(), node, now);
      }

      /** Returns whether a node has chosen the value. */
      public boolean exists() {
        return !by.isEmpty();
      }
    }

    static StoredSetting first(String id, Version agreed) {
      return new StoredSetting(id, 1, agreed, Version.NONE, Instant.EPOCH);
    }

    /**
     * Returns the state at a time: after the end of a rotation, the second value is the only one.
     */
    public StoredSetting at(Instant now) {
      if (isRotating(now) || !second.exists()) {
        return this;
      }
      return new StoredSetting(id, revision, second, Version.NONE, Instant.EPOCH);
    }

    /** Returns whether a second value is allowed. */
    public boolean isRotating(Instant now) {
      return now.isBefore(rotationEnd);
    }

    boolean accepts(AgreedSetting own, Instant now) {
      StoredSetting current = at(now);
      return current.agreed.digests().equals(own.digests())
          || (current.isRotating(now) && current.second.digests().equals(own.digests()));
    }

    /**
     * Returns the state in which a node's value is the second one; empty if that is not allowed.
     */
    Optional<StoredSetting> withSecond(AgreedSetting own, String node, Instant now) {
      if (!isRotating(now) || second.exists() || !own.worksBeside(agreed.digests())) {
        return Optional.empty();
      }
      Version chosen = Version.of(own, node, now);
      return Optional.of(new StoredSetting(id, revision + 1, agreed, chosen, rotationEnd));
    }

    StoredSetting replaced(AgreedSetting own, String node, Instant now) {
      return new StoredSetting(
          id, revision + 1, Version.of(own, node, now), Version.NONE, Instant.EPOCH);
    }

    StoredSetting rotatingUntil(Instant end, Instant now) {
      StoredSetting current = at(now);
      return new StoredSetting(id, revision + 1, current.agreed, current.second, end);
    }

    /** Returns a sentence about the difference to a node's value, without any value. */
    String difference(AgreedSetting own, Instant now) {
      StoredSetting current = at(now);
      Version other = current.agreed;
      String stored = " by node " + other.by() + " at " + other.at();
      if (!own.given()) {
        return id + " is not set on this node, and was set" + stored;
      }
      if (!other.given()) {
        return id + " is set on this node, and was stored without a value" + stored;
      }
      if (!current.isRotating(now)) {
        return id + " differs from the value that was stored" + stored;
      }
      String reason = "the lists must contain each other's first value";
      if (current.second.exists()) {
        reason = "node " + current.second.by() + " has chosen the second value";
      }
      return id + " has another value than the rotation allows: " + reason;
    }
  }
}
