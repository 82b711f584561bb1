package dev.gatehouse.areas.media;

import static dev.gatehouse.areas.media.WavFiles.GUID_TAIL;
import static dev.gatehouse.areas.media.WavFiles.ascii;
import static dev.gatehouse.areas.media.WavFiles.chunk;
import static dev.gatehouse.areas.media.WavFiles.concat;
import static dev.gatehouse.areas.media.WavFiles.declared;
import static dev.gatehouse.areas.media.WavFiles.fmtBody;
import static dev.gatehouse.areas.media.WavFiles.le;
import static dev.gatehouse.areas.media.WavFiles.riff;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The headers that sox ({@code src/wav.c}: startwrite, wavwritehdr) and ffmpeg ({@code
 * libavformat/wavenc.c}, {@code riffenc.c}: ff_put_wav_header) write, chunk by chunk. They cover
 * files, pipes and a killed process.
 */
class WavWritersTest {
  private static final int SAMPLES = 4_800;
  private static final long PIPE = 0xFFFFFFFFL;
  private static final long SOX_PIPE = 0x7FFFF000L;

  /** The chunk with its name that ffmpeg writes before the samples by default. */
  private static final byte[] LAVF =
      chunk("LIST", concat(ascii("INFO"), declared("ISFT", 14), ascii("Lavf60.16.100"), le(0, 1)));

  private static final byte[] FACT = chunk("fact", le(SAMPLES, 4));

  static Stream<Arguments> readsHeadersOfCommonWriters() {
    byte[] cd = chunk("fmt ", fmtBody(1, 2, 44_100, 4, 16));
    byte[] plain24 = chunk("fmt ", fmtBody(1, 1, 48_000, 3, 24));
    return Stream.of(
        arguments("sox 16 bits", file(cd), 4),
        arguments("sox 16 bits | pipe", pipe(SOX_PIPE, cd), 4),
        arguments("sox -b 24", file(extensible(2, 24, 1), FACT), 6),
        arguments("sox -b 24 | pipe", pipe(SOX_PIPE, extensible(2, 24, 1), FACT), 6),
        arguments("sox -b 32", file(extensible(2, 32, 1), FACT), 8),
        arguments("sox -c 6", file(extensible(6, 16, 1), FACT), 12),
        arguments("sox -e float", file(chunk("fmt ", with(fmtBody(3, 2, 48_000, 8, 32))), FACT), 8),
        arguments("sox -e mu-law", file(chunk("fmt ", with(fmtBody(7, 1, 8000, 1, 8))), FACT), 1),
        arguments("sox -e a-law", file(chunk("fmt ", with(fmtBody(6, 1, 8000, 1, 8))), FACT), 1),
        arguments("sox -e ima-adpcm", file(ima(), FACT), 256),
        arguments("sox -e ms-adpcm", file(ms(), FACT), 256),
        arguments("sox -t wavpcm -b 24", file(plain24), 3),
        arguments("ffmpeg s16", file(cd, LAVF), 4),
        arguments("ffmpeg s16 | pipe", pipe(PIPE, cd, LAVF), 4),
        arguments("ffmpeg s24", file(extensible(2, 24, 1), LAVF), 6),
        arguments("ffmpeg s32", file(extensible(2, 32, 1), LAVF), 8),
        arguments("ffmpeg s64", file(extensible(2, 64, 1), LAVF), 16),
        arguments("ffmpeg f32", file(extensible(2, 32, 3), FACT, LAVF), 8),
        arguments("ffmpeg f64", file(extensible(1, 64, 3), FACT, LAVF), 8),
        arguments("ffmpeg u8", file(chunk("fmt ", fmtBody(1, 1, 8000, 1, 8)), LAVF), 1),
        arguments("ffmpeg -write_bext 1", file(chunk("bext", new byte[603]), cd, LAVF), 4),
        arguments("ffmpeg -rf64 auto", file(chunk("JUNK", new byte[28]), cd, LAVF), 4),
        arguments("ffmpeg -rf64 always", rf64(4L * SAMPLES, cd, LAVF), 4),
        arguments("ffmpeg -rf64 always | pipe", rf64(0, cd, LAVF), 4),
        arguments("ffmpeg -rf64, killed", rf64(-1, cd, LAVF), 4),
        arguments("ffmpeg, killed", pipe(0, cd, LAVF), 4));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void readsHeadersOfCommonWriters(String writer, byte[] head, int blockAlign) throws Exception {
    byte[] samples = new byte[blockAlign * SAMPLES];
    byte[] sized = sized(head, samples.length);
    Wav wav = WavTest.read(concat(sized, samples));
    assertEquals(blockAlign, wav.blockAlign(), writer);
    assertEquals(sized.length, wav.dataOffset(), writer);
    assertEquals(samples.length, wav.dataLength(), writer);
  }

  /** Puts the size of the samples where the writer that seeks back leaves it. */
  private static byte[] sized(byte[] head, int bytes) {
    byte[] sized = head.clone();
    if (sized[sized.length - 1] == 'S') {
      System.arraycopy(le(bytes, 4), 0, sized, sized.length - 4, 4);
    }
    return sized;
  }

  private static byte[] file(byte[]... chunks) {
    return concat(riff("RIFF", 0), concat(chunks), ascii("data"), ascii("???S"));
  }

  private static byte[] pipe(long size, byte[]... chunks) {
    return concat(riff("RIFF", size), concat(chunks), declared("data", size));
  }

  private static byte[] rf64(long size, byte[]... chunks) {
    byte[] ds64 = chunk("ds64", concat(le(size, 8), le(size, 8), le(size, 8), le(0, 4)));
    return concat(riff("RF64", PIPE), ds64, concat(chunks), declared("data", PIPE));
  }

  private static byte[] extensible(int channels, int bits, int tag) {
    byte[] body = fmtBody(0xFFFE, channels, 96_000, channels * bits / 8, bits);
    return chunk("fmt ", concat(body, le(22, 2), le(bits, 2), le(3, 4), le(tag, 2), GUID_TAIL));
  }

  /** With the size of an extension that is not there. */
  private static byte[] with(byte[] body) {
    return concat(body, le(0, 2));
  }

  private static byte[] ima() {
    return chunk("fmt ", concat(fmtBody(0x11, 1, 8000, 256, 4), le(2, 2), le(505, 2)));
  }

  private static byte[] ms() {
    return chunk(
        "fmt ", concat(fmtBody(2, 1, 8000, 256, 4), le(32, 2), le(500, 2), le(7, 2), new byte[28]));
  }
}
