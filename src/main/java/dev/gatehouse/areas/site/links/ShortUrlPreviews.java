package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.areas.site.links.ShortUrlOperations.ShortUrlPreview;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.pages.Pages;
import io.nayuki.qrcodegen.QrCode;
import io.vertx.core.buffer.Buffer;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pages that show where short URLs lead, and their QR codes. They count no click. */
record ShortUrlPreviews(Pages pages, OwnAddresses own) {
  Answer page(Call call, ShortUrl url) {
    String target = url.url();
    String host = URI.create(target).getHost();
    return pages.answer(
        "link-preview",
        new ShortUrlPreview(
            url.id(),
            address(call, url),
            new ShortUrlPreview.Target(
                target, Objects.requireNonNullElse(host, target), url.description()),
            url.createdAt(),
            url.expiry()));
  }

  /**
   * Returns the QR code of a short URL.
   *
   * @param format svg or png
   */
  Answer code(Call call, ShortUrl url, String format) throws IOException {
    QrCode code = QrCode.encodeText(address(call, url), QrCode.Ecc.MEDIUM);
    boolean svg = format.equals("svg");
    byte[] image = svg ? QrImages.svg(code).getBytes(StandardCharsets.UTF_8) : QrImages.png(code);
    return new Answer(
        200,
        Map.of("Content-Type", svg ? "image/svg+xml" : "image/png"),
        Buffer.buffer(image),
        null);
  }

  private String address(Call call, ShortUrl url) {
    return own.shortUrl(url.id(), call.base());
  }

  private static final class QrImages {
    /** Quiet zone around a code, in modules, which the standard requires. */
    private static final int QUIET = 4;

    /** Pixels per module of a PNG. */
    private static final int SCALE = 8;

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

    static byte[] png(QrCode code) throws IOException {
      int side = (code.size + 2 * QUIET) * SCALE;
      var image = new BufferedImage(side, side, BufferedImage.TYPE_BYTE_BINARY);
      for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
          if (!code.getModule(x / SCALE - QUIET, y / SCALE - QUIET)) {
            image.setRGB(x, y, -1);
          }
        }
      }
      var png = new ByteArrayOutputStream();
      // Not on the disk, where ImageIO buffers by default.
      try (var out = new MemoryCacheImageOutputStream(png)) {
        ImageIO.write(image, "png", out);
      }
      return png.toByteArray();
    }
  }
}
