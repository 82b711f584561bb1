package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.store.DocumentCollection.RecordReader;
import io.vertx.core.json.JsonObject;

/** Document database. Its collections contain records; callers never handle its JSON objects. */
public final class Documents {
  private static final int ID_BYTES = 12;

  private final DocumentCommands commands;
  private final RandomGenerator random;
  private final LenientDecoder lenientDecoder = new LenientDecoder();

  private final Set<String> names = ConcurrentHashMap.newKeySet();

  /** Creates the declared indexes, by collection and fields. */
  private final Map<String, Runnable> declared = new ConcurrentHashMap<>();

  /**
   * @param random source of the ids of new documents
   */
  public Documents(DocumentCommands commands, RandomGenerator random) {
    this.commands = commands;
    this.random = random;
  }

  /** Returns a read-only view, which creates no ids. */
  public static Documents toRead(DocumentCommands commands) {
    return new Documents(
        commands,
        () -> {
          throw new IllegalStateException("these documents are read-only");
        });
  }

  /** Returns a new id of 24 random hex digits. */
  public String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  /**
   * Returns a collection of records. Each record has a text component {@code id}, stored as _id.
   *
   * @param indexes fields of the indexes that its queries need
   */
  public <T extends Record> DocumentCollection<T> collection(
      String name, Class<T> type, Query.Order... indexes) {
    return collection(new RecordReader<>(name, type, Optional.empty()), indexes);
  }

  private <T extends Record> DocumentCollection<T> collection(
      RecordReader<T> reader, Query.Order... indexes) {
    names.add(reader.collection());
    var collection = new DocumentCollection<>(commands, reader.collection(), reader, this::newId);
    for (Query.Order index : indexes) {
      declared.put(reader.collection() + ' ' + index.json(), () -> collection.index(index));
    }
    return collection;
  }

  /** Creates the indexes of all collections, unless they exist. Blocks. */
  public void createIndexes() {
    declared.values().forEach(Runnable::run);
  }

  /**
   * Returns a collection that other programs or newer releases also write to. Documents that do not
   * match the record are skipped as described in {@link LenientDecoder}. Do not use it for
   * documents that name blobs, because the sweep would delete their files.
   */
  public <T extends Record> DocumentCollection<T> tolerantCollection(
      String name, Class<T> type, Query.Order... indexes) {
    return collection(new RecordReader<>(name, type, Optional.of(lenientDecoder)), indexes);
  }

  /** Returns the lenient reader for foreign data other than documents. */
  public LenientDecoder tolerantReads() {
    return lenientDecoder;
  }

  /**
   * Returns the secret of this name that all nodes share. If none is stored, the candidate is
   * stored and returned.
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

  /** Returns the secret of this name; empty if no node has stored one. Blocks. */
  public Optional<String> storedSecret(String name) {
    return collection("secrets", Secret.class).find(name).map(Secret::text);
  }

  /** Deletes a secret that all nodes share; returns whether it existed. */
  boolean deleteSecret(String name) {
    return collection("secrets", Secret.class).delete(Query.id(name)) > 0;
  }

  private record Secret(String id, String text) {}

  /** Returns the documents of any collection in their stored form. */
  public AnyDocuments any() {
    return new AnyDocuments(commands);
  }

  /** Returns the names of all collections that this process uses. */
  public Set<String> names() {
    return Set.copyOf(names);
  }

  /** Returns the number of documents by collection, ordered by name; blocks. */
  public Map<String, Long> sizes() {
    Map<String, Long> sizes = new TreeMap<>();
    commands.collections().forEach(name -> sizes.put(name, commands.count(name, new JsonObject())));
    return sizes;
  }

  /** Returns whether the documents are on a server, so that other nodes can use them. */
  public boolean areShared() {
    return commands.areShared();
  }

  /** Returns the document server's time now; empty without a server. Blocks. */
  public Optional<Instant> serverTime() {
    return commands.serverTime();
  }

  /** Checks that the server responds; fails otherwise. */
  public void ping() {
    commands.ping();
  }
}
