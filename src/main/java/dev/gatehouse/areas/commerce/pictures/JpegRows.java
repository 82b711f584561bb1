package dev.gatehouse.areas.commerce.pictures;

import java.util.List;

/** Converts the units of a JPEG file to rows of pixels. */
final class JpegRows {
  private static final int GREEN_OF_BLUE = 22_554;
  private static final int GREEN_OF_RED = 46_802;
  private static final int RED = 91_881;
  private static final int BLUE = 116_130;
  private static final int HALF = 1 << 15;

  private final PictureSize size;
  private final List<JpegComponent> components;
  private final JpegTables tables;
  private final boolean rgb;
  private final Raster.Rows rows;
  private final byte[] row;
  private final int across;
  private final int down;

  /**
   * @param rgb whether the three components are not luminance and chrominance
   */
  JpegRows(
      PictureSize size,
      List<JpegComponent> components,
      JpegTables tables,
      boolean rgb,
      Raster.Rows rows) {
    this.size = size;
    this.components = components;
    this.tables = tables;
    this.rgb = rgb;
    this.rows = rows;
    this.row = new byte[size.width() * 3];
    this.across = components.stream().mapToInt(each -> each.across).max().orElseThrow();
    this.down = components.stream().mapToInt(each -> each.down).max().orElseThrow();
  }

  /**
   * Adds a row of units.
   *
   * @param stored row of the coefficients in memory
   * @param unit row in the picture
   */
  void add(int stored, int unit) throws InvalidPictureException {
    for (JpegComponent component : components) {
      component.transform(stored * component.down, tables.quantization(component.quantization));
    }
    int height = down * Dct.SIDE;
    for (int y = 0; y < height && unit * height + y < size.height(); y++) {
      if (components.size() == 1) {
        gray(y);
      } else {
        color(y);
      }
      rows.add(row);
    }
  }

  private void gray(int y) {
    JpegComponent only = components.getFirst();
    int from = y * only.stride * Dct.SIDE;
    for (int x = 0; x < size.width(); x++) {
      byte value = only.values[from + x];
      set(x, value, value, value);
    }
  }

  private void color(int y) {
    JpegComponent one = components.get(0);
    JpegComponent two = components.get(1);
    JpegComponent three = components.get(2);
    for (int x = 0; x < size.width(); x++) {
      int first = value(one, x, y);
      int second = value(two, x, y);
      int third = value(three, x, y);
      if (rgb) {
        set(x, (byte) first, (byte) second, (byte) third);
      } else {
        int cb = second - 128;
        int cr = third - 128;
        set(
            x,
            clamped(first + ((RED * cr + HALF) >> 16)),
            clamped(first - ((GREEN_OF_BLUE * cb + GREEN_OF_RED * cr + HALF) >> 16)),
            clamped(first + ((BLUE * cb + HALF) >> 16)));
      }
    }
  }

  private int value(JpegComponent component, int x, int y) {
    int row = y * component.down / down;
    return component.values[row * component.stride * Dct.SIDE + x * component.across / across]
        & 0xff;
  }

  private void set(int x, byte red, byte green, byte blue) {
    row[x * 3] = red;
    row[x * 3 + 1] = green;
    row[x * 3 + 2] = blue;
  }

  private static byte clamped(int value) {
    return (byte) Math.max(0, Math.min(255, value));
  }
}
