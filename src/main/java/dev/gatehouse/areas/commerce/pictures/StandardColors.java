package dev.gatehouse.areas.commerce.pictures;

import java.awt.color.CMMException;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;

/** Converts pictures to opaque sRGB, which every browser shows alike without a profile. */
final class StandardColors {
  private static final int WHITE = 0xff;

  private StandardColors() {}

  /**
   * Returns a picture on white, because JPEG files have no transparency.
   *
   * @param profile of the colors; null if the picture knows it
   */
  static BufferedImage of(BufferedImage read, ICC_Profile profile) {
    ColorModel model = read.getColorModel();
    var result = new BufferedImage(read.getWidth(), read.getHeight(), BufferedImage.TYPE_INT_RGB);
    boolean gray = model.getColorSpace().getType() == ColorSpace.TYPE_GRAY;
    if (gray && !(model instanceof IndexColorModel)) {
      // The JDK takes gray as linear light, and so would show it too bright.
      drawGray(read, result);
      return result;
    }
    BufferedImage colors = model.getColorSpace().isCS_sRGB() ? read : converted(read);
    int[] row = new int[read.getWidth()];
    for (int y = 0; y < read.getHeight(); y++) {
      colors.getRGB(0, y, row.length, 1, row, 0, row.length);
      if (model.hasAlpha()) {
        for (int x = 0; x < row.length; x++) {
          row[x] = onWhite(row[x]);
        }
      }
      result.setRGB(0, y, row.length, 1, row, 0, row.length);
    }
    if (profile != null && profile.getColorSpaceType() == ColorSpace.TYPE_RGB) {
      convert(profile, result);
    }
    return result;
  }

  private static BufferedImage converted(BufferedImage read) {
    int type =
        read.getColorModel().hasAlpha() ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB;
    var result = new BufferedImage(read.getWidth(), read.getHeight(), type);
    try {
      return new ColorConvertOp(null).filter(read, result);
    } catch (CMMException | IllegalArgumentException unusableProfile) {
      return read;
    }
  }

  private static void convert(ICC_Profile profile, BufferedImage picture) {
    ICC_Profile standard = ICC_Profile.getInstance(ColorSpace.CS_sRGB);
    try {
      new ColorConvertOp(new ICC_Profile[] {profile, standard}, null)
          .filter(picture.getRaster(), picture.getRaster());
    } catch (CMMException | IllegalArgumentException unusableProfile) {
      // Programs show such a picture without its profile.
    }
  }

  private static void drawGray(BufferedImage read, BufferedImage result) {
    Raster samples = read.getRaster();
    int shift = Math.max(0, read.getColorModel().getComponentSize(0) - 8);
    boolean alpha = read.getColorModel().hasAlpha();
    for (int y = 0; y < read.getHeight(); y++) {
      for (int x = 0; x < read.getWidth(); x++) {
        int level = samples.getSample(x, y, 0) >> shift;
        int opacity = alpha ? samples.getSample(x, y, 1) >> shift : WHITE;
        result.setRGB(x, y, onWhite(opacity << 24 | level << 16 | level << 8 | level));
      }
    }
  }

  private static int onWhite(int argb) {
    int alpha = argb >>> 24;
    return blended(argb >> 16 & WHITE, alpha) << 16
        | blended(argb >> 8 & WHITE, alpha) << 8
        | blended(argb & WHITE, alpha);
  }

  private static int blended(int value, int alpha) {
    return (value * alpha + WHITE * (WHITE - alpha) + WHITE / 2) / WHITE;
  }
}
