package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.areas.media.Wav.NotWavException;

/** The checked fields of a {@code fmt } chunk. */
record WavFormat(int tag, int channels, long sampleRate, int blockAlign, int bits) {
  private static final int PCM = 1;
  private static final int MS_ADPCM = 2;
  static final int FLOAT = 3;
  static final int A_LAW = 6;
  static final int MU_LAW = 7;
  private static final int IMA_ADPCM = 0x11;
  static final int ADPCM_BITS = 4;
  private static final int EXTENSIBLE = 0xFFFE;

  /** Supported bytes per sample, including 24 bits in four bytes. */
  private static final List<Integer> CONTAINERS = List.of(1, 2, 3, 4, 8);

  private static final int MAX_CHANNELS = 256;
  private static final long HIGHEST_RATE = 6_144_000;

  /** The bytes after the two-byte format tag in the GUID of an extensible format. */
  private static final byte[] GUID_TAIL = HexFormat.of().parseHex("000000001000800000aa00389b71");

  /** The same bytes of an ambisonic format. */
  private static final byte[] AMBISONIC_TAIL =
      HexFormat.of().parseHex("00002107d3118644c8c1ca000000");

  static WavFormat of(LittleEndian fmt) throws NotWavException {
    int tag = fmt.u16(0);
    WavFormat format =
        new WavFormat(
            tag == EXTENSIBLE ? subFormat(fmt) : tag,
            fmt.u16(2),
            fmt.u32(4),
            fmt.u16(12),
            fmt.u16(14));
    format.check();
    return format;
  }

  private static int subFormat(LittleEndian fmt) throws NotWavException {
    if (fmt.length() < 40 || fmt.u16(16) < 22) {
      throw new NotWavException("the extensible fmt chunk is too short");
    }
    byte[] tail = fmt.bytes(26, 14);
    if (!Arrays.equals(tail, GUID_TAIL) && !Arrays.equals(tail, AMBISONIC_TAIL)) {
      throw new NotWavException("the extensible format is unknown");
    }
    if (fmt.u16(18) > fmt.u16(14)) {
      throw new NotWavException("the valid bits per sample exceed the sample size");
    }
    return fmt.u16(24);
  }

  /** Returns the bytes per channel in a block, or 0 if the channels do not divide it evenly. */
  private int room() {
    return blockAlign % channels == 0 ? blockAlign / channels : 0;
  }

  private void check() throws NotWavException {
    if (channels < 1 || channels > MAX_CHANNELS) {
      throw new NotWavException("the number of channels is " + channels);
    }
    if (sampleRate < 1 || sampleRate > HIGHEST_RATE) {
      throw new NotWavException("the sample rate is " + sampleRate);
    }
    boolean sane =
        switch (tag) {
          case PCM -> bits >= 1 && CONTAINERS.contains(room()) && bits <= 8 * room();
          case FLOAT -> (bits == 32 || bits == 64) && blockAlign == channels * bits / 8;
          case A_LAW, MU_LAW -> bits == 8 && blockAlign == channels;
          case MS_ADPCM, IMA_ADPCM -> bits == ADPCM_BITS && blockAlign > 0;
          default ->
              throw new NotWavException(
                  "the audio format 0x" + Integer.toHexString(tag) + " is not supported");
        };
    if (!sane) {
      throw new NotWavException(
          bits + " bits per sample in blocks of " + blockAlign + " bytes do not fit the format");
    }
  }
}
