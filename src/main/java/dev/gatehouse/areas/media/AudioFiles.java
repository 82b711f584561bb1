package dev.gatehouse.areas.media;

import static dev.gatehouse.store.Query.where;

import module java.base;

import dev.gatehouse.formats.PlainText;
import dev.gatehouse.store.BlobFields;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.store.Selection;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.NamedBlob;

/** Repository of the audio files' documents. */
public final class AudioFiles {
  static final String COLLECTION = "audio";
  private static final int NAME_TRIES = 20;
  private static final Query.Order NEWEST_FIRST = Query.by("uploadDate").down().then("_id").down();

  /** Maximum bits of the random part of a number. */
  private static final int MAX_BITS = 24;

  private final DocumentCollection<AudioFile> files;
  private final RandomGenerator random;

  /**
   * @param random generates numbers for names that are already taken
   */
  public AudioFiles(Documents documents, RandomGenerator random) {
    this.random = random;
    this.files =
        documents.collection(
            COLLECTION, AudioFile.class, NEWEST_FIRST, Query.by("blob"), Query.by("listed"));
  }

  /**
   * Stores a file under a free name like the wanted one. Taken names are counted instead of tried
   * in turn. After a collision, caused by a deletion or a concurrent upload, a random number is
   * added from an increasing range.
   */
  AudioFile add(FileName wanted, Function<String, AudioFile> make) {
    int number = 1;
    for (int tries = 1; tries <= NAME_TRIES; tries++) {
      AudioFile file = make.apply(wanted.numbered(number));
      try {
        files.insert(file);
        return file;
      } catch (DuplicateKeyException taken) {
        long first = tries == 1 ? numbered(wanted) + 2 : number + 1L;
        number = Math.toIntExact(first + random.nextInt(1 << Math.min(3 * (tries - 1), MAX_BITS)));
      }
    }
    throw new IllegalStateException("too many audio files have the name " + wanted.numbered(1));
  }

  private long numbered(FileName wanted) {
    return files.count(
        where("_id").from(wanted.firstNumbered()).and("_id").before(wanted.afterNumbered()).json());
  }

  Optional<AudioFile> find(String filename) {
    return files.find(filename);
  }

  /** Selects all files by their time. */
  Selection<AudioFile> select(boolean oldest) {
    return files.select(Query.all(), NEWEST_FIRST.reversedIf(oldest).json());
  }

  /** Returns the files that contain a text, sorted by their names. */
  List<AudioFile> containing(String text) {
    return files.all(AudioFile::id).filter(file -> file.contains(text)).toList();
  }

  /** Returns the listed files, by album, track and title. */
  List<AudioFile> listed() {
    return files.find(Query.where("listed").is(true).json(), Query.by("_id").json(), 0, 0).stream()
        .sorted(
            Comparator.comparing((AudioFile file) -> file.tags().album())
                .thenComparing(file -> file.tags().track())
                .thenComparing(AudioFile::title))
        .toList();
  }

  /**
   * Replaces a file's document if it still has the bytes that were read.
   *
   * @return whether it was replaced
   */
  boolean replace(AudioFile before, AudioFile after) {
    return files.replace(
        where("_id").is(before.id()).and("sha256").is(before.sha256()).json(), after);
  }

  /**
   * Removes a file's document. Of two concurrent callers, only one gets it.
   *
   * @param sha256 of the only file that may be removed; absent for any
   */
  Optional<AudioFile> take(String filename, Optional<String> sha256) {
    Query which = where("_id").is(filename);
    sha256.ifPresent(only -> which.and("sha256").is(only));
    return files.take(which.json());
  }

  /** Returns the blobs that the documents reference. */
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
                        file.stored().storedSha256())))
        .completing(new BlobFields.Missing("storedSize", "storedSha256"));
  }

  /**
   * A name that is safe in paths and addresses: {@code [A-Za-z0-9._-]+}, without {@code ..}.
   *
   * @param stem without the extension
   * @param extension with its dot
   */
  record FileName(String stem, String extension) {
    private static final int LONGEST = 80;

    /** Returns the safe name that is closest to the client's name for a file. */
    static FileName of(String original, String extension, String otherwise) {
      String stem = original.replaceFirst("(?i)\\.[a-z0-9]{1,5}$", "");
      String safe =
          PlainText.unaccented(stem)
              .replaceAll("[^A-Za-z0-9._-]+", "-")
              .replaceAll("\\.{2,}", ".")
              .replaceAll("^[.-]+|[.-]+$", "");
      String cut = safe.substring(0, Math.min(LONGEST, safe.length()));
      return new FileName(PlainText.defaultIfEmpty(cut, otherwise), extension);
    }

    /** Returns the unchanged name for 1, and {@code name-2.wav} and so on for higher numbers. */
    String numbered(int number) {
      return number == 1 ? stem + extension : stem + "-" + number + extension;
    }

    /** Returns a lower bound of all numbered names in name order. */
    String firstNumbered() {
      return stem + '-';
    }

    /** Returns an upper bound of all numbered names in name order. */
    String afterNumbered() {
      return stem + (char) ('-' + 1);
    }
  }
}
