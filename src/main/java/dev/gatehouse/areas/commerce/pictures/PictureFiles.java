package dev.gatehouse.areas.commerce.pictures;

import module java.base;

import dev.gatehouse.areas.commerce.pictures.PictureDecoder.InvalidPictureException;
import dev.gatehouse.areas.commerce.pictures.PictureRepository.PictureFile;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.formats.PictureAddress;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.BlobWriter;
import dev.gatehouse.store.blobs.Blobs;
import java.awt.image.BufferedImage;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Converts uploads to files in several widths, without the metadata of the upload. */
public record PictureFiles(Blobs blobs) {
  private static final long MAX_BYTES = 16L << 20;
  private static final float QUALITY = 0.85f;

  record Converted(int width, int height, PictureFile.Stored stored) {}

  /**
   * Returns the files of a picture, the largest last. Needs the CPU for seconds.
   *
   * @throws InvalidPictureException if the upload is not a picture, or exceeds a bound
   */
  List<Converted> convert(String upload) throws IOException {
    BufferedImage largest;
    try (InputStream in = Channels.newInputStream(blobs.open(upload))) {
      largest = PictureDecoder.decode(in);
    }
    var address = new PictureAddress("", largest.getWidth(), largest.getHeight(), "");
    List<Converted> files = new ArrayList<>();
    try {
      for (int width : address.widths()) {
        boolean whole = width == largest.getWidth();
        BufferedImage scaled = whole ? largest : PictureDecoder.scaled(largest, width);
        files.add(new Converted(scaled.getWidth(), scaled.getHeight(), stored(jpeg(scaled))));
      }
      return files;
    } catch (IOException | RuntimeException e) {
      files.forEach(file -> discard(file.stored().blob()));
      throw e;
    }
  }

  private PictureFile.Stored stored(byte[] bytes) throws IOException {
    try (BlobWriter writer = blobs.create()) {
      writer.write(ByteBuffer.wrap(bytes));
      Blob blob = writer.commit();
      return new PictureFile.Stored(blob.id(), blob.size(), blob.sha256());
    }
  }

  /**
   * Stores a copy of a file, and returns its id.
   *
   * @throws dev.gatehouse.bus.ApiException 400 if it is too large
   */
  String stored(Path file) {
    try (BlobWriter writer = blobs.create()) {
      ApiError.badRequestUnless(
          Files.size(file) <= MAX_BYTES, "pictures", "must have at most 16 MB: " + file);
      writer.write(ByteBuffer.wrap(Files.readAllBytes(file)));
      return writer.commit().id();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void discard(String blob) {
    blobs.discard(blob);
  }

  /** Returns a JPEG file without metadata. */
  static byte[] jpeg(BufferedImage picture) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam quality = writer.getDefaultWriteParam();
    quality.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    quality.setCompressionQuality(QUALITY);
    var bytes = new ByteArrayOutputStream();
    try (var out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(picture, null, null), quality);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
