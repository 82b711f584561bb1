package dev.gatehouse.areas.commerce.pictures;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

import dev.gatehouse.areas.commerce.pictures.PictureDecoder.InvalidPictureException;
import java.awt.color.ICC_Profile;

/**
 * Metadata that decides how a picture is seen, in parts of the file that its decoder skips.
 *
 * @param orientation of Exif, 1 to 8
 * @param profile of its colors; null if the decoder reads it, or if it is absent
 * @param interlaced whether the decoder needs memory for all pixels
 */
record PictureMetadata(int orientation, ICC_Profile profile, boolean interlaced) {
  static final PictureMetadata NONE = new PictureMetadata(1, null, false);

  private static final int MAX_PROFILE = 4 << 20;
  private static final int PNG_SIGNATURE = 8;
  private static final int PNG_INTERLACE = 28;
  private static final int RIFF_HEADER = 12;

  static PictureMetadata ofPng(byte[] file) {
    int orientation = 1;
    ICC_Profile profile = null;
    ByteBuffer data = ByteBuffer.wrap(file);
    for (int at = PNG_SIGNATURE; at >= 0 && at + 12L <= file.length; ) {
      int length = data.getInt(at);
      long end = at + 8L + length;
      if (length < 0 || end > file.length) {
        break;
      }
      byte[] chunk = Arrays.copyOfRange(file, at + 8, (int) end);
      switch (new String(file, at + 4, 4, ISO_8859_1)) {
        case "eXIf" -> orientation = Orientation.ofTiff(chunk, orientation);
        case "iCCP" -> profile = profile(chunk);
        default -> {}
      }
      at = (int) Math.min(end + 4, Integer.MAX_VALUE);
    }
    return new PictureMetadata(
        orientation, profile, file.length > PNG_INTERLACE && file[PNG_INTERLACE] != 0);
  }

  /** Returns the profile of a chunk: a name, a method of compression and the compressed bytes. */
  private static ICC_Profile profile(byte[] chunk) {
    int name = 0;
    while (name < chunk.length && chunk[name] != 0) {
      name++;
    }
    int from = Math.min(chunk.length, name + 2);
    try (var in =
        new InflaterInputStream(new ByteArrayInputStream(chunk, from, chunk.length - from))) {
      return ICC_Profile.getInstance(in.readNBytes(MAX_PROFILE));
    } catch (IOException | IllegalArgumentException damaged) {
      // Programs show such a picture without its profile.
      return null;
    }
  }

  static PictureMetadata ofWebP(byte[] file) {
    ByteBuffer data = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    long at = RIFF_HEADER;
    while (at + 8 <= file.length) {
      long length = data.getInt((int) at + 4) & 0xffff_ffffL;
      long end = Math.min(file.length, at + 8 + length);
      if (new String(file, (int) at, 4, ISO_8859_1).equals("EXIF")) {
        byte[] exif = Arrays.copyOfRange(file, (int) at + 8, (int) end);
        return new PictureMetadata(
            Orientation.ofTiff(exif, Orientation.ofExif(exif, 1)), null, false);
      }
      at += 8 + length + length % 2;
    }
    return NONE;
  }

  /**
   * Facts of a JPEG file that its decoder would find too late.
   *
   * @param progressive whether the decoder needs memory for all pixels
   * @param complete whether the end of the picture is marked
   */
  record JpegHeader(PictureMetadata metadata, boolean progressive, boolean complete) {
    /** Programs write about ten. Each scan costs as much time as decoding the picture. */
    private static final int MAX_SCANS = 100;

    private static final int START_OF_SCAN = 0xda;
    private static final int END = 0xd9;
    private static final int PROGRESSIVE = 0xc2;
    private static final int APP1 = 0xe1;

    /**
     * @throws InvalidPictureException if the file has too many scans
     */
    static JpegHeader of(byte[] file) throws InvalidPictureException {
      int scans = 0;
      int orientation = 1;
      boolean progressive = false;
      int at = 2;
      while (at + 3 < file.length) {
        int marker = file[at + 1] & 0xff;
        if (file[at] != (byte) 0xff || marker == 0 || marker == 0xff || isRestart(marker)) {
          // Entropy-coded bytes, or fill bytes.
          at++;
          continue;
        }
        if (marker == END) {
          return new JpegHeader(new PictureMetadata(orientation, null, false), progressive, true);
        }
        int length = (file[at + 2] & 0xff) << 8 | (file[at + 3] & 0xff);
        if (marker == START_OF_SCAN && ++scans > MAX_SCANS) {
          throw new InvalidPictureException("the picture has too many scans");
        }
        progressive |= marker == PROGRESSIVE;
        if (marker == APP1) {
          int end = Math.min(file.length, at + 2 + length);
          orientation =
              Orientation.ofExif(
                  Arrays.copyOfRange(file, at + 4, Math.max(at + 4, end)), orientation);
        }
        at += 2 + Math.max(2, length);
      }
      boolean marked = file[file.length - 2] == (byte) 0xff && file[file.length - 1] == (byte) END;
      return new JpegHeader(new PictureMetadata(orientation, null, false), progressive, marked);
    }

    private static boolean isRestart(int marker) {
      return marker >= 0xd0 && marker <= 0xd8;
    }

    /** Returns the file with the mark of its end, without which the decoder rejects it. */
    byte[] whole(byte[] file) {
      if (complete) {
        return file;
      }
      byte[] whole = Arrays.copyOf(file, file.length + 2);
      whole[file.length] = (byte) 0xff;
      whole[file.length + 1] = (byte) END;
      return whole;
    }
  }
}
