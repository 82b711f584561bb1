package dev.gatehouse.media;

import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.BlobOwner;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.NamedBlob;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The audio files' documents. */
public final class AudioFiles {
  private static final String COLLECTION = "audio";
  private static final int NAME_TRIES = 1_000;
  private static final int MAX_LISTED = 10_000;

  private final DocumentCollection<AudioFile> files;

  public AudioFiles(Documents documents) {
    this.files = documents.collection(COLLECTION, AudioFile.class);
  }

  /** Makes the indexes that the queries below use. */
  public void prepare() {
    files.index(newestFirst(), new IndexOptions());
    files.index(new JsonObject().put("blob", 1), new IndexOptions());
  }

  /** Stores a file under the first free name like the one wanted. */
  AudioFile add(FileName wanted, Function<String, AudioFile> make) {
    for (int number = 1; number <= NAME_TRIES; number++) {
      AudioFile file = make.apply(wanted.numbered(number));
      try {
        files.insert(file);
        return file;
      } catch (DuplicateKeyException taken) {
        // The next number may be free.
      }
    }
    throw new IllegalStateException("too many audio files are called " + wanted.numbered(1));
  }

  Optional<AudioFile> find(String filename) {
    return files.find(filename);
  }

  /** All files, the newest first. */
  List<AudioFile> list() {
    return files.find(new JsonObject(), newestFirst(), 0, MAX_LISTED);
  }

  private static JsonObject newestFirst() {
    return new JsonObject().put("uploadDate", -1).put("_id", -1);
  }

  /**
   * Removes a file's document; of two callers one gets it.
   *
   * @param sha256 of the one file that may go; absent for any
   */
  Optional<AudioFile> take(String filename, Optional<String> sha256) {
    JsonObject which = new JsonObject().put("_id", filename);
    sha256.ifPresent(only -> which.put("sha256", only));
    return files.take(which);
  }

  /** The blobs that the documents name. */
  static BlobOwner blobs(Documents documents) {
    return new BlobFields<>(
        documents.collection(COLLECTION, AudioFile.class),
        AudioFile::id,
        List.of("blob"),
        file ->
            List.of(
                NamedBlob.of(
                    file.blob(),
                    "audio " + file.id(),
                    file.stored().storedSize(),
                    file.stored().storedSha256())));
  }
}
