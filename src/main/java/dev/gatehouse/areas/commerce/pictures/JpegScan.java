package dev.gatehouse.areas.commerce.pictures;

import java.io.IOException;

/**
 * Decodes the blocks of one scan of a JPEG file: sequential, or a step of a progressive picture, by
 * ITU T.81, annexes F and G.
 */
final class JpegScan {
  /** Positions of the coefficients in a block, in the order of the file. */
  static final int[] ZIGZAG = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
  };

  private final PictureSource source;
  private final Band band;
  private int run;

  /**
   * Coefficients and bits that a scan contains.
   *
   * @param first first coefficient
   * @param last last coefficient
   * @param high bit of an earlier scan; 0 for the first scan of these coefficients
   * @param low bit of this scan
   */
  record Band(boolean progressive, int first, int last, int high, int low) {
    boolean isValid() {
      return first <= last
          && last < Dct.BLOCK
          && low < 14
          && high < 14
          && (!progressive || first > 0 || last == 0);
    }

    boolean hasTables(JpegComponent component) {
      boolean needsDirect = first == 0 && high == 0;
      return (!needsDirect || component.direct != null)
          && (last == 0 || component.alternating != null);
    }
  }

  JpegScan(PictureSource source, Band band) {
    this.source = source;
    this.band = band;
  }

  /** Forgets the state of the blocks before a restart marker. */
  void restart() {
    run = 0;
  }

  void block(JpegComponent component, int at) throws IOException {
    if (!band.progressive()) {
      direct(component, at, 0);
      alternating(component, at);
    } else if (band.first() == 0) {
      if (band.high() == 0) {
        direct(component, at, band.low());
      } else {
        component.coefficients[at] |= (short) (source.bits(1) << band.low());
      }
    } else if (band.high() == 0) {
      firstBits(component, at);
    } else {
      refine(component, at);
    }
  }

  private void direct(JpegComponent component, int at, int shift) throws IOException {
    int length = source.symbol(component.direct);
    if (length > 15) {
      throw PictureSource.truncated();
    }
    component.prediction += source.signed(length);
    component.coefficients[at] = (short) (component.prediction << shift);
  }

  private void alternating(JpegComponent component, int at) throws IOException {
    for (int k = 1; k < Dct.BLOCK; k++) {
      int symbol = source.symbol(component.alternating);
      int length = symbol & 15;
      int zeros = symbol >> 4;
      if (length == 0 && zeros < 15) {
        return;
      }
      k += zeros;
      if (k >= Dct.BLOCK) {
        throw PictureSource.truncated();
      }
      component.coefficients[at + ZIGZAG[k]] = (short) source.signed(length);
    }
  }

  private void firstBits(JpegComponent component, int at) throws IOException {
    if (run > 0) {
      run--;
      return;
    }
    for (int k = band.first(); k <= band.last(); k++) {
      int symbol = source.symbol(component.alternating);
      int length = symbol & 15;
      int zeros = symbol >> 4;
      if (length == 0 && zeros < 15) {
        run = (1 << zeros) - 1 + source.bits(zeros);
        return;
      }
      k += zeros;
      if (k > band.last()) {
        throw PictureSource.truncated();
      }
      component.coefficients[at + ZIGZAG[k]] = (short) (source.signed(length) << band.low());
    }
  }

  private void refine(JpegComponent component, int at) throws IOException {
    int k = band.first();
    while (k <= band.last() && run == 0) {
      int symbol = source.symbol(component.alternating);
      int length = symbol & 15;
      int zeros = symbol >> 4;
      int value = 0;
      if (length > 0) {
        value = source.bits(1) == 1 ? 1 << band.low() : -(1 << band.low());
      } else if (zeros < 15) {
        run = (1 << zeros) + source.bits(zeros);
        break;
      }
      k = refineUntil(component, at, k, zeros);
      if (k <= band.last()) {
        if (value != 0) {
          component.coefficients[at + ZIGZAG[k]] = (short) value;
        }
        k++;
      } else if (value != 0) {
        throw PictureSource.truncated();
      }
    }
    if (run > 0) {
      refineUntil(component, at, k, Dct.BLOCK);
      run--;
    }
  }

  /**
   * Adds bits to known coefficients until a number of unknown ones was skipped.
   *
   * @return the index of the next unknown coefficient, or behind the last one
   */
  private int refineUntil(JpegComponent component, int at, int from, int unknown)
      throws IOException {
    int left = unknown;
    int k = from;
    for (; k <= band.last(); k++) {
      int place = at + ZIGZAG[k];
      int known = component.coefficients[place];
      if (known == 0) {
        if (left == 0) {
          return k;
        }
        left--;
      } else if (source.bits(1) == 1 && (Math.abs(known) & 1 << band.low()) == 0) {
        component.coefficients[place] += (short) (known > 0 ? 1 << band.low() : -(1 << band.low()));
      }
    }
    return k;
  }
}
