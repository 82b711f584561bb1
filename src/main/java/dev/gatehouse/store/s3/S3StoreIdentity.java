package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobId;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import dev.gatehouse.store.blobs.BlobStoreIdentity.StoreIdNote;

/** Blobs in a bucket, read directly from the object store. */
public record S3StoreIdentity(S3Objects objects) implements BlobStoreIdentity {
  @Override
  public String place() {
    return objects.toString();
  }

  @Override
  public Optional<String> store() throws IOException {
    objects.look();
    return objects
        .text(S3Objects.IDENTITY)
        .map(note -> StoreIdNote.read(note.lines().toList(), place() + '/' + S3Objects.IDENTITY));
  }

  @Override
  public void belongTo(String store) throws IOException {
    objects.put(S3Objects.IDENTITY, StoreIdNote.text(store));
  }

  @Override
  public long count() throws IOException {
    return count(S3Objects.BLOBS);
  }

  @Override
  public long countTrash() throws IOException {
    return count(S3Objects.TRASH);
  }

  private long count(String prefix) throws IOException {
    int idAt = prefix.length();
    return objects.listed(() ->
        objects
            .list(prefix)
            .map(object -> object.key().substring(idAt).split("\\.", 2)[0])
            .filter(BlobId::is)
            .count());
  }

  /** Returns a blob's bytes. An interrupted range is requested again. */
  @Override
  public InputStream read(String blob) throws IOException {
    return objects.read(S3Objects.blob(blob));
  }

  @Override
  public Optional<Path> file(String blob) {
    return Optional.empty();
  }

  @Override
  public SortedMap<String, Long> sizes() throws IOException {
    SortedMap<String, Long> sizes = objects.sizes(S3Objects.BLOBS, S3Objects.BLOBS);
    sizes.keySet().removeIf(id -> !BlobId.is(id));
    return sizes;
  }

  @Override
  public Optional<String> sha256(String blob) throws IOException {
    String known =
        objects
            .find(S3Objects.blob(blob))
            .orElseThrow(() -> new NoSuchFileException(blob))
            .sha256();
    return Optional.of(known).filter(digest -> !digest.isEmpty());
  }

  @Override
  public void write(String blob, Path file) throws IOException {
    String digest;
    try (InputStream in = Files.newInputStream(file)) {
      digest = Sha256.hex(in);
    }
    new S3Upload(objects, file, new Blob(blob, Files.size(file), digest)).run();
  }
}
