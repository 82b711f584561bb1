package dev.gatehouse.areas.media;

import module java.base;

/**
 * The header of a RIFF/WAVE file, checked against the file. It accepts deviations that players
 * accept:
 *
 * <ul>
 *   <li>The outer RIFF size is ignored, and chunks after {@code data} are not read.
 *   <li>The last block may be partial, and the padding byte of an odd chunk may be missing.
 *   <li>A {@code data} size that recorders write when they cannot seek back means "to the end of
 *       the file": 0, and the largest sizes of 31 and 32 bits, aligned or reduced by the header.
 * </ul>
 *
 * <p>A file is rejected as truncated if it ends before its samples begin, or if its {@code data}
 * chunk has any other size that is larger than the rest of the file.
 *
 * @param dataOffset where the samples begin, in bytes
 * @param dataLength bytes of samples, all of them inside the file
 * @param blockAlign bytes of one sample of all channels
 * @param channels 1 to 256
 * @param sampleRate frames per second
 * @param tag format of the samples, as in {@link WavFormat}
 * @param bitsPerSample bits of one sample, possibly fewer than its block holds; 4 for ADPCM
 */
public record Wav(
    long dataOffset,
    long dataLength,
    int blockAlign,
    int channels,
    long sampleRate,
    int tag,
    int bitsPerSample) {
  /** Prevents a file of a million empty chunks from causing a million reads. */
  private static final int MAX_CHUNKS = 1000;

  private static final long UNKNOWN = 0xFFFFFFFFL;

  /** Recorders subtract the header from an unknown size, or align the size to a block or a page. */
  private static final long MAX_REDUCTION = 4_096;

  /** The chunks that may precede samples. All names have four characters. */
  private static final Set<String> KNOWN =
      Set.of(
          "fmt ", "data", "fact", "LIST", "ds64", "JUNK", "junk", "bext", "iXML", "axml", "chna",
          "id3 ", "ID3 ", "cue ", "smpl", "inst", "PEAK", "PAD ", "FLLR", "acid", "cart", "afsp");

  /** Validates the whole channel. Reads only headers, a few bytes each, and moves the position. */
  public static Wav read(SeekableByteChannel file) throws IOException, NotWavException {
    return new WavHeader(file).read();
  }

  /** Reads the chunks of one file in order. */
  private static final class WavHeader {
    private final SeekableByteChannel file;
    private final long size;
    private WavFormat format;
    private long size64 = -1;

    WavHeader(SeekableByteChannel file) throws IOException {
      this.file = file;
      this.size = file.size();
    }

    Wav read() throws IOException, NotWavException {
      if (size < 12) {
        throw new NotWavException("the file is shorter than a RIFF header");
      }
      LittleEndian riff = LittleEndian.read(file, 0, 12);
      boolean large = riff.is(0, "RF64") || riff.is(0, "BW64");
      if (!large && !riff.is(0, "RIFF")) {
        throw new NotWavException("the file does not begin with RIFF");
      }
      if (!riff.is(8, "WAVE")) {
        throw new NotWavException("the RIFF file is not a WAVE file");
      }
      long at = 12;
      for (int chunk = 0; chunk < MAX_CHUNKS; chunk++) {
        if (size - at < 8) {
          throw new NotWavException(
              format == null ? "the fmt chunk is missing" : "the data chunk is missing");
        }
        LittleEndian header = LittleEndian.read(file, at, 8);
        long length = header.u32(4);
        at += 8;
        if (header.is(0, "data")) {
          return data(at, length);
        }
        if (length > size - at) {
          throw new NotWavException("a chunk before the data is longer than the file");
        }
        if (header.is(0, "fmt ")) {
          format(at, length);
        } else if (large && header.is(0, "ds64")) {
          ds64(at, length);
        }
        at = next(at, length);
      }
      throw new NotWavException("there are more than " + MAX_CHUNKS + " chunks before the data");
    }

    /**
     * Returns the position of the next chunk. The padding byte after an odd chunk may be missing.
     */
    private long next(long at, long length) throws IOException {
      long end = at + length;
      boolean padded = !named(end) || named(end + 1);
      return length % 2 == 1 && padded ? end + 1 : end;
    }

    private boolean named(long at) throws IOException {
      return size - at >= 4
          && KNOWN.contains(new String(LittleEndian.bytes(file, at, 4), StandardCharsets.US_ASCII));
    }

    private void format(long at, long length) throws IOException, NotWavException {
      if (format != null) {
        throw new NotWavException("there are two fmt chunks");
      }
      if (length < 16) {
        throw new NotWavException("the fmt chunk is shorter than 16 bytes");
      }
      format = WavFormat.of(LittleEndian.read(file, at, (int) Math.min(length, 40)));
    }

    private void ds64(long at, long length) throws IOException, NotWavException {
      if (length < 28) {
        throw new NotWavException("the ds64 chunk is shorter than 28 bytes");
      }
      size64 = LittleEndian.read(file, at, 16).i64(8);
      if (size64 < -1) {
        throw new NotWavException("the ds64 chunk states an impossible size");
      }
    }

    private Wav data(long at, long declared) throws NotWavException {
      if (format == null) {
        throw new NotWavException("the data chunk comes before the fmt chunk");
      }
      long left = size - at;
      boolean large = declared == UNKNOWN && size64 >= 0;
      long length = large ? size64 : declared;
      if (length == 0 || (!large && isUnknown(declared))) {
        length = left;
      }
      if (length > left) {
        throw new NotWavException(
            "the file is truncated: its data chunk states %s bytes, but %s bytes follow"
                .formatted(length, left));
      }
      return new Wav(
          at,
          length,
          format.blockAlign(),
          format.channels(),
          format.sampleRate(),
          format.tag(),
          format.bits());
    }

    /** Returns whether a recorder writes this size before it knows the size. */
    private static boolean isUnknown(long declared) {
      long largest = declared > 1L << 31 ? UNKNOWN : 1L << 31;
      return declared <= largest && declared >= largest - MAX_REDUCTION;
    }
  }

  /**
   * Thrown for bytes that are not a WAV file that players accept. The message gives the reason to
   * the uploader.
   */
  static final class NotWavException extends Exception {
    NotWavException(String message) {
      super(message);
    }
  }
}
