package dev.gatehouse.areas.commerce.pictures;

import module java.base;

import com.twelvemonkeys.image.ResampleOp;
import com.twelvemonkeys.imageio.plugins.jpeg.JPEGImageReaderSpi;
import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import dev.gatehouse.areas.commerce.pictures.PictureMetadata.JpegHeader;
import java.awt.color.CMMException;
import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.ColorModel;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.event.IIOReadProgressListener;
import javax.imageio.event.IIOReadWarningListener;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import javax.imageio.stream.ImageInputStreamImpl;

/** Decodes pictures by their content, reduced while they are read. */
final class PictureDecoder {
  private static final int JPEG = 0xffd8ff;
  private static final int PNG = 0x89504e;
  private static final int GIF = 0x474946;
  private static final int RIFF = 0x524946;
  private static final String WRONG = "the file must be a JPEG, PNG, WebP or GIF picture";

  private PictureDecoder() {}

  /**
   * Returns a picture in sRGB with at most {@link PictureSize#MAX_RESULT} pixels on each side.
   *
   * @throws InvalidPictureException if the input is not a picture, or exceeds a bound
   */
  static BufferedImage decode(InputStream in) throws IOException {
    byte[] file = in.readAllBytes();
    if (file.length < 12) {
      throw new InvalidPictureException("the picture is incomplete or damaged");
    }
    int begin = (file[0] & 0xff) << 16 | (file[1] & 0xff) << 8 | (file[2] & 0xff);
    try {
      return switch (begin) {
        case JPEG -> {
          JpegHeader header = JpegHeader.of(file);
          byte[] whole = header.whole(file);
          ImageReader reader = registered(JPEGImageReaderSpi.class);
          yield decode(reader, whole, header.metadata(), header.progressive());
        }
        case PNG -> {
          PictureMetadata metadata = PictureMetadata.ofPng(file);
          yield decode(
              ImageIO.getImageReadersByFormatName("png").next(),
              file,
              metadata,
              metadata.interlaced());
        }
        case GIF -> {
          ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
          yield decode(reader, file, PictureMetadata.NONE, false);
        }
        case RIFF -> webP(file);
        default -> throw new InvalidPictureException(WRONG);
      };
    } catch (InvalidPictureException invalid) {
      throw invalid;
    } catch (IOException | RuntimeException damaged) {
      throw new InvalidPictureException("the picture is incomplete or damaged");
    }
  }

  private static BufferedImage webP(byte[] file) throws IOException {
    if (file[8] != 'W' || file[9] != 'E' || file[10] != 'B' || file[11] != 'P') {
      throw new InvalidPictureException(WRONG);
    }
    return decode(registered(WebPImageReaderSpi.class), file, PictureMetadata.ofWebP(file), false);
  }

  private static ImageReader registered(Class<? extends ImageReaderSpi> provider)
      throws IOException {
    return IIORegistry.getDefaultInstance()
        .getServiceProviderByClass(provider)
        .createReaderInstance();
  }

  private static BufferedImage decode(
      ImageReader reader, byte[] file, PictureMetadata metadata, boolean whole) throws IOException {
    try (var source = new PictureInput(file)) {
      reader.setInput(source, true, true);
      var size = PictureSize.checked(reader.getWidth(0), reader.getHeight(0));
      ImageTypeSpecifier type = reader.getImageTypes(0).next();
      if (reader.getOriginatingProvider() instanceof WebPImageReaderSpi) {
        size.requireDecodable(PictureSize.WEBP_BYTES);
      } else if (whole) {
        size.requireDecodable(PictureSize.WHOLE_BYTES);
      }
      int step = size.step(type.getColorModel().getPixelSize());
      BufferedImage read =
          type.createBufferedImage(
              (size.width() + step - 1) / step, (size.height() + step - 1) / step);
      ImageReadParam reduced = reader.getDefaultReadParam();
      reduced.setSourceSubsampling(step, step, 0, 0);
      reduced.setDestination(read);
      read(reader, reduced, whole);
      BufferedImage seen = Orientation.turned(fitted(read, metadata), metadata.orientation());
      read.flush();
      return seen;
    } finally {
      reader.dispose();
    }
  }

  /** Reads a picture of which a part of the end may be missing, like programs that show it. */
  private static void read(ImageReader reader, ImageReadParam parameters, boolean whole)
      throws IOException {
    var progress = new ReadProgress();
    reader.addIIOReadProgressListener(progress);
    reader.addIIOReadWarningListener(progress);
    try {
      reader.read(0, parameters);
    } catch (IOException | RuntimeException damaged) {
      progress.damaged();
    }
    if (!whole && !progress.complete()) {
      throw new InvalidPictureException("the picture is incomplete or damaged");
    }
  }

  private static BufferedImage fitted(BufferedImage read, PictureMetadata metadata) {
    BufferedImage colors = StandardColors.of(read, metadata.profile());
    int longest = Math.max(colors.getWidth(), colors.getHeight());
    if (longest <= PictureSize.MAX_RESULT) {
      return colors;
    }
    double scale = (double) PictureSize.MAX_RESULT / longest;
    return scaled(
        colors,
        Math.max(1, (int) Math.round(colors.getWidth() * scale)),
        Math.max(1, (int) Math.round(colors.getHeight() * scale)));
  }

  /** Returns a picture with a width and the height that belongs to it. */
  static BufferedImage scaled(BufferedImage picture, int width) {
    double height = (double) picture.getHeight() * width / picture.getWidth();
    return scaled(picture, width, Math.max(1, (int) Math.round(height)));
  }

  private static BufferedImage scaled(BufferedImage picture, int width, int height) {
    var result = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    return new ResampleOp(width, height, ResampleOp.FILTER_TRIANGLE).filter(picture, result);
  }

  /** Bounds of pictures, which are checked before any pixel is decoded. */
  record PictureSize(int width, int height) {
    /** Larger results are no better on a page. */
    static final int MAX_RESULT = 1600;

    /** Bytes of each pixel in formats that cannot be decoded row by row. */
    static final int WHOLE_BYTES = 3;

    /** Bytes of each pixel that the decoder of WebP needs. */
    static final int WEBP_BYTES = 10;

    private static final int MAX_SIDE = 16_000;
    private static final int MAX_PIXELS = 50_000_000;
    private static final int MIN_SIDE = 16;

    /** Maximum memory of a decoder for formats that cannot be decoded row by row. */
    private static final long MAX_WHOLE = 48L << 20;

    /** Maximum memory of a picture before it is scaled to its final size. */
    private static final long MAX_READ = 28L << 20;

    /**
     * @throws InvalidPictureException if the picture is too large or too small
     */
    static PictureSize checked(long width, long height) throws InvalidPictureException {
      if (width < MIN_SIDE || height < MIN_SIDE) {
        throw new InvalidPictureException("the picture must have at least 16 pixels on each side");
      }
      if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
        throw new InvalidPictureException(
            "the picture must have at most 16,000 pixels on each side and 50 megapixels");
      }
      return new PictureSize((int) width, (int) height);
    }

    void requireDecodable(int bytesOfPixel) throws InvalidPictureException {
      if ((long) width * height * bytesOfPixel > MAX_WHOLE) {
        throw new InvalidPictureException(
            "the WebP, progressive or interlaced picture is too large: save it as a baseline JPEG,"
                + " or smaller");
      }
    }

    /** Returns every how many pixels are read, so that about twice the final size remains. */
    int step(int bitsOfPixel) {
      int step = Math.max(1, Math.max(width, height) / (2 * MAX_RESULT));
      while ((long) (width / step) * (height / step) * Math.max(32, bitsOfPixel) / 8 > MAX_READ) {
        step++;
      }
      return step;
    }
  }

  /** Progress of reading a picture until its decoder finds the first damage. */
  private static final class ReadProgress
      implements IIOReadProgressListener, IIOReadWarningListener {
    /** A picture with less is rejected. */
    private static final float ENOUGH = 90;

    private float percent;
    private float atDamage = 100;

    boolean complete() {
      return atDamage >= ENOUGH;
    }

    void damaged() {
      atDamage = Math.min(atDamage, percent);
    }

    @Override
    public void warningOccurred(ImageReader source, String warning) {
      // Other warnings are of profiles, for example.
      if (warning.contains("premature end")) {
        damaged();
      }
    }

    @Override
    public void imageProgress(ImageReader source, float percentageDone) {
      percent = percentageDone;
    }

    @Override
    public void imageComplete(ImageReader source) {
      percent = 100;
    }

    @Override
    public void sequenceStarted(ImageReader source, int minIndex) {}

    @Override
    public void sequenceComplete(ImageReader source) {}

    @Override
    public void imageStarted(ImageReader source, int imageIndex) {}

    @Override
    public void thumbnailStarted(ImageReader source, int imageIndex, int thumbnailIndex) {}

    @Override
    public void thumbnailProgress(ImageReader source, float percentageDone) {}

    @Override
    public void thumbnailComplete(ImageReader source) {}

    @Override
    public void readAborted(ImageReader source) {}
  }

  /** Input that is not a picture, or that exceeds a bound. The message is for the client. */
  static final class InvalidPictureException extends IOException {
    InvalidPictureException(String message) {
      super(message);
    }
  }

  /**
   * Bytes of a picture. Decoders that ignore the end of the bytes would read for hours otherwise.
   */
  private static final class PictureInput extends ImageInputStreamImpl {
    /** A decoder may read some bytes in advance. */
    private static final int MAX_BEYOND = 64;

    private final byte[] bytes;
    private int beyond;

    PictureInput(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      bitOffset = 0;
      return streamPos < bytes.length ? bytes[(int) streamPos++] & 0xff : end();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      bitOffset = 0;
      if (length > 0 && streamPos >= bytes.length) {
        return end();
      }
      int read = (int) Math.min(length, bytes.length - streamPos);
      System.arraycopy(bytes, (int) streamPos, target, offset, read);
      streamPos += read;
      return read;
    }

    private int end() {
      if (++beyond > MAX_BEYOND) {
        throw new IllegalStateException("the picture ends before its decoder does");
      }
      return -1;
    }

    @Override
    public long length() {
      return bytes.length;
    }
  }

  /** Converts pictures to opaque sRGB, which every browser shows alike without a profile. */
  private static final class StandardColors {
    private static final int WHITE = 0xff;

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
          read.getColorModel().hasAlpha()
              ? BufferedImage.TYPE_INT_ARGB
              : BufferedImage.TYPE_INT_RGB;
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
}
