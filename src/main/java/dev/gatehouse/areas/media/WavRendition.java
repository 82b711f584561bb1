package dev.gatehouse.areas.media;

import module java.base;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.gatehouse.caching.BoundedMap;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.formats.PieceInput;
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

  /**
   * Decodes a range of the original from a blob in the zstd seekable format. Decodes only the
   * frames that the range touches, and verifies a frame's checksum before returning its bytes.
   * Closes the channel. Holds one frame in memory.
   */
  static final class SeekableZstdStream extends PieceInput {
    private static final int HAS_CHECKSUM = 4;

    private final SeekableByteChannel channel;
    private final SeekTable table;
    private final ZstdDecompressCtx zstd;
    private final byte[] decoded;
    private int nextFrame;
    private int skipped;
    private long left;

    /** Takes ownership of the channel if it returns normally. */
    SeekableZstdStream(SeekableByteChannel channel, SeekTable table, long offset, long length) {
      Objects.checkFromIndexSize(offset, length, table.size());
      this.channel = channel;
      this.table = table;
      this.left = length;
      int largest = 0;
      if (length > 0) {
        nextFrame = table.frameOf(offset);
        skipped = (int) (offset - table.originalAt(nextFrame));
        for (int i = nextFrame; i <= table.frameOf(offset + length - 1); i++) {
          largest = Math.max(largest, table.originalLength(i));
        }
      }
      decoded = new byte[largest];
      zstd = new ZstdDecompressCtx(); // last, because it would leak if this constructor threw
    }

    @Override
    protected ByteBuffer next() throws IOException {
      if (left == 0) {
        return ByteBuffer.allocate(0);
      }
      int frame = nextFrame;
      int length = table.storedLength(frame);
      // Not kept, because the client may take a long time for this frame.
      byte[] stored = new byte[length];
      LittleEndian.readFully(channel, table.storedAt(frame), stored, length);
      ByteBuffer bytes = ByteBuffer.wrap(stored, 0, length).order(ByteOrder.LITTLE_ENDIAN);
      // zstd verifies the checksum in a frame only if the frame declares it.
      if (length < 9
          || (bytes.get(4) & HAS_CHECKSUM) == 0
          || bytes.getInt(length - 4) != table.checksum(frame)) {
        throw damaged(frame, null);
      }
      int decodedLength;
      try {
        decodedLength = zstd.decompressByteArray(decoded, 0, decoded.length, stored, 0, length);
      } catch (ZstdException e) {
        throw damaged(frame, e);
      }
      if (decodedLength != table.originalLength(frame)) {
        throw damaged(frame, null);
      }
      nextFrame++;
      // Only the first frame can start in its middle.
      int at = skipped;
      int taken = (int) Math.min(decodedLength - at, left);
      skipped = 0;
      left -= taken;
      return ByteBuffer.wrap(decoded, at, taken);
    }

    private static IOException damaged(int frame, Exception cause) {
      return new IOException("damaged audio blob: frame " + frame, cause);
    }

    @Override
    public void close() throws IOException {
      zstd.close();
      channel.close();
    }
  }
}
