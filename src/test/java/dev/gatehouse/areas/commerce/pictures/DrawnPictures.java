package dev.gatehouse.areas.commerce.pictures;

import module java.base;

import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;

/** Pictures that the JDK draws, encodes and decodes. */
public final class DrawnPictures {
  private DrawnPictures() {}

  /**
   * @param type of {@link BufferedImage}
   */
  static BufferedImage drawn(int width, int height, int type) {
    var image = new BufferedImage(width, height, type);
    Graphics2D graphics = image.createGraphics();
    graphics.setPaint(
        new GradientPaint(0, 0, new Color(200, 60, 40), width, height, new Color(20, 120, 220)));
    graphics.fillRect(0, 0, width, height);
    graphics.setColor(Color.YELLOW);
    graphics.fillOval(width / 5, height / 3, width / 2, height / 2);
    graphics.setColor(Color.BLACK);
    graphics.drawLine(0, 0, width, height);
    graphics.dispose();
    return image;
  }

  /** Returns a PNG file with opaque colors. */
  public static byte[] png(int width, int height) {
    return encoded(drawn(width, height, BufferedImage.TYPE_INT_RGB), "png", false);
  }

  /**
   * @param format jpeg or png
   * @param progressive whether it is progressive or interlaced
   */
  static byte[] encoded(BufferedImage image, String format, boolean progressive) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
    ImageWriteParam parameters = writer.getDefaultWriteParam();
    if (progressive) {
      parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
    }
    var bytes = new ByteArrayOutputStream();
    try (var out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  /** Returns a picture on a white background, with gray as bright as its samples. */
  static BufferedImage onWhite(BufferedImage image) {
    var result = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
    boolean gray =
        image.getType() == BufferedImage.TYPE_BYTE_GRAY
            || image.getType() == BufferedImage.TYPE_USHORT_GRAY;
    for (int i = 0; i < image.getWidth() * image.getHeight(); i++) {
      int x = i % image.getWidth();
      int y = i / image.getWidth();
      int level = image.getRaster().getSample(x, y, 0);
      int shade = image.getType() == BufferedImage.TYPE_USHORT_GRAY ? level >> 8 : level;
      int color = gray ? 0xff000000 | shade * 0x010101 : image.getRGB(x, y);
      int alpha = color >>> 24;
      int seen = 0;
      for (int shift = 16; shift >= 0; shift -= 8) {
        int value = color >> shift & 0xff;
        seen |= ((value * alpha + 255 * (255 - alpha) + 127) / 255) << shift;
      }
      result.setRGB(x, y, seen);
    }
    return result;
  }
}
