package dev.gatehouse.areas.media;

import static dev.gatehouse.areas.media.WavFiles.PCM;
import static dev.gatehouse.areas.media.WavFiles.concat;
import static dev.gatehouse.areas.media.WavFiles.declared;
import static dev.gatehouse.areas.media.WavFiles.extensible;
import static dev.gatehouse.areas.media.WavFiles.fmt;
import static dev.gatehouse.areas.media.WavFiles.fmtBody;
import static dev.gatehouse.areas.media.WavFiles.le;
import static dev.gatehouse.areas.media.WavFiles.riff;
import static dev.gatehouse.areas.media.WavFiles.wav;
import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import module java.base;

import dev.gatehouse.areas.media.Wav.NotWavException;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What counts as a WAV file, why the rest does not, and headers as an attacker might write them.
 */
class WavTest {
  private static final byte[] CD = fmt(PCM, 2, 44_100, 16);
  private static final byte[] SAMPLES = WavFiles.tone(100, 2, 16);
  private static final int ROUNDS = 40_000;

  @Test
  void readsRealFilesLikeTheJdk() throws Exception {
    List<Path> files = WavFiles.real();
    assumeFalse(files.isEmpty(), "alsa-utils is not installed");
    for (Path file : files) {
      Wav wav = read(Files.readAllBytes(file));
      try (var jdk = AudioSystem.getAudioInputStream(file.toFile())) {
        AudioFormat format = jdk.getFormat();
        assertEquals(format.getChannels(), wav.channels(), file.toString());
        assertEquals(format.getSampleRate(), wav.sampleRate(), file.toString());
        assertEquals(format.getSampleSizeInBits(), wav.bitsPerSample(), file.toString());
        assertEquals(jdk.getFrameLength() * format.getFrameSize(), wav.dataLength());
      }
    }
  }

  static Stream<Arguments> acceptsValidFiles() {
    byte[] data = chunk("data", SAMPLES);
    byte[] data24 = chunk("data", WavFiles.tone(100, 2, 24));
    byte[] ima = chunk("fmt ", concat(fmtBody(0x11, 1, 8000, 256, 4), le(2, 2), le(505, 2)));
    byte[] wide = extensible(2, 32, 24, PCM, WavFiles.GUID_TAIL);
    byte[] padded = chunk("fmt ", fmtBody(PCM, 2, 48_000, 8, 24));
    byte[] ds64 = chunk("ds64", concat(le(0, 8), le(400, 8), le(100, 8), le(0, 4)));
    return Stream.of(
        arguments("CD", at(44), wav(CD, data)),
        arguments(
            "empty", new Wav(44, 0, 4, 2, 44_100, 1, 16), wav(CD, chunk("data", new byte[0]))),
        arguments(
            "24 bit", new Wav(44, 600, 6, 2, 96_000, 1, 24), wav(fmt(PCM, 2, 96_000, 24), data24)),
        arguments("float", new Wav(44, 400, 4, 1, 8000, 3, 32), wav(fmt(3, 1, 8000, 32), data)),
        arguments("mu-law", new Wav(44, 400, 1, 1, 8000, 7, 8), wav(fmt(7, 1, 8000, 8), data)),
        arguments("IMA ADPCM", new Wav(48, 400, 256, 1, 8000, 0x11, 4), wav(ima, data)),
        arguments("extensible", new Wav(68, 400, 8, 2, 96_000, 1, 32), wav(wide, data)),
        arguments("odd chunk before", at(58), wav(chunk("x", 5), CD, data)),
        arguments(
            "odd data, a list after",
            new Wav(44, 3, 1, 1, 8000, 1, 8),
            wav(fmt(PCM, 1, 8000, 8), chunk("data", new byte[3]), chunk("LIST", new byte[26]))),
        arguments("half a block", new Wav(44, 3, 4, 2, 44_100, 1, 16), wav(CD, chunk("data", 3))),
        arguments("wrong RIFF size", at(44), withSize(0, CD, data)),
        arguments("RF64", at(80), rf64(ds64, 0xFFFFFFFFL, SAMPLES)),
        arguments("recorder: 0", at(44), wav(CD, declared("data", 0), SAMPLES)),
        arguments("recorder: -1", at(44), wav(CD, declared("data", 0xFFFFFFFFL), SAMPLES)),
        arguments("recorder: sox", at(44), wav(CD, declared("data", 0x7FFFF000), SAMPLES)),
        arguments("recorder: alsa", at(44), wav(CD, declared("data", 1L << 31), SAMPLES)),
        arguments("recorder: less", at(44), wav(CD, declared("data", 0xFFFFFFDBL), SAMPLES)),
        arguments("recorder: block", at(44), wav(CD, declared("data", 0x7FFFFFFCL), SAMPLES)),
        arguments("24 bits in 32", new Wav(44, 400, 8, 2, 48_000, 1, 24), wav(padded, data)),
        arguments(
            "24 bits in 32, extensible",
            new Wav(68, 400, 8, 2, 96_000, 1, 24),
            wav(chunk("fmt ", roomy()), data)),
        arguments("odd chunk unpadded", at(57), wav(odd("LIST", "\0\0\0\0\0"), CD, data)),
        arguments(
            "odd chunk unpadded before the data", at(57), wav(CD, odd("note", "hello"), data)),
        arguments("odd chunk padded with anything", at(58), wav(odd("LIST", "hellox"), CD, data)),
        arguments("RF64: -1", at(80), rf64(sized(-1), 0xFFFFFFFFL, SAMPLES)),
        arguments("RF64: 0", at(80), rf64(sized(0), 0xFFFFFFFFL, SAMPLES)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void acceptsValidFiles(String name, Wav expected, byte[] file) throws Exception {
    assertEquals(expected, read(file), name);
  }

  static Stream<Arguments> rejectsInvalidFiles() {
    byte[] data = chunk("data", SAMPLES);
    byte[] many = new byte[8 * 100_000];
    byte[] tail = WavFiles.GUID_TAIL.clone();
    tail[5] ^= 1;
    byte[] negative = chunk("ds64", concat(le(0, 8), le(-400, 8), le(100, 8), le(0, 4)));
    return Stream.of(
        arguments("data chunk states 401 bytes, but 400", wav(CD, declared("data", 401), SAMPLES)),
        arguments("states 1000000 bytes", wav(CD, declared("data", 1_000_000), SAMPLES)),
        arguments("2147479551 bytes", wav(CD, declared("data", 0x7FFFEFFFL), SAMPLES)),
        arguments("2147483649 bytes", wav(CD, declared("data", 0x80000001L), SAMPLES)),
        arguments("4294963198 bytes", wav(CD, declared("data", 0xFFFFEFFEL), SAMPLES)),
        arguments("states 401 bytes, but 400", rf64(sized(401), 0xFFFFFFFFL, SAMPLES)),
        arguments("states 4294967295 bytes", rf64(sized(0xFFFFFFFFL), 0xFFFFFFFFL, SAMPLES)),
        arguments("shorter than a RIFF header", new byte[0]),
        arguments("shorter than a RIFF header", WavFiles.ascii("RIFF")),
        arguments("does not begin with RIFF", WavFiles.noise(1000)),
        arguments("does not begin with RIFF", concat(WavFiles.ascii("RIFX"), wav(CD, data))),
        arguments("not a WAVE file", concat(WavFiles.ascii("RIFF0000AVI "), CD, data)),
        arguments("fmt chunk is missing", riff("RIFF", 4)),
        arguments("data chunk is missing", wav(CD)),
        arguments("before the fmt", wav(data, CD)),
        arguments("two fmt", wav(CD, CD, data)),
        arguments("shorter than 16", wav(chunk("fmt ", 14), data)),
        arguments("longer than the file", wav(declared("fmt ", 0xFFFFFFFFL), CD, data)),
        arguments("longer than the file", wav(CD, declared("junk", 0x7FFFFFFFL), data)),
        arguments("more than 1000 chunks", concat(riff("RIFF", 0), many)),
        arguments("impossible size", rf64(negative, 0xFFFFFFFFL, SAMPLES)),
        arguments("ds64 chunk is shorter", rf64(chunk("ds64", 27), 0xFFFFFFFFL, SAMPLES)),
        arguments("channels is 0", wav(fmt(PCM, 0, 44_100, 16), data)),
        arguments("channels is 65535", wav(fmt(PCM, 65_535, 44_100, 8), data)),
        arguments("sample rate is 0", wav(fmt(PCM, 1, 0, 16), data)),
        arguments("sample rate is 4294967295", wav(fmt(PCM, 1, 0xFFFFFFFFL, 16), data)),
        arguments("0 bits", wav(fmt(PCM, 1, 8000, 0), data)),
        arguments("33 bits", wav(fmt(PCM, 1, 8000, 33), data)),
        arguments("16 bits per sample in blocks", wav(body(PCM, 2, 3, 16), data)),
        arguments("16 bits per sample in blocks", wav(body(PCM, 2, 0, 16), data)),
        arguments("in blocks of 0", wav(body(2, 1, 0, 4), data)),
        arguments("0x55", wav(fmt(0x55, 2, 44_100, 0), data)),
        arguments("extensible fmt chunk is too short", wav(fmt(0xFFFE, 2, 8000, 16), data)),
        arguments("format is unknown", wav(extensible(2, 16, 16, PCM, tail), data)),
        arguments("0xfffe", wav(extensible(2, 16, 16, 0xFFFE, WavFiles.GUID_TAIL), data)),
        arguments("valid", wav(extensible(2, 16, 17, PCM, WavFiles.GUID_TAIL), data)));
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource
  void rejectsInvalidFiles(String reason, byte[] file) {
    NotWavException e = assertThrows(NotWavException.class, () -> read(file));
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void rejectsFilesCutBeforeTheirSamples() {
    byte[] whole = wav(chunk("LIST", 7), CD, chunk("data", SAMPLES));
    for (int length = 0; length < whole.length - SAMPLES.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      NotWavException e = assertThrows(NotWavException.class, () -> read(cut), "at " + length);
      assertFalse(e.getMessage().isBlank());
    }
  }

  @Test
  void rejectsTruncatedFilesWithTheNumbers() {
    byte[] whole = wav(CD, chunk("data", SAMPLES));
    for (int missing = 1; missing <= SAMPLES.length; missing++) {
      byte[] cut = Arrays.copyOf(whole, whole.length - missing);
      String problem = assertThrows(NotWavException.class, () -> read(cut)).getMessage();
      String words = "the file is truncated: its data chunk states 400 bytes, but %s bytes follow";
      assertEquals(words.formatted(400 - missing), problem);
    }
  }

  private static byte[] sized(long data) {
    return chunk("ds64", concat(le(data, 8), le(data, 8), le(data, 8), le(0, 4)));
  }

  /** Returns a CD's format with 400 bytes of samples at a place. */
  private static Wav at(int offset) {
    return new Wav(offset, 400, 4, 2, 44_100, 1, 16);
  }

  /** Returns a chunk that declares five bytes. */
  private static byte[] odd(String name, String content) {
    return concat(declared(name, 5), WavFiles.ascii(content));
  }

  /** An extensible format of 24 bits in blocks for 32. */
  private static byte[] roomy() {
    byte[] more = concat(le(22, 2), le(24, 2), le(3, 4), le(1, 2), WavFiles.GUID_TAIL);
    return concat(fmtBody(0xFFFE, 2, 96_000, 8, 24), more);
  }

  private static byte[] chunk(String name, int size) {
    return WavFiles.chunk(name.length() == 4 ? name : "odd ", new byte[size]);
  }

  private static byte[] chunk(String name, byte[] body) {
    return WavFiles.chunk(name, body);
  }

  private static byte[] body(int tag, int channels, int align, int bits) {
    return chunk("fmt ", fmtBody(tag, channels, 8000, align, bits));
  }

  private static byte[] withSize(long riffSize, byte[]... chunks) {
    return concat(riff("RIFF", riffSize), concat(chunks));
  }

  private static byte[] rf64(byte[] ds64, long dataSize, byte[] samples) {
    return concat(riff("RF64", 0xFFFFFFFFL), ds64, CD, declared("data", dataSize), samples);
  }

  static Wav read(byte[] bytes) throws Exception {
    try (BytesChannel channel = new BytesChannel(bytes)) {
      return Wav.read(channel);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void parsesOrRejectsEveryMutation(long seed) throws Exception {
    Random random = new Random(seed);
    byte[][] seeds = {
      WavFiles.stereo(20),
      WavFiles.wav(
          WavFiles.chunk("LIST", new byte[5]),
          WavFiles.extensible(2, 24, 24, 1, WavFiles.GUID_TAIL),
          WavFiles.chunk("data", new byte[60])),
      WavFiles.concat(
          WavFiles.riff("RF64", 0xFFFFFFFFL),
          WavFiles.chunk("ds64", new byte[28]),
          WavFiles.fmt(1, 1, 8000, 8),
          WavFiles.chunk("data", new byte[9])),
    };
    int taken = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = mutate(seeds[i % seeds.length], random);
      BytesChannel channel = new BytesChannel(bytes);
      try {
        Wav wav = Wav.read(channel);
        taken++;
        assertTrue(wav.dataOffset() >= 28 && wav.dataLength() >= 0, wav::toString);
        assertTrue(wav.dataOffset() + wav.dataLength() <= bytes.length, wav::toString);
        assertTrue(wav.blockAlign() > 0 && wav.channels() > 0, wav::toString);
      } catch (NotWavException e) {
        assertTrue(e.getMessage().length() > 10);
      }
      assertTrue(channel.reads() < 40, "reads only headers");
    }
    assertTrue(taken > ROUNDS / 100 && taken < ROUNDS, "a mixture, of which taken: " + taken);
  }

  private static byte[] mutate(byte[] seed, Random random) {
    byte[] bytes = seed.clone();
    for (int n = random.nextInt(4); n >= 0; n--) {
      int at = random.nextInt(Math.min(bytes.length, 90));
      switch (random.nextInt(3)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        default -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) -1);
      }
    }
    return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }
}
