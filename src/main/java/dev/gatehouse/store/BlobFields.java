package dev.gatehouse.store;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Documents of one collection that name blobs in some of their fields.
 *
 * @param <T> the record type
 */
public final class BlobFields<T extends Record> implements BlobOwner {
  private final DocumentCollection<T> documents;
  private final Function<T, String> id;
  private final List<String> fields;
  private final Function<T, List<NamedBlob>> naming;
  private final Optional<Missing> missing;

  /**
   * Fields that documents of earlier releases lack.
   *
   * @param size field of the size of a blob
   * @param sha256 field of its digest
   */
  public record Missing(String size, String sha256) {}

  /**
   * @param id returns a document's id
   * @param fields fields with ids of blobs, each indexed if the collection is large
   * @param naming returns the blobs that a document names
   */
  public BlobFields(
      DocumentCollection<T> documents,
      Function<T, String> id,
      List<String> fields,
      Function<T, List<NamedBlob>> naming) {
    this(documents, id, fields, naming, Optional.empty());
  }

  private BlobFields(
      DocumentCollection<T> documents,
      Function<T, String> id,
      List<String> fields,
      Function<T, List<NamedBlob>> naming,
      Optional<Missing> missing) {
    this.documents = documents;
    this.id = id;
    this.fields = List.copyOf(fields);
    this.naming = naming;
    this.missing = missing;
  }

  /** Adds missing fields to documents of earlier releases, whose only blob is in one field. */
  public BlobFields<T> completing(Missing missing) {
    return new BlobFields<>(documents, id, fields, naming, Optional.of(missing));
  }

  @Override
  public String collection() {
    return documents.name();
  }

  @Override
  public Set<String> owned(Collection<String> blobs) {
    return find(blobs).stream().map(NamedBlob::id).collect(Collectors.toSet());
  }

  @Override
  public List<NamedBlob> find(Collection<String> blobs) {
    Set<String> wanted = Set.copyOf(blobs);
    JsonObject any = new JsonObject().put("$in", new JsonArray(List.copyOf(blobs)));
    return fields.stream()
        .flatMap(field ->
            documents.find(new JsonObject().put(field, any), new JsonObject(), 0, 0).stream())
        .flatMap(document -> naming.apply(document).stream())
        .filter(blob -> wanted.contains(blob.id()))
        .distinct()
        .toList();
  }

  @Override
  public void complete(Blob found) {
    missing.ifPresent(fields ->
        documents.updateAll(
            where(this.fields.getFirst()).is(found.id()).and(fields.sha256()).is(null).json(),
            new JsonObject()
                .put(
                    "$set",
                    new JsonObject()
                        .put(fields.size(), found.size())
                        .put(fields.sha256(), found.sha256()))));
  }

  @Override
  public Stream<NamedBlob> named() {
    return documents.all(id).flatMap(document -> naming.apply(document).stream());
  }
}
