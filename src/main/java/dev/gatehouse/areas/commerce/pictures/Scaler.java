package dev.gatehouse.areas.commerce.pictures;

/**
 * Shrinks a picture while its rows arrive, so that the whole picture is never in memory. Each pixel
 * of the result is the average of the pixels that it covers, weighted by their covered shares.
 */
final class Scaler implements Raster.Rows {
  private static final int BYTES = 3;

  private final int fromHeight;
  private final int width;
  private final int height;
  private final byte[] result;
  private final float[] sums;
  private final float[] row;
  private final int[] starts;
  private final double stepX;
  private int read;
  private int written;

  Scaler(int fromWidth, int fromHeight, int width, int height) {
    this.fromHeight = fromHeight;
    this.width = width;
    this.height = height;
    this.result = new byte[width * height * BYTES];
    this.sums = new float[width * BYTES];
    this.row = new float[width * BYTES];
    this.stepX = (double) fromWidth / width;
    this.starts = new int[width + 1];
    for (int x = 0; x <= width; x++) {
      starts[x] = Math.min(fromWidth, (int) (x * stepX));
    }
  }

  @Override
  public void add(byte[] rgb) {
    shrink(rgb);
    double step = (double) fromHeight / height;
    double top = read++;
    double bottom = top + 1;
    while (written < height && top < bottom) {
      double end = written == height - 1 ? fromHeight : (written + 1) * step;
      double share = Math.min(bottom, end) - top;
      for (int i = 0; i < sums.length; i++) {
        sums[i] += (float) (row[i] * share);
      }
      top += share;
      if (top < end && !(written == height - 1 && read == fromHeight)) {
        return;
      }
      write(step);
    }
  }

  /** Averages a row to the width of the result. */
  private void shrink(byte[] rgb) {
    for (int x = 0; x < width; x++) {
      double left = x * stepX;
      double right = left + stepX;
      float red = 0;
      float green = 0;
      float blue = 0;
      int last = Math.min(rgb.length / BYTES - 1, (int) Math.ceil(right) - 1);
      for (int i = starts[x]; i <= last; i++) {
        float share = (float) (Math.min(right, i + 1) - Math.max(left, i));
        red += share * (rgb[i * BYTES] & 0xff);
        green += share * (rgb[i * BYTES + 1] & 0xff);
        blue += share * (rgb[i * BYTES + 2] & 0xff);
      }
      row[x * BYTES] = (float) (red / stepX);
      row[x * BYTES + 1] = (float) (green / stepX);
      row[x * BYTES + 2] = (float) (blue / stepX);
    }
  }

  private void write(double step) {
    int at = written++ * sums.length;
    for (int i = 0; i < sums.length; i++) {
      int value = (int) Math.round(sums[i] / step);
      result[at + i] = (byte) Math.max(0, Math.min(255, value));
      sums[i] = 0;
    }
  }

  Raster result() {
    return new Raster(width, height, result);
  }
}
