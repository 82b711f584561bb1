package dev.gatehouse.store;

import io.vertx.core.json.JsonObject;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The document database. Its collections hold records; JSON objects end here. */
public final class Documents {
  private static final int ID_BYTES = 12;

  private final DocumentCommands commands;
  private final RandomGenerator random;
  private final LenientDecoder tolerantReads = new LenientDecoder();

  /**
   * @param random makes the ids of new documents
   */
  public Documents(DocumentCommands commands, RandomGenerator random) {
    this.commands = commands;
    this.random = random;
  }

  /** Documents that are only read, so that no new ids are needed. */
  public static Documents toRead(DocumentCommands commands) {
    return new Documents(
        commands,
        () -> {
          throw new IllegalStateException("these documents are only read");
        });
  }

  /** A new id: 24 hex digits of randomness. */
  public String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /** A collection of records; each has a text component {@code id} that is stored as _id. */
  public <T extends Record> DocumentCollection<T> collection(String name, Class<T> type) {
    return new DocumentCollection<>(
        commands, name, new RecordReader<>(name, type, Optional.empty()), this::newId);
  }

  /**
   * A collection that other programs write into, too: a document that is no such record is skipped
   * as {@link LenientPercentDecoder} says. Not for documents that name blobs: their files would be
   * swept.
   */
  public <T extends Record> DocumentCollection<T> tolerantCollection(String name, Class<T> type) {
    return new DocumentCollection<>(
        commands, name, new RecordReader<>(name, type, Optional.of(tolerantReads)), this::newId);
  }

  /** The reads of what others write, for all that is no document. */
  public LenientDecoder tolerantReads() {
    return tolerantReads;
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

  /** Forgets a secret that all nodes share; returns whether there was one. */
  boolean deleteSecret(String name) {
    return collection("secrets", Secret.class).delete(Query.id(name)) > 0;
  }

  private record Secret(String id, String text) {}

  /** The number of documents by collection, in the order of names; blocks. */
  public Map<String, Long> sizes() {
    Map<String, Long> sizes = new TreeMap<>();
    commands.collections().forEach(name -> sizes.put(name, commands.count(name, new JsonObject())));
    return sizes;
  }

  /** Asks for a sign of life; fails when there is none. */
  public void ping() {
    commands.ping();
  }
}
