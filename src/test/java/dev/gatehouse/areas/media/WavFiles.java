package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;

/** WAV files to test with: those of Debian's alsa-utils, and generated ones, part by part. */
final class WavFiles {
  static final int PCM = 1;
  static final byte[] GUID_TAIL = HexFormat.of().parseHex("000000001000800000aa00389b71");

  private static final Path ALSA = Path.of("/usr/share/sounds/alsa");

  private WavFiles() {}

  /** Recorded speech and noise, 48 kHz mono; none where alsa-utils is not installed. */
  static List<Path> real() throws IOException {
    if (!Files.isDirectory(ALSA)) {
      return List.of();
    }
    return FileTree.of(ALSA, ".wav");
  }

  static byte[] stereo(int blocks) {
    return wav(fmt(PCM, 2, 44_100, 16), chunk("data", tone(blocks, 2, 16)));
  }

  static byte[] wav(byte[]... chunks) {
    byte[] body = concat(chunks);
    return concat(riff("RIFF", body.length + 4), body);
  }

  static byte[] riff(String name, long size) {
    return concat(ascii(name), le(size, 4), ascii("WAVE"));
  }

  static byte[] fmt(int tag, int channels, long rate, int bits) {
    int align = channels * ((bits + 7) / 8);
    return chunk("fmt ", fmtBody(tag, channels, rate, align, bits));
  }

  static byte[] fmtBody(int tag, int channels, long rate, int align, int bits) {
    return concat(
        le(tag, 2), le(channels, 2), le(rate, 4), le(rate * align, 4), le(align, 2), le(bits, 2));
  }

  static byte[] extensible(int channels, int bits, int validBits, int subTag, byte[] guidTail) {
    byte[] body = fmtBody(0xFFFE, channels, 96_000, channels * bits / 8, bits);
    return chunk(
        "fmt ", concat(body, le(22, 2), le(validBits, 2), le(3, 4), le(subTag, 2), guidTail));
  }

  static byte[] chunk(String name, byte[] body) {
    return concat(declared(name, body.length), body, new byte[body.length & 1]);
  }

  /** A chunk's header alone. */
  static byte[] declared(String name, long size) {
    return concat(ascii(name), le(size, 4));
  }

  /** Two sines and a little noise, as compressible as music. */
  static byte[] tone(int blocks, int channels, int bits) {
    int bytes = bits / 8;
    Random random = new Random(blocks);
    byte[] out = new byte[blocks * channels * bytes];
    double top = Math.pow(2, bits - 2);
    for (int i = 0; i < blocks * channels; i++) {
      double t = (i / channels) / 44_100.0;
      double value = Math.sin(2 * Math.PI * 220 * t) + 0.3 * Math.sin(2 * Math.PI * 330 * t);
      long sample = (long) (top * (value / 1.5 + random.nextGaussian() * 0.001));
      for (int b = 0; b < bytes; b++) {
        out[i * bytes + b] = (byte) (sample >> (8 * b));
      }
    }
    return out;
  }

  static byte[] noise(int size) {
    byte[] out = new byte[size];
    new Random(size).nextBytes(out);
    return out;
  }

  static byte[] le(long value, int bytes) {
    byte[] out = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      out[i] = (byte) (value >> (8 * i));
    }
    return out;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static Blob put(Blobs blobs, byte[] bytes) throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(bytes));
      return writer.commit();
    }
  }
}
