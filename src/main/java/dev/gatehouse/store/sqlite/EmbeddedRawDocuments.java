package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import dev.gatehouse.store.RawDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Documents of an engine as the bytes in its file. */
final class EmbeddedRawDocuments implements RawDocuments {
  private final Engine engine;
  private final String database;
  private final EmbeddedDocuments documents;

  EmbeddedRawDocuments(Engine engine, String database) {
    this.engine = engine;
    this.database = database;
    this.documents = new EmbeddedDocuments(engine, database);
  }

  @Override
  public List<String> collections() {
    String prefix = database + ".";
    return engine.readers().run(databases -> databases.catalog().namespaces()).stream()
        .filter(namespace -> namespace.startsWith(prefix))
        .map(namespace -> namespace.substring(prefix.length()))
        .sorted()
        .toList();
  }

  /** Some documents, and the position to continue at. */
  private record Batch(List<byte[]> documents, long next) {}

  @Override
  public void each(String collection, Consumer<List<byte[]>> reader) {
    long next = 0;
    while (next != Scan.END) {
      long from = next;
      Batch batch = engine.readers().run(databases -> batch(databases, collection, from));
      if (!batch.documents().isEmpty()) {
        reader.accept(batch.documents());
      }
      next = batch.next();
    }
  }

  private Batch batch(Databases databases, String collection, long from) {
    CollectionData data = databases.catalog().find(database + "." + collection);
    if (data == null) {
      return new Batch(List.of(), Scan.END);
    }
    Session session = databases.session();
    long first = CollectionData.firstRow(data.number());
    long last = first + CollectionData.LARGEST_POSITION;
    List<byte[]> found = new ArrayList<>();
    long bytes = 0;
    List<Long> rows = session.rows(first + from, last, false, MAX_DOCUMENTS, 0);
    for (int i = 0; i < rows.size() && bytes < MAX_BYTES; i++) {
      byte[] document = session.document(rows.get(i));
      found.add(document);
      bytes += document.length;
    }
    boolean more = found.size() < rows.size() || rows.size() == MAX_DOCUMENTS;
    return new Batch(found, more ? rows.get(found.size() - 1) - first + 1 : Scan.END);
  }

  @Override
  public void insert(String collection, List<byte[]> added) {
    List<Document> decoded = added.stream().map(BsonBytes::decode).toList();
    documents.run(new Document("insert", collection).append("documents", decoded));
  }
}
