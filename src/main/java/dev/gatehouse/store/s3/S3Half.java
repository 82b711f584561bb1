package dev.gatehouse.store.s3;

import dev.gatehouse.store.BlobHalf;
import dev.gatehouse.store.BlobId;
import dev.gatehouse.store.IdentityNote;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/** The blobs in a bucket, as they lie there. */
public final class S3Half implements BlobHalf {
  private final S3Objects objects;

  public S3Half(S3Objects objects) {
    this.objects = objects;
  }

  @Override
  public String place() {
    return objects.toString();
  }

  @Override
  public Optional<String> store() throws IOException {
    objects.look();
    return objects
        .text(S3Keys.IDENTITY)
        .map(note -> IdentityNote.read(note.lines().toList(), place() + '/' + S3Keys.IDENTITY));
  }

  @Override
  public void belongTo(String store) throws IOException {
    objects.put(S3Keys.IDENTITY, IdentityNote.text(store));
  }

  @Override
  public long count() throws IOException {
    return count(S3Keys.BLOBS);
  }

  @Override
  public long countTrash() throws IOException {
    return count(S3Keys.TRASH);
  }

  private long count(String prefix) throws IOException {
    int idAt = prefix.length();
    try {
      return objects
          .list(prefix)
          .map(object -> object.key().substring(idAt).split("\\.", 2)[0])
          .filter(BlobId::is)
          .count();
    } catch (SdkException e) {
      throw new IOException(place() + " cannot be listed", e);
    }
  }

  @Override
  public boolean holdsBlobs() throws IOException {
    return objects.holdsAny(S3Keys.BLOBS) || countTrash() > 0;
  }

  @Override
  public boolean holds(String blob) throws IOException {
    return objects.find(S3Keys.blob(blob)).isPresent();
  }

  @Override
  public long size(String blob) throws IOException {
    return objects.find(S3Keys.blob(blob)).orElseThrow(() -> new NoSuchFileException(blob)).size();
  }

  @Override
  public InputStream read(String blob) throws IOException {
    long size = size(blob);
    return size == 0 ? InputStream.nullInputStream() : objects.get(S3Keys.blob(blob), 0, size);
  }
}
