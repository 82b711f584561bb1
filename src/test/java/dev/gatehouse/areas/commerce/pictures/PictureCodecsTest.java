package dev.gatehouse.areas.commerce.pictures;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decoders and encoder of pictures, compared with those of the JDK. */
class PictureCodecsTest {
  private static Raster decoded(byte[] file) throws IOException {
    return PictureDecoder.decode(new ByteArrayInputStream(file));
  }

  private static double difference(Raster one, Raster other) {
    assertEquals(one.width() + "x" + one.height(), other.width() + "x" + other.height());
    long sum = 0;
    for (int i = 0; i < one.rgb().length; i++) {
      sum += Math.abs((one.rgb()[i] & 0xff) - (other.rgb()[i] & 0xff));
    }
    return (double) sum / one.rgb().length;
  }

  @ParameterizedTest
  @CsvSource({
    "64, 64, false, false", "97, 33, false, false", "801, 599, false, false",
    "64, 64, true, false", "97, 33, true, false", "801, 599, true, false",
    "16, 200, false, true", "97, 33, true, true", "640, 480, false, true",
  })
  void decodesJpeg(int width, int height, boolean progressive, boolean gray) throws IOException {
    int type = gray ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB;
    byte[] file =
        DrawnPictures.encoded(DrawnPictures.drawn(width, height, type), "jpeg", progressive);
    double difference = difference(DrawnPictures.decoded(file), decoded(file));
    // The JDK smooths the chrominance at edges.
    assertTrue(difference < (gray ? 0.05 : 4), "" + difference);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false",
    "1, true",
    "2, false",
    "2, true",
    "10, false",
    "10, true",
    "11, false",
    "12, false",
    "12, true",
    "13, false",
    "13, true"
  })
  void decodesPngExactly(int type, boolean interlaced) throws IOException {
    for (int[] size : new int[][] {{16, 16}, {97, 33}, {33, 131}}) {
      byte[] file =
          DrawnPictures.encoded(DrawnPictures.drawn(size[0], size[1], type), "png", interlaced);
      assertArrayEquals(DrawnPictures.decoded(file).rgb(), decoded(file).rgb(), "" + type);
    }
  }

  @Test
  void showsTransparentPixelsOnWhite() throws IOException {
    var image = new BufferedImage(32, 32, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(3, 4, 0x80ff0000);
    Raster decoded = decoded(DrawnPictures.encoded(image, "png", false));
    assertEquals(-1, decoded.rgb()[0]);
    int at = (4 * 32 + 3) * 3;
    assertArrayEquals(new byte[] {-1, 127, 127}, Arrays.copyOfRange(decoded.rgb(), at, at + 3));
  }

  @ParameterizedTest
  @CsvSource({"64, 64", "97, 33", "801, 599"})
  void encodesWhatTheJdkDecodes(int width, int height) throws IOException {
    Raster drawn = decoded(DrawnPictures.png(width, height));
    byte[] file = JpegEncoder.encode(drawn);
    Raster read = DrawnPictures.decoded(file);
    assertTrue(difference(read, decoded(file)) < 4);
    // Chrominance has half of the resolution, so only smooth areas are close.
    assertTrue(difference(drawn, read) < 8, "" + difference(drawn, read));
    int corner =
        Math.abs((drawn.rgb()[3 * (width - 2)] & 0xff) - (read.rgb()[3 * (width - 2)] & 0xff));
    assertTrue(corner < 12, "" + corner);
  }

  @Test
  void shrinksLargePictures() throws IOException {
    Raster large = decoded(DrawnPictures.png(2400, 1200));
    assertEquals("1600x800", large.width() + "x" + large.height());
    Raster small = large.scaled(320);
    assertEquals("320x160", small.width() + "x" + small.height());
    Raster direct = decoded(DrawnPictures.png(320, 160));
    assertTrue(difference(small, direct) < 6, "" + difference(small, direct));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0123", "2, 1032", "3, 3210", "4, 2301", "5, 0213", "6, 2031", "7, 3120", "8, 1302"
  })
  void turnsPictureByItsOrientation(int orientation, String seen) {
    byte[] rgb = new byte[12];
    for (int i = 0; i < 4; i++) {
      rgb[i * 3] = (byte) i;
    }
    Raster turned = new Raster(2, 2, rgb).oriented(orientation);
    StringBuilder pixels = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      pixels.append(turned.rgb()[i * 3]);
    }
    assertEquals(seen, pixels.toString());
    assertEquals(
        orientation > 4 ? "2x3" : "3x2",
        new Raster(3, 2, new byte[18]).oriented(orientation).width()
            + "x"
            + new Raster(3, 2, new byte[18]).oriented(orientation).height());
  }

  @Test
  void readsOrientationOfExif() throws IOException {
    byte[] plain = DrawnPictures.encoded(DrawnPictures.drawn(64, 32, 1), "jpeg", false);
    for (boolean little : List.of(true, false)) {
      ByteBuffer exif = ByteBuffer.allocate(36);
      exif.put(new byte[] {(byte) 0xff, (byte) 0xe1, 0, 34});
      exif.put("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
      exif.put((little ? "II" : "MM").getBytes(StandardCharsets.US_ASCII));
      exif.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      exif.putShort((short) 42).putInt(8).putShort((short) 1);
      exif.putShort((short) 0x112).putShort((short) 3).putInt(1).putShort((short) 6);
      byte[] turned = new byte[plain.length + exif.capacity()];
      System.arraycopy(plain, 0, turned, 0, 2);
      System.arraycopy(exif.array(), 0, turned, 2, exif.capacity());
      System.arraycopy(plain, 2, turned, 2 + exif.capacity(), plain.length - 2);
      assertEquals(32, decoded(turned).width());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 100000, 16'000 pixels", "65535, 16, 16'000 pixels", "16000, 16000, 50 megapixels",
    "2147483647, 2147483647, 16'000", "4294967295, 1, at least 16", "0, 0, at least 16",
    "15, 100, at least 16"
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
  void rejectsLargeInterlacedPicture() {
    byte[] png = DrawnPictures.encoded(DrawnPictures.drawn(16, 16, 1), "png", true);
    ByteBuffer.wrap(png).putInt(16, 5_000).putInt(20, 5_000);
    refused(png, "interlaced");
    byte[] jpeg = DrawnPictures.encoded(DrawnPictures.drawn(16, 16, 1), "jpeg", true);
    int frame = find(jpeg, 0xc2);
    ByteBuffer.wrap(jpeg).putShort(frame + 5, (short) 6_000).putShort(frame + 7, (short) 6_000);
    refused(jpeg, "progressive");
  }

  /** The header of a scan ends with the range of its coefficients, which one scan has, too. */
  @Test
  void rejectsIncompleteScanHeader() {
    byte[] jpeg = DrawnPictures.encoded(DrawnPictures.drawn(16, 16, 10), "jpeg", false);
    int scan = find(jpeg, 0xda);
    byte[] cut = Arrays.copyOf(jpeg, jpeg.length - 3);
    cut[scan + 3] = 5;
    System.arraycopy(jpeg, scan + 10, cut, scan + 7, jpeg.length - scan - 10);
    refused(cut, "incomplete");
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
    "'<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>', JPEG or PNG",
    "'<!doctype html><script>alert(1)</script>', JPEG or PNG",
    "GIF89a..., JPEG or PNG",
    "RIFF....WEBPVP8 , WebP",
    "%PDF-1.7, JPEG or PNG",
    "'', incomplete",
    "a, incomplete"
  })
  void rejectsOtherContent(String content, String message) {
    refused(content.getBytes(StandardCharsets.US_ASCII), message);
  }

  /** Truncated and damaged files never fail in another way, and never need much time or memory. */
  @Test
  void survivesDamagedFiles() {
    Random random = new Random(34);
    List<byte[]> files =
        List.of(
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 1), "jpeg", false),
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 1), "jpeg", true),
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 1), "png", false),
            DrawnPictures.encoded(DrawnPictures.drawn(97, 33, 2), "png", true));
    int refused = 0;
    for (int i = 0; i < 8_000; i++) {
      byte[] file = files.get(i % files.size()).clone();
      for (int damage = random.nextInt(4); damage >= 0; damage--) {
        file[random.nextInt(file.length)] = (byte) random.nextInt();
      }
      if (i % 3 == 0) {
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
