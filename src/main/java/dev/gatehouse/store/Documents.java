package dev.gatehouse.store;

import io.vertx.ext.mongo.MongoClient;

/** The document database. Its collections hold records; JSON objects end here. */
public final class Documents {
  private final DocumentCommands commands;

  public Documents(DocumentCommands commands) {
    this.commands = commands;
  }

  public Documents(MongoClient mongo) {
    this(new MongoDocuments(mongo));
  }

  /** A collection of records; each has a text component {@code id} that is stored as _id. */
  public <T extends Record> DocumentCollection<T> collection(String name, Class<T> type) {
    return new DocumentCollection<>(commands, name, type);
  }

  /**
   * The secret of this name that all nodes share: the one that is stored, or else this one, which
   * is stored then.
   */
  public String secret(String name, String candidate) {
    DocumentCollection<Secret> secrets = collection("secrets", Secret.class);
    try {
      secrets.insert(new Secret(name, candidate));
      return candidate;
    } catch (DuplicateKeyException exists) {
      return secrets.find(name).orElseThrow().text();
    }
  }

  private record Secret(String id, String text) {}

  /** Asks for a sign of life; fails when there is none. */
  public void ping() {
    commands.ping();
  }
}
