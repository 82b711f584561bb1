package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestNode;
import io.nayuki.qrcodegen.QrCode;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Previews of short URLs and their QR codes. */
class ShortUrlPreviewTest {
  private static final String TARGET = "https://www.example.org/a?b=%22c%22&d=%3Ce%3E";
  private static final String HTML = "text/html,*/*;q=0.8";
  private static final int QUIET = 4;
  private static final int SCALE = 8;

  @RegisterExtension static final TestNode NODE = new TestNode();

  private static void make(String key, String description) {
    Instant end = NODE.clock.instant().plus(Duration.ofDays(9)).truncatedTo(ChronoUnit.SECONDS);
    JsonObject made = JsonObject.of("key", key, "url", TARGET, "description", description);
    NODE.owner("POST", "/api/proxy/redirects").json(made.put("expiresAt", "" + end)).expect(201);
  }

  private static Client.Reply browser(String path) {
    return NODE.request("GET", path)
        .header("Accept", HTML)
        .header("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
        .send();
  }

  private static long clicks(String key) {
    return NODE.get("/api/proxy/redirects/public").list("redirects").stream()
        .filter(each -> each.getString("key").equals(key))
        .findFirst()
        .orElseThrow()
        .getLong("clicks");
  }

  @Test
  void showsTargetWithoutCountingAClick() {
    make("look", "<script>alert(1)</script>");
    Client.Reply page = browser("/r/look+").expect(200);
    assertEquals("text/html", page.header("Content-Type"));
    assertTrue(page.text().contains("leads to www.example.org."), page.text());
    assertTrue(page.text().contains("b=%22c%22&amp;d=%3Ce%3E"), page.text());
    assertTrue(page.text().contains("&lt;script&gt;alert(1)"), page.text());
    assertFalse(page.text().contains("<script"), page.text());
    assertTrue(page.text().contains("href=\"look\""), page.text());
    browser("/r/look/qr").expect(200);
    assertEquals(0, clicks("look"));
    browser("/r/look").expect(302);
    assertEquals(1, clicks("look"));
  }

  @ParameterizedTest
  @CsvSource({
    "/r/none+, 404", "/r/none/qr, 404", "/r/a++, 404",
    "/r/+, 404", "/r/a/b+, 404", "/r/a/b/qr, 404"
  })
  void rejectsUnknownKeysAndFormats(String path, int status) {
    NODE.get(path).expect(status);
  }

  @ParameterizedTest
  @CsvSource({"/r/over+", "/r/over", "/r/over/qr"})
  void reportsExpiredShortUrl(String path) {
    if (NODE.get("/r/over").status() == 404) {
      make("over", "");
      NODE.clock.advance(Duration.ofDays(10));
    }
    Client.Reply reply = browser(path).expect(410);
    if (!path.endsWith("qr")) {
      assertTrue(reply.text().contains("<h1>This page no longer exists</h1>"), reply.text());
    }
  }

  @Test
  void drawsTheSameCodeInBothFormats() throws Exception {
    make("code", "");
    QrCode code = QrCode.encodeText(NODE.address() + "/r/code", QrCode.Ecc.MEDIUM);
    Client.Reply svg = NODE.get("/r/code/qr");
    assertEquals("image/svg+xml", svg.header("Content-Type"));
    Client.Reply png = NODE.get("/r/code/qr?format=png");
    assertEquals("image/png", png.header("Content-Type"));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png.bytes()));
    assertEquals((code.size + 2 * QUIET) * SCALE, image.getWidth());
    assertEquals(image.getWidth(), image.getHeight());
    for (int y = -QUIET; y < code.size + QUIET; y++) {
      for (int x = -QUIET; x < code.size + QUIET; x++) {
        boolean dark = code.getModule(x, y);
        String module = "M" + (x + QUIET) + "," + (y + QUIET) + "h1v1h-1z";
        assertEquals(dark, svg.text().contains(module), module);
        int pixel = image.getRGB((x + QUIET) * SCALE + 3, (y + QUIET) * SCALE + 5) & 0xffffff;
        assertEquals(dark ? 0 : 0xffffff, pixel, module);
      }
    }
    assertFalse(Pattern.compile("[<>]script|on[a-z]+=").matcher(svg.text()).find());
  }
}
