package dev.gatehouse.areas.site.links;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Call;
import dev.gatehouse.pages.Pages;
import io.nayuki.qrcodegen.QrCode;
import io.vertx.core.buffer.Buffer;

/** Pages that show where short URLs lead, and their QR codes. They count no click. */
record ShortUrlPreviews(Pages pages, OwnAddresses own) {
  Answer page(Call call, ShortUrl url) {
    String target = url.target().url();
    String host = URI.create(target).getHost();
    return pages.answer(
        "link-preview",
        new ShortUrlPreview(
            url.id(),
            address(call, url),
            new ShortUrlPreview.Target(
                target, Objects.requireNonNullElse(host, target), url.target().description()),
            url.life().createdAt(),
            url.expiry()));
  }

  /**
   * Returns the QR code of a short URL.
   *
   * @param format svg or png
   */
  Answer code(Call call, ShortUrl url, String format) {
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
}
