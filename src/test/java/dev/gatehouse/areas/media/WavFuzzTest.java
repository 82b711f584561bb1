package dev.gatehouse.areas.media;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gatehouse.areas.media.Wav.NotWavException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers as an attacker might write them: an answer each time, soon and of fields that hold. */
class WavFuzzTest {
  private static final int ROUNDS = 40_000;

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
