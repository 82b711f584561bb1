package dev.gatehouse.areas.site.links;

import module java.base;

import io.nayuki.qrcodegen.QrCode;

/**
 * QR codes as images. The runtime of the packages has no {@code java.desktop}, so a PNG with one
 * bit per pixel is written here.
 */
final class QrImages {
  /** Quiet zone around a code, in modules, which the standard requires. */
  private static final int QUIET = 4;

  /** Pixels per module of a PNG. */
  private static final int SCALE = 8;

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

  private QrImages() {}

  static String svg(QrCode code) {
    var path = new StringBuilder();
    for (int y = 0; y < code.size; y++) {
      for (int x = 0; x < code.size; x++) {
        if (code.getModule(x, y)) {
          path.append('M').append(x + QUIET).append(',').append(y + QUIET).append("h1v1h-1z");
        }
      }
    }
    int side = code.size + 2 * QUIET;
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
        + (side + " " + side)
        + "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0,0h"
        + (side + "v" + side + "h-" + side)
        + "z\"/><path d=\""
        + path
        + "\"/></svg>\n";
  }

  static byte[] png(QrCode code) {
    int side = (code.size + 2 * QUIET) * SCALE;
    int row = 1 + (side + Byte.SIZE - 1) / Byte.SIZE;
    byte[] pixels = new byte[row * side];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        if (!code.getModule(x / SCALE - QUIET, y / SCALE - QUIET)) {
          pixels[y * row + 1 + x / Byte.SIZE] |= (byte) (0x80 >> x % Byte.SIZE);
        }
      }
    }
    // One bit per pixel, grayscale.
    byte[] header =
        ByteBuffer.allocate(13).putInt(side).putInt(side).put((byte) 1).put(new byte[4]).array();
    var image = new ByteArrayOutputStream();
    image.writeBytes(SIGNATURE);
    chunk(image, "IHDR", header);
    chunk(image, "IDAT", deflated(pixels));
    chunk(image, "IEND", new byte[0]);
    return image.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream image, String type, byte[] content) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    var checksum = new CRC32();
    checksum.update(name);
    checksum.update(content);
    image.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(content.length).array());
    image.writeBytes(name);
    image.writeBytes(content);
    image.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) checksum.getValue()).array());
  }

  private static byte[] deflated(byte[] bytes) {
    try (var deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
      deflater.setInput(bytes);
      deflater.finish();
      var out = new ByteArrayOutputStream();
      byte[] part = new byte[1 << 12];
      while (!deflater.finished()) {
        out.write(part, 0, deflater.deflate(part));
      }
      return out.toByteArray();
    }
  }
}
