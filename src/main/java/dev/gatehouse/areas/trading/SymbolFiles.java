package dev.gatehouse.areas.trading;

import module java.base;

import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import io.vertx.core.json.JsonObject;

/** Repository of the symbols' documents. One write replaces all data of a symbol. */
public final class SymbolFiles {
  private static final String COLLECTION = "symbols";

  private final DocumentCollection<SymbolFile> symbols;
  private final ReplacedBlobs replaced;

  public SymbolFiles(Documents documents, ReplacedBlobs replaced) {
    this.replaced = replaced;
    this.symbols =
        documents.collection(
            COLLECTION,
            SymbolFile.class,
            Query.by("download"),
            Query.by("copy"),
            Query.by("tail.blob"));
  }

  List<SymbolFile> page(int skip, int limit) {
    return symbols.find(Query.all(), Query.by("_id").json(), skip, limit);
  }

  long count() {
    return symbols.count(Query.all());
  }

  Optional<SymbolFile> find(String symbol) {
    return symbols.find(symbol);
  }

  /** Replaces a symbol's data unconditionally. */
  void put(SymbolFile file) {
    Optional<SymbolFile> before = symbols.find(file.id());
    symbols.save(file, file.id());
    before.ifPresent(old -> drop(old, file.blobs()));
  }

  private void drop(SymbolFile file, Set<String> stillNamed) {
    Set<String> dropped = new HashSet<>(file.blobs());
    dropped.removeAll(stillNamed);
    replaced.add(dropped);
  }

  /** Replaces the data that were read, if any. Returns false if they changed meanwhile. */
  boolean replaced(Optional<SymbolFile> read, SymbolFile next) {
    return read.map(before -> replace(before, next)).orElseGet(() -> add(next));
  }

  boolean add(SymbolFile file) {
    try {
      symbols.insert(file);
      return true;
    } catch (DuplicateKeyException raced) {
      return false;
    }
  }

  /** Replaces the data that were read. Returns false if they changed meanwhile. */
  boolean replace(SymbolFile read, SymbolFile next) {
    boolean done = symbols.replace(asRead(read), next);
    if (done) {
      drop(read, next.blobs());
    }
    return done;
  }

  /** Returns a query that matches a symbol's document only while it is unchanged. */
  private static JsonObject asRead(SymbolFile read) {
    JsonObject query = new JsonObject().put("_id", read.id()).put("copy", read.copy());
    AppendBuffer tail = read.buffer();
    return tail == null ? query.putNull("tail") : query.put("tail.version", tail.version());
  }

  /** Deletes a symbol's data. Of two concurrent callers, only one succeeds. */
  boolean delete(String symbol, Optional<SymbolFile> only) {
    JsonObject which =
        only.map(SymbolFiles::asRead).orElseGet(() -> new JsonObject().put("_id", symbol));
    Optional<SymbolFile> taken = symbols.take(which);
    taken.ifPresent(file -> drop(file, Set.of()));
    return taken.isPresent();
  }

  static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
        documents.collection(COLLECTION, SymbolFile.class),
        SymbolFile::id,
        List.of("download", "copy", "tail.blob"),
        SymbolFiles::named);
  }

  private static List<NamedBlob> named(SymbolFile file) {
    AppendBuffer tail = file.tail();
    return Stream.of(
            new NamedBlob(
                file.download(), "market data " + file.id(), file.dataSize(), file.sha256()),
            new NamedBlob(file.copy(), "serving copy of " + file.id(), 0, file.copySha256()),
            new NamedBlob(tail.blob(), "bars added to " + file.id(), 0, tail.sha256()))
        .filter(blob -> !blob.id().isEmpty())
        .toList();
  }
}
