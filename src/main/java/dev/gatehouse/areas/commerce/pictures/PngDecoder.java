package dev.gatehouse.areas.commerce.pictures;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Decoder of PNG files, by RFC 2083. Transparent pixels become white. */
final class PngDecoder {
  private static final int[] START_X = {0, 4, 0, 2, 0, 1, 0};
  private static final int[] START_Y = {0, 0, 4, 0, 2, 0, 1};
  private static final int[] STEP_X = {8, 8, 4, 4, 2, 2, 1};
  private static final int[] STEP_Y = {8, 8, 8, 4, 4, 2, 2};
  private static final int MAX_CHUNK = 1 << 16;

  private final PictureSource source;
  private final Inflater inflater = new Inflater();
  private PngPixels pixels;
  private PictureSize size;
  private boolean interlaced;
  private long left;

  private PngDecoder(PictureSource source) {
    this.source = source;
  }

  /** Decodes a file behind its signature. */
  static Raster decode(PictureSource source) throws IOException {
    var decoder = new PngDecoder(source);
    try {
      return decoder.decode();
    } finally {
      decoder.inflater.end();
    }
  }

  private Raster decode() throws IOException {
    for (; ; ) {
      long length = source.number32();
      String type = new String(source.bytes(4), StandardCharsets.ISO_8859_1);
      if (pixels == null && !type.equals("IHDR")) {
        throw PictureSource.truncated();
      }
      switch (type) {
        case "IHDR" -> header(length);
        case "PLTE" -> pixels.palette(chunk(length));
        case "tRNS" -> pixels.transparent(chunk(length));
        case "IDAT" -> {
          left = length;
          return interlaced ? interlaced() : straight();
        }
        case "IEND" -> throw PictureSource.truncated();
        default -> source.skip(length + 4);
      }
    }
  }

  private byte[] chunk(long length) throws IOException {
    if (length > MAX_CHUNK) {
      throw PictureSource.truncated();
    }
    byte[] content = source.bytes((int) length);
    source.skip(4);
    return content;
  }

  private void header(long length) throws IOException {
    if (pixels != null || length != 13) {
      throw PictureSource.truncated();
    }
    long width = source.number32();
    long height = source.number32();
    int depth = source.next();
    int color = source.next();
    int compression = source.next();
    int filter = source.next();
    int interlace = source.next();
    source.skip(4);
    size = PictureSize.checked(width, height);
    pixels = PngPixels.of(depth, color);
    if (compression != 0 || filter != 0 || interlace > 1) {
      throw PictureSource.truncated();
    }
    interlaced = interlace == 1;
  }

  private Raster straight() throws IOException {
    Scaler scaler = size.scaler();
    byte[] rgb = new byte[size.width() * 3];
    byte[] above = new byte[pixels.bytes(size.width())];
    byte[] row = new byte[above.length];
    for (int y = 0; y < size.height(); y++) {
      read(row, above);
      pixels.convert(row, rgb, 0, 1, size.width());
      scaler.add(rgb);
      byte[] swapped = above;
      above = row;
      row = swapped;
    }
    return scaler.result();
  }

  private Raster interlaced() throws IOException {
    byte[] all = new byte[PictureSize.whole((long) size.width() * size.height() * 3)];
    for (int pass = 0; pass < START_X.length; pass++) {
      int width = (size.width() - START_X[pass] + STEP_X[pass] - 1) / STEP_X[pass];
      byte[] above = new byte[pixels.bytes(width)];
      byte[] row = new byte[above.length];
      for (int y = START_Y[pass]; width > 0 && y < size.height(); y += STEP_Y[pass]) {
        read(row, above);
        pixels.convert(row, all, y * size.width() + START_X[pass], STEP_X[pass], width);
        byte[] swapped = above;
        above = row;
        row = swapped;
      }
    }
    Scaler scaler = size.scaler();
    byte[] rgb = new byte[size.width() * 3];
    for (int y = 0; y < size.height(); y++) {
      System.arraycopy(all, y * rgb.length, rgb, 0, rgb.length);
      scaler.add(rgb);
    }
    return scaler.result();
  }

  /** Reads a row and removes its filter. */
  private void read(byte[] row, byte[] above) throws IOException {
    byte[] filter = new byte[1];
    inflate(filter);
    inflate(row);
    int back = pixels.distance();
    for (int i = 0; i < row.length; i++) {
      int a = i < back ? 0 : row[i - back] & 0xff;
      int b = above[i] & 0xff;
      int c = i < back ? 0 : above[i - back] & 0xff;
      int predicted =
          switch (filter[0]) {
            case 0 -> 0;
            case 1 -> a;
            case 2 -> b;
            case 3 -> (a + b) / 2;
            case 4 -> nearest(a, b, c);
            default -> throw PictureSource.truncated();
          };
      row[i] += (byte) predicted;
    }
  }

  /** Returns the neighbor that is closest to a linear function of all three. */
  private static int nearest(int a, int b, int c) {
    int linear = a + b - c;
    int toA = Math.abs(linear - a);
    int toB = Math.abs(linear - b);
    int toC = Math.abs(linear - c);
    if (toA <= toB && toA <= toC) {
      return a;
    }
    return toB <= toC ? b : c;
  }

  private void inflate(byte[] target) throws IOException {
    int done = 0;
    try {
      while (done < target.length) {
        int count = inflater.inflate(target, done, target.length - done);
        done += count;
        if (count == 0) {
          if (inflater.finished() || inflater.needsDictionary()) {
            throw PictureSource.truncated();
          }
          feed();
        }
      }
    } catch (DataFormatException e) {
      throw PictureSource.truncated();
    }
  }

  private void feed() throws IOException {
    while (left == 0) {
      source.skip(4);
      left = source.number32();
      if (!new String(source.bytes(4), StandardCharsets.ISO_8859_1).equals("IDAT")) {
        throw PictureSource.truncated();
      }
    }
    byte[] part = source.bytes((int) Math.min(left, MAX_CHUNK));
    left -= part.length;
    inflater.setInput(part);
  }
}
