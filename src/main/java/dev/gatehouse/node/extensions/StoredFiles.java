package dev.gatehouse.node.extensions;

import static dev.gatehouse.store.Query.by;
import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ApiRequest.UploadedFile;
import dev.gatehouse.area.extension.FileStore;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.NamedBlob;
import dev.gatehouse.store.blobs.UploadCheck;

/** Files of an extension in the node's blob store, named by one collection of all extensions. */
public final class StoredFiles implements FileStore {
  private static final String COLLECTION = "extensionFiles";
  private static final String NAME = "[A-Za-z0-9._ -]{1,200}";

  private final String extension;
  private final DocumentCollection<Named> names;
  private final ReplacedBlobs replaced;
  private final Blobs blobs;
  private final InstantSource clock;

  /**
   * A file.
   *
   * @param id extension and name, separated by a slash
   * @param type media type
   */
  private record Named(
      String id, String blob, long size, String sha256, String type, Instant storedAt) {
    StoredFile file() {
      return new StoredFile(id.substring(id.indexOf('/') + 1), blob, size, sha256, type);
    }
  }

  StoredFiles(String extension, NodeServices node) {
    this.extension = extension;
    this.names = node.documents().collection(COLLECTION, Named.class, by("blob"));
    this.replaced = new ReplacedBlobs(node.documents(), node.clock());
    this.blobs = node.blobs();
    this.clock = node.clock();
  }

  /** Returns the documents that name blobs of extensions, whether these are installed or not. */
  public static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
        documents.collection(COLLECTION, Named.class),
        Named::id,
        List.of("blob"),
        file ->
            List.of(
                new NamedBlob(
                    file.blob(), "extension file " + file.id(), file.size(), file.sha256())));
  }

  @Override
  public StoredFile save(String name, UploadedFile upload) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException("invalid name of a file");
    }
    String id = extension + '/' + name;
    var next =
        new Named(
            id,
            upload.token(),
            upload.size(),
            upload.sha256(),
            upload.contentType(),
            clock.instant());
    Optional<Named> before = names.find(id);
    names.save(next, id);
    before.ifPresent(file -> replaced.add(Set.of(file.blob())));
    return next.file();
  }

  @Override
  public Optional<StoredFile> find(String name) {
    return names.find(extension + '/' + name).map(Named::file);
  }

  @Override
  public List<StoredFile> list(String after, int limit) {
    String first = extension + '/';
    return names
        .find(
            where("_id").after(first + after).and("_id").before(extension + '0').json(),
            by("_id").json(),
            0,
            Math.clamp(limit, 1, 1_000))
        .stream()
        .map(Named::file)
        .toList();
  }

  @Override
  public InputStream open(StoredFile file) throws IOException {
    return Channels.newInputStream(blobs.open(file.token()));
  }

  @Override
  public boolean delete(String name) {
    Optional<Named> removed = names.take(Query.id(extension + '/' + name));
    removed.ifPresent(file -> replaced.add(Set.of(file.blob())));
    return removed.isPresent();
  }

  ClaimCheck claimCheck(StoredFile file) {
    Named named =
        names
            .find(extension + '/' + file.name())
            // Another request has deleted it since the handler found it.
            .orElseThrow(() -> ApiRefusal.notFound("file not found"));
    String type = PlainText.defaultIfEmpty(named.type(), "application/octet-stream");
    return new ClaimCheck(
        "stored", named.blob(), named.size(), type, named.sha256(), named.storedAt(), file.name());
  }

  /**
   * The check of an extension's uploads, which accepts any bytes up to a size.
   *
   * @param name the extension's name
   */
  record AnyFile(String name, long limit) implements UploadCheck {
    @Override
    public BlobWriter into(BlobWriter stored) {
      return stored;
    }
  }
}
