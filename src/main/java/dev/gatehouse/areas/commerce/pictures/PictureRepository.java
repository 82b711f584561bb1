package dev.gatehouse.areas.commerce.pictures;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;
import io.vertx.core.json.JsonObject;

/** Repository of the files of pictures. All methods block. */
public final class PictureRepository {
  private static final String COLLECTION = "productPictures";
  private static final String HIDDEN = "hiddenSince";

  private final DocumentCollection<PictureFile> files;
  private final ReplacedBlobs replaced;

  public PictureRepository(Documents documents, ReplacedBlobs replaced) {
    this.files =
        documents.collection(COLLECTION, PictureFile.class, by("product").then("name"), by("blob"));
    this.replaced = replaced;
  }

  String newId() {
    return files.newId();
  }

  void add(PictureFile file) {
    files.insert(file);
  }

  Optional<PictureFile> find(String id) {
    return files.find(id);
  }

  List<PictureFile> named(String product, String name) {
    return files.find(
        where("product").is(product).and("name").is(name).json(), by("_id").json(), 0, 0);
  }

  /** Returns files after another one, sorted by id. */
  List<PictureFile> after(String id, int limit) {
    return files.find(where("_id").after(id).json(), by("_id").json(), 0, limit);
  }

  /** Deletes files. Their bytes are kept for a time, because clients may be about to read them. */
  void delete(List<PictureFile> deleted) {
    remove(deleted);
    discard(deleted);
  }

  /** Deletes files, but not their bytes. */
  void remove(List<PictureFile> removed) {
    removed.forEach(file -> files.delete(Query.id(file.id())));
  }

  /** Deletes the bytes of files that were removed, after a time. */
  void discard(List<PictureFile> removed) {
    replaced.add(removed.stream().map(file -> file.stored().blob()).toList());
  }

  /** Marks files that no product shows. The first mark of a file remains. */
  void markHidden(List<PictureFile> hidden, Instant since) {
    mark(
        hidden.stream().filter(file -> file.times().hiddenSince() == null).toList(),
        Query.set(HIDDEN, since));
  }

  /** Removes the marks of files that a product shows again. */
  void markShown(List<PictureFile> shown) {
    mark(
        shown.stream().filter(file -> file.times().hiddenSince() != null).toList(),
        new JsonObject().put("$unset", new JsonObject().put(HIDDEN, "")));
  }

  private void mark(List<PictureFile> marked, JsonObject change) {
    if (!marked.isEmpty()) {
      files.updateAll(
          where("_id").in(marked.stream().map(PictureFile::id).toList()).json(), change);
    }
  }

  public static List<BlobOwner> blobs(Documents documents) {
    return List.of(
        new BlobFields<>(
            documents.collection(COLLECTION, PictureFile.class),
            PictureFile::id,
            List.of("blob"),
            file -> {
              PictureFile.Stored stored = file.stored();
              return List.of(
                  new NamedBlob(stored.blob(), "a picture", stored.size(), stored.sha256()));
            }));
  }

  /**
   * File of a picture in one width.
   *
   * @param id of the picture, with width and height
   * @param name of the picture among those of the product
   */
  record PictureFile(
      String id,
      String picture,
      String product,
      String name,
      @JsonUnwrapped Stored stored,
      @JsonUnwrapped Times times) {
    /**
     * Times of a file.
     *
     * @param hiddenSince time at which it was first seen that the product does not show the
     *     picture; null while it does
     */
    record Times(Instant createdAt, Instant hiddenSince) {}

    record Stored(String blob, long size, String sha256) {}
  }
}
