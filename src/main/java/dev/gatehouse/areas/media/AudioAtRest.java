package dev.gatehouse.areas.media;

import module java.base;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.gatehouse.areas.media.Wav.NotWavException;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;

/**
 * Converts uploaded WAV files into their stored form: independent zstd frames that support Range
 * requests.
 */
public record AudioAtRest(Blobs blobs) {
  /**
   * A WAV file in its stored form.
   *
   * @param blob the stored form
   * @param originalSize bytes of the WAV file
   * @param sha256 lower-case hexadecimal digest of the WAV file, usable for its ETag
   * @param song tags, format and picture
   */
  public record Stored(Blob blob, long originalSize, String sha256, WavTags.Read song) {}

  /**
   * Validates a raw blob and writes its stored form as another blob. The caller keeps ownership of
   * the raw blob, which is never deleted here. A failure leaves no other blob behind. Blocks for
   * about 3 s per GB.
   *
   * @throws NotWavException if the raw blob is not a WAV file
   * @throws IOException if the raw blob has changed
   * @throws dev.gatehouse.store.files.NoSpaceException if the disk is full
   */
  public Stored store(Blob raw) throws IOException, NotWavException {
    try (SeekableByteChannel file = blobs.open(raw.id())) {
      Wav wav = Wav.read(file);
      try (BlobWriter out = blobs.create();
          SeekableZstdWriter frames = new SeekableZstdWriter(out)) {
        Peaks peaks = new Peaks(wav);
        byte[] digest = compress(file, wav, frames, peaks);
        String sha256 = HexFormat.of().formatHex(digest);
        if (!sha256.equals(raw.sha256())) {
          throw new IOException("the uploaded file " + raw.id() + " has changed");
        }
        frames.finish(digest);
        WavTags.Read song = WavTags.of(file, wav, peaks.list());
        return new Stored(out.commit(), file.size(), sha256, song);
      }
    }
  }

  private static byte[] compress(
      SeekableByteChannel file, Wav wav, SeekableZstdWriter frames, Peaks peaks)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    byte[] bytes = new byte[SeekableZstdWriter.FRAME];
    long size = file.size();
    for (long at = 0; at < size; ) {
      int length = (int) (cutAfter(at, wav, size) - at);
      LittleEndian.readFully(file, at, bytes, length);
      digest.update(bytes, 0, length);
      frames.frame(bytes, length);
      peaks.add(at, bytes, length);
      at += length;
    }
    return digest.digest();
  }

  /**
   * Ends frames between two blocks of samples, because half a block at a frame's start compresses
   * badly.
   */
  static long cutAfter(long at, Wav wav, long size) {
    long cut = Math.min(at + SeekableZstdWriter.FRAME, size);
    if (cut == size || cut <= wav.dataOffset()) {
      return cut;
    }
    return cut - (cut - wav.dataOffset()) % wav.blockAlign();
  }

  /**
   * Finds the highest amplitudes of a WAV file, as a picture of its waveform, while its bytes are
   * read in order. Holds only the result in memory.
   */
  private static final class Peaks {
    private static final int MAX = 160;
    private static final double FULL_SCALE = 32_768;

    private final Wav wav;
    private final int width;
    private final long frames;
    private final double[] peaks;

    Peaks(Wav wav) {
      this.wav = wav;
      width = Math.max(1, wav.blockAlign() / wav.channels());
      frames = wav.dataLength() / wav.blockAlign();
      peaks =
          new double[wav.bitsPerSample() == WavFormat.ADPCM_BITS ? 0 : (int) Math.min(MAX, frames)];
    }

    /**
     * Reads bytes of the file.
     *
     * @param at their position in the file, which is before the samples or between two frames
     */
    void add(long at, byte[] bytes, int length) {
      if (peaks.length == 0) {
        return;
      }
      long first = Math.max(at, wav.dataOffset());
      long end = Math.min(at + length, wav.dataOffset() + frames * wav.blockAlign());
      for (long frame = first; frame + wav.blockAlign() <= end; frame += wav.blockAlign()) {
        long number = (frame - wav.dataOffset()) / wav.blockAlign();
        int place = (int) (number * peaks.length / frames);
        int from = (int) (frame - at);
        for (int channel = 0; channel < wav.channels(); channel++) {
          peaks[place] = Math.max(peaks[place], amplitude(bytes, from + channel * width));
        }
      }
    }

    /** Returns the peaks, rounded to two decimals. */
    List<Double> list() {
      return Arrays.stream(peaks).mapToObj(peak -> Math.round(peak * 100) / 100.0).toList();
    }

    private double amplitude(byte[] bytes, int at) {
      double value =
          switch (wav.tag()) {
            case WavFormat.FLOAT -> real(bytes, at);
            case WavFormat.A_LAW -> aLaw(bytes[at] ^ 0x55) / FULL_SCALE;
            case WavFormat.MU_LAW -> muLaw(~bytes[at]) / FULL_SCALE;
            default ->
                width == 1
                    ? ((bytes[at] & 0xff) - 128) / 128.0
                    : ((bytes[at + width - 1] << 8) | (bytes[at + width - 2] & 0xff)) / FULL_SCALE;
          };
      return Double.isNaN(value) ? 0 : Math.min(1, Math.abs(value));
    }

    private double real(byte[] bytes, int at) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      return width == Double.BYTES ? buffer.getDouble(at) : buffer.getFloat(at);
    }

    private static int aLaw(int code) {
      int segment = (code >> 4) & 7;
      int value = (code & 0xf) << 4;
      return segment == 0 ? value + 8 : (value + 0x108) << (segment - 1);
    }

    private static int muLaw(int code) {
      return ((((code & 0xf) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
    }
  }

  /**
   * Writes a blob in the zstd seekable format: independent frames with checksums, then the seal and
   * the table of {@link SeekTable}. Every {@code zstd -d} can read it. Not safe for concurrent use.
   * Memory is one frame plus twelve bytes per frame written.
   */
  static final class SeekableZstdWriter implements AutoCloseable {
    /**
     * Maximum bytes of the original per frame, and so the cost of a Range request that is not
     * cached.
     */
    static final int FRAME = 64 << 10;

    /** The low half of the XXH64 of empty input, the checksum of a frame without content. */
    private static final int CHECKSUM_OF_NOTHING = 0x51D8E999;

    private static final int LEVEL = 3;

    private final BlobWriter blobWriter;
    private final ZstdCompressCtx zstd;
    private final byte[] stored = new byte[(int) Zstd.compressBound(FRAME)];
    private final ByteArrayOutputStream entryBytes = new ByteArrayOutputStream();
    private int frames;
    private long size;

    SeekableZstdWriter(BlobWriter blobWriter) {
      this.blobWriter = blobWriter;
      this.zstd = new ZstdCompressCtx().setLevel(LEVEL).setChecksum(true).setContentSize(true);
    }

    /** Writes the first bytes of the array, at least one and at most a full frame. */
    void frame(byte[] bytes, int length) throws IOException {
      if (length < 1 || length > FRAME || frames == SeekTable.MAX_FRAMES) {
        throw new IllegalArgumentException("frame " + frames + " of " + length + " bytes");
      }
      int n = zstd.compressByteArray(stored, 0, stored.length, bytes, 0, length);
      blobWriter.write(ByteBuffer.wrap(stored, 0, n));
      // A zstd frame ends with the same checksum that the table needs.
      int checksum = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt(n - 4);
      entry(n, length, checksum);
      frames++;
      size += length;
    }

    /** Completes the format with the digest of all frames' bytes. The caller commits the blob. */
    void finish(byte[] sha256) throws IOException {
      // The format requires every frame in the table. The seal is the last frame and has no
      // content.
      entry(SeekTable.SEAL, 0, CHECKSUM_OF_NOTHING);
      int body = entryBytes.size() + SeekTable.FOOTER;
      byte[] table =
          SeekTable.littleEndian(SeekTable.HEADER + body)
              .putInt(SeekTable.SKIPPABLE_TABLE)
              .putInt(body)
              .put(entryBytes.toByteArray())
              .putInt(frames + 1)
              .put((byte) SeekTable.CHECKSUMS)
              .putInt(SeekTable.SEEKABLE_MAGIC)
              .array();
      ByteBuffer seal =
          SeekTable.littleEndian(SeekTable.SEAL)
              .putInt(SeekTable.SKIPPABLE_SEAL)
              .putInt(SeekTable.SEAL - SeekTable.HEADER)
              .putInt(SeekTable.crc(table))
              .putLong(size)
              .put(sha256);
      byte[] sealed = Arrays.copyOf(seal.array(), seal.position());
      seal.putInt(SeekTable.crc(sealed));
      blobWriter.write(seal.flip());
      blobWriter.write(ByteBuffer.wrap(table));
    }

    private void entry(int storedLength, int length, int checksum) {
      entryBytes.writeBytes(
          SeekTable.littleEndian(SeekTable.ENTRY)
              .putInt(storedLength)
              .putInt(length)
              .putInt(checksum)
              .array());
    }

    @Override
    public void close() {
      zstd.close();
    }
  }
}
