package dev.gatehouse.areas.commerce.pictures;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Words;
import dev.gatehouse.areas.commerce.pictures.PictureDecoder.InvalidPictureException;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures as browsers show them. The files are from Pillow and libvips, the rest from the JDK. */
@Tag("slow")
class PictureCodecsTest {
  private static final int[] BANDS = {0xc82828, 0x28a03c, 0x3c5ac8};

  private static BufferedImage decoded(byte[] file) throws IOException {
    return PictureDecoder.decode(new ByteArrayInputStream(file));
  }

  private static byte[] stored(String name) throws IOException {
    return Files.readAllBytes(Path.of("src/test/resources/pictures", name));
  }

  private static int distance(int one, int other) {
    int most = 0;
    for (int shift : new int[] {0, 8, 16}) {
      most = Math.max(most, Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)));
    }
    return most;
  }

  private static double difference(BufferedImage one, BufferedImage other) {
    assertEquals(size(one), size(other));
    long sum = 0;
    for (int y = 0; y < one.getHeight(); y++) {
      for (int x = 0; x < one.getWidth(); x++) {
        sum += distance(one.getRGB(x, y), other.getRGB(x, y));
      }
    }
    return (double) sum / (one.getWidth() * one.getHeight());
  }

  private static String size(BufferedImage picture) {
    return picture.getWidth() + "x" + picture.getHeight();
  }

  /** Three bands of colors in files of each kind. */
  @ParameterizedTest
  @Words(
      """
      adobe.jpg adobe.png adobe.webp adobe-palette.png prophoto.jpg prophoto.png prophoto.webp prophoto-palette.png
      cmyk.jpg one.gif animated.gif animated.webp lossy.webp lossless.webp alpha.webp turned.jpg turned.png
      turned.webp p3.jpg p3.png p3.webp
      """)
  void showsColorsAndOrientation(String name) throws IOException {
    BufferedImage picture = decoded(stored(name));
    assertEquals("48x24", size(picture));
    for (int band = 0; band < 3; band++) {
      int seen = picture.getRGB(16 * band + 8, 12);
      assertTrue(distance(BANDS[band], seen) < 8, band + ": " + Integer.toHexString(seen));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gray.jpg", "gray.png", "gray-alpha.png", "gray16.png"})
  void showsGrayAsBrightAsStored(String name) throws IOException {
    BufferedImage picture = decoded(stored(name));
    int[] levels = {0x585858, 0x717171, 0x5e5e5e};
    for (int band = 0; band < 3; band++) {
      assertTrue(distance(levels[band], picture.getRGB(16 * band + 8, 12)) < 8, name);
    }
  }

  /** Programs show a picture whose last bytes are missing. */
  @ParameterizedTest
  @ValueSource(strings = {"turned.jpg", "gray.jpg", "cmyk.jpg", "turned.png", "one.gif"})
  void showsPictureWithoutItsLastBytes(String name) throws IOException {
    byte[] file = stored(name);
    int cut = name.endsWith("png") ? 12 : name.endsWith("gif") ? 1 : 2;
    assertEquals("48x24", size(decoded(Arrays.copyOf(file, file.length - cut))));
  }

  @Test
  void rejectsHalfPicture() {
    for (String format : List.of("jpeg", "png")) {
      byte[] file = DrawnPictures.encoded(DrawnPictures.drawn(801, 599, 1), format, false);
      refused(Arrays.copyOf(file, file.length / 2), "incomplete");
    }
  }

  @Test
  void rejectsScanBomb() {
    byte[] file = DrawnPictures.encoded(DrawnPictures.drawn(64, 64, 1), "jpeg", true);
    int scan = find(file, 0xda);
    byte[] header = Arrays.copyOfRange(file, scan, scan + 14);
    byte[] bomb = Arrays.copyOf(file, file.length + 200 * header.length);
    for (int i = 0; i < 200; i++) {
      System.arraycopy(header, 0, bomb, scan + i * header.length, header.length);
    }
    System.arraycopy(file, scan, bomb, scan + 200 * header.length, file.length - scan);
    refused(bomb, "scans");
  }

  @ParameterizedTest
  @CsvSource({
    "64, 64, false, false", "97, 33, false, false", "801, 599, false, false",
    "64, 64, true, false", "97, 33, true, false", "801, 599, true, false",
    "16, 200, false, true", "97, 33, true, true", "640, 480, false, true"
  })
  void decodesJpeg(int width, int height, boolean progressive, boolean gray) throws IOException {
    int type = gray ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB;
    BufferedImage drawn = DrawnPictures.drawn(width, height, type);
    byte[] file = DrawnPictures.encoded(drawn, "jpeg", progressive);
    double difference = difference(DrawnPictures.onWhite(drawn), decoded(file));
    // Chrominance has half of the resolution.
    assertTrue(difference < (gray ? 4 : 18), "" + difference);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false", "1, true", "2, false", "2, true", "10, false",
    "10, true", "11, false", "12, false", "12, true", "13, false",
    "13, true"
  })
  void decodesPngExactly(int type, boolean interlaced) throws IOException {
    for (int[] size : new int[][] {{16, 16}, {97, 33}, {33, 131}}) {
      BufferedImage drawn = DrawnPictures.drawn(size[0], size[1], type);
      byte[] file = DrawnPictures.encoded(drawn, "png", interlaced);
      assertEquals(0, difference(DrawnPictures.onWhite(drawn), decoded(file)), "" + type);
    }
  }

  @Test
  void showsTransparentPixelsOnWhite() throws IOException {
    var image = new BufferedImage(32, 32, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(3, 4, 0x80ff0000);
    BufferedImage decoded = decoded(DrawnPictures.encoded(image, "png", false));
    assertEquals(0xffffffff, decoded.getRGB(0, 0));
    assertEquals(0xffff7f7f, decoded.getRGB(3, 4));
  }

  @Test
  void encodesWhatTheJdkDecodes() throws IOException {
    BufferedImage drawn = decoded(DrawnPictures.png(801, 599));
    byte[] file = PictureFiles.jpeg(drawn);
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(file));
    // Chrominance has half of the resolution, so only smooth areas are close.
    assertTrue(difference(drawn, read) < 8, "" + difference(drawn, read));
  }

  @ParameterizedTest
  @CsvSource({"2400, 1200, 1600x800", "3300, 20, 1600x10", "100, 5000, 32x1600"})
  void shrinksLargePictures(int width, int height, String expected) throws IOException {
    for (String format : List.of("png", "jpeg")) {
      BufferedImage drawn = DrawnPictures.drawn(width, height, BufferedImage.TYPE_INT_RGB);
      assertEquals(expected, size(decoded(DrawnPictures.encoded(drawn, format, false))));
    }
  }

  @Test
  void scalesLikeSmallerDrawing() throws IOException {
    BufferedImage large = decoded(DrawnPictures.png(1600, 800));
    BufferedImage small = PictureDecoder.scaled(large, 320);
    BufferedImage direct = decoded(DrawnPictures.png(320, 160));
    assertTrue(difference(small, direct) < 8, "" + difference(small, direct));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0123", "2, 1032", "3, 3210", "4, 2301",
    "5, 0213", "6, 2031", "7, 3120", "8, 1302"
  })
  void turnsPictureByItsOrientation(int orientation, String seen) {
    var stored = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 4; i++) {
      stored.setRGB(i % 2, i / 2, i);
    }
    BufferedImage turned = Orientation.turned(stored, orientation);
    StringBuilder pixels = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      pixels.append(turned.getRGB(i % 2, i / 2) & 0xff);
    }
    assertEquals(seen, pixels.toString());
    var wide = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
    assertEquals(orientation > 4 ? "2x3" : "3x2", size(Orientation.turned(wide, orientation)));
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 100000, 16'000 pixels", "65535, 16, 16'000 pixels", "16000, 16000, 50 megapixels",
    "2147483647, 2147483647, 16'000", "1, 100, at least 16", "15, 100, at least 16"
  })
  void rejectsSizeBeforeDecoding(long width, long height, String message) {
    byte[] png = DrawnPictures.png(16, 16);
    ByteBuffer.wrap(png).putInt(16, (int) width).putInt(20, (int) height);
    refused(png, message.replace('\'', ','));
    if (width <= 65535 && height <= 65535) {
      byte[] jpeg = DrawnPictures.encoded(DrawnPictures.drawn(16, 16, 1), "jpeg", false);
      int frame = find(jpeg, 0xc0);
      ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) height).putShort(frame + 7, (short) width);
      refused(jpeg, message.replace('\'', ','));
    }
  }

  /** A picture that must be decoded as a whole has a lower limit. */
  @Test
  void rejectsLargePictureThatNeedsMemory() throws IOException {
    byte[] png = DrawnPictures.encoded(DrawnPictures.drawn(16, 16, 1), "png", true);
    ByteBuffer.wrap(png).putInt(16, 5_000).putInt(20, 5_000);
    refused(png, "interlaced");
    byte[] jpeg = DrawnPictures.encoded(DrawnPictures.drawn(16, 16, 1), "jpeg", true);
    int frame = find(jpeg, 0xc2);
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) 6_000).putShort(frame + 7, (short) 6_000);
    refused(jpeg, "progressive");
    byte[] webP = stored("lossy.webp");
    ByteBuffer.wrap(webP)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(26, (short) 6_000)
        .putShort(28, (short) 6_000);
    refused(webP, "WebP");
  }

  private static int find(byte[] jpeg, int marker) {
    for (int i = 0; i < jpeg.length - 1; i++) {
      if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == marker) {
        return i;
      }
    }
    throw new AssertionError("no marker");
  }

  private static void refused(byte[] file, String message) {
    InvalidPictureException refused =
        assertThrows(InvalidPictureException.class, () -> decoded(file));
    assertTrue(refused.getMessage().contains(message), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "'<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>', WebP or GIF",
    "'<!doctype html><script>alert(1)</script>', WebP or GIF",
    "GIF89a......., incomplete",
    "RIFF....WEBPVP8 , incomplete",
    "RIFF....WAVEfmt , WebP or GIF",
    "%PDF-1.7 of someone, WebP or GIF",
    "'', incomplete",
    "a, incomplete"
  })
  void rejectsOtherContent(String content, String message) {
    refused(content.getBytes(StandardCharsets.US_ASCII), message);
  }

  /** Truncated and damaged files never fail in another way, and never need much time or memory. */
  @Test
  void survivesDamagedFiles() throws IOException {
    Random random = new Random(34);
    List<byte[]> files =
        List.of(
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 1), "jpeg", false),
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 1), "jpeg", true),
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 1), "png", false),
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 2), "png", true),
            stored("cmyk.jpg"),
            stored("adobe.jpg"),
            stored("adobe-palette.png"),
            stored("one.gif"),
            stored("animated.gif"),
            stored("lossy.webp"),
            stored("lossless.webp"),
            stored("alpha.webp"));
    int refused = 0;
    for (int i = 0; i < 9_600; i++) {
      byte[] file = files.get(i % files.size()).clone();
      for (int damage = random.nextInt(4); damage >= 0; damage--) {
        file[random.nextInt(file.length)] = (byte) random.nextInt();
      }
      if (i % 5 == 0) {
        file = Arrays.copyOf(file, random.nextInt(file.length));
      }
      try {
        decoded(file);
      } catch (InvalidPictureException expected) {
        refused++;
      } catch (IOException other) {
        throw new AssertionError(other);
      }
    }
    assertTrue(refused > 2_000, "" + refused);
  }
}
