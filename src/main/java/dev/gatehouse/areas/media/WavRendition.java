package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.caching.BoundedMap;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.Rendition;

/**
 * Serves WAV files from their stored form. A range that is not cached is decoded directly from its
 * frames. The second request for a file decodes it into the cache, if the file is among the latest
 * few hundred requested. The first request does not, because most files are requested only once.
 */
public final class WavRendition implements Rendition {
  private static final int REMEMBERED = 512;
  private static final int TABLES = 128;

  /** Longer than the decoding of a gigabyte. No other timeout ends such a wait. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private final Blobs blobs;
  private final DecodedFiles decodedFiles;
  private final MemoryCache<String, SeekTable> tables = MemoryCache.ofSize(TABLES);
  private final Map<String, Boolean> askedFor = BoundedMap.of(REMEMBERED);

  public WavRendition(Blobs blobs, DecodedFiles decodedFiles) {
    this.blobs = blobs;
    this.decodedFiles = decodedFiles;
  }

  @Override
  public String name() {
    return "wav";
  }

  @Override
  public Optional<Path> file(String blob) {
    Optional<Path> cached = decodedFiles.get(blob);
    if (cached.isEmpty() && askedFor.put(blob, true) != null) {
      decodedFiles.fill(blob, new Whole(blob));
    }
    return cached;
  }

  @Override
  public Optional<CompletionStage<Void>> comingFile(String blob) {
    return decodedFiles.fillOf(blob, MAX_WAIT);
  }

  @Override
  public InputStream open(String blob, long offset, long length) throws IOException {
    SeekableByteChannel file = blobs.open(blob);
    try {
      return new SeekableZstdStream(file, table(blob, file), offset, length);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Removes a deleted blob from this node's caches. */
  public void drop(String blob) {
    tables.remove(blob);
    askedFor.remove(blob);
    decodedFiles.drop(blob);
  }

  private SeekTable table(String blob, SeekableByteChannel file) throws IOException {
    SeekTable known = tables.find(blob);
    if (known != null) {
      return known;
    }
    SeekTable table = SeekTable.read(file);
    tables.put(blob, table);
    return table;
  }

  /** Serves a part of a file, such as its picture. */
  record Part(WavRendition wav) implements Rendition {
    static final String NAME = "wav-part";

    /** Returns the id of a part that begins at a position. */
    static String of(String blob, long at) {
      return blob + '@' + at;
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public InputStream open(String part, long offset, long length) throws IOException {
      int end = part.lastIndexOf('@');
      long at = Long.parseLong(part.substring(end + 1));
      return wav.open(part.substring(0, end), at + offset, length);
    }
  }

  private final class Whole implements DecodedFiles.Source {
    private final String blob;

    Whole(String blob) {
      this.blob = blob;
    }

    @Override
    public long size() throws IOException {
      try (SeekableByteChannel file = blobs.open(blob)) {
        return table(blob, file).size();
      }
    }

    @Override
    public InputStream open() throws IOException {
      return WavRendition.this.open(blob, 0, size());
    }
  }
}
