package dev.gatehouse.store;

import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    this.documents = documents;
    this.id = id;
    this.fields = List.copyOf(fields);
    this.naming = naming;
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
  public Stream<NamedBlob> named() {
    return documents.all(id).flatMap(document -> naming.apply(document).stream());
  }
}
