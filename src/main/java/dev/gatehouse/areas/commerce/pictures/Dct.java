package dev.gatehouse.areas.commerce.pictures;

/** Discrete cosine transform of blocks of eight by eight values. */
final class Dct {
  static final int SIDE = 8;
  static final int BLOCK = 64;

  private static final float MEAN = (float) (1 / (2 * Math.sqrt(2)));
  private static final float C2 = (float) (Math.cos(Math.PI / 8) / 2);
  private static final float C6 = (float) (Math.cos(3 * Math.PI / 8) / 2);

  /** Weights of the odd frequencies 1, 3, 5 and 7 at the places 0 to 3. */
  private static final float[] ODD = new float[16];

  static {
    for (int place = 0; place < 4; place++) {
      for (int odd = 0; odd < 4; odd++) {
        double angle = (2 * place + 1) * (2 * odd + 1) * Math.PI / 16;
        ODD[place * 4 + odd] = (float) (Math.cos(angle) / 2);
      }
    }
  }

  private Dct() {}

  /** Converts frequencies to values, in place. */
  static void inverse(float[] block) {
    for (int x = 0; x < SIDE; x++) {
      inverse(block, x, SIDE);
    }
    for (int y = 0; y < SIDE; y++) {
      inverse(block, y * SIDE, 1);
    }
  }

  /** Converts values to frequencies, in place. */
  static void forward(float[] block) {
    for (int y = 0; y < SIDE; y++) {
      forward(block, y * SIDE, 1);
    }
    for (int x = 0; x < SIDE; x++) {
      forward(block, x, SIDE);
    }
  }

  private static void inverse(float[] b, int at, int step) {
    float sum = (b[at] + b[at + 4 * step]) * MEAN;
    float difference = (b[at] - b[at + 4 * step]) * MEAN;
    float outer = b[at + 2 * step] * C2 + b[at + 6 * step] * C6;
    float inner = b[at + 2 * step] * C6 - b[at + 6 * step] * C2;
    float[] even = {sum + outer, difference + inner, difference - inner, sum - outer};
    float one = b[at + step];
    float three = b[at + 3 * step];
    float five = b[at + 5 * step];
    float seven = b[at + 7 * step];
    for (int i = 0; i < 4; i++) {
      float odd =
          one * ODD[i * 4]
              + three * ODD[i * 4 + 1]
              + five * ODD[i * 4 + 2]
              + seven * ODD[i * 4 + 3];
      b[at + i * step] = even[i] + odd;
      b[at + (7 - i) * step] = even[i] - odd;
    }
  }

  private static void forward(float[] b, int at, int step) {
    float[] sums = new float[4];
    float[] differences = new float[4];
    for (int i = 0; i < 4; i++) {
      sums[i] = b[at + i * step] + b[at + (7 - i) * step];
      differences[i] = b[at + i * step] - b[at + (7 - i) * step];
    }
    float outer = sums[0] - sums[3];
    float inner = sums[1] - sums[2];
    b[at] = (sums[0] + sums[1] + sums[2] + sums[3]) * MEAN;
    b[at + 4 * step] = (sums[0] - sums[1] - sums[2] + sums[3]) * MEAN;
    b[at + 2 * step] = outer * C2 + inner * C6;
    b[at + 6 * step] = outer * C6 - inner * C2;
    for (int odd = 0; odd < 4; odd++) {
      float sum = 0;
      for (int i = 0; i < 4; i++) {
        sum += differences[i] * ODD[i * 4 + odd];
      }
      b[at + (2 * odd + 1) * step] = sum;
    }
  }
}
