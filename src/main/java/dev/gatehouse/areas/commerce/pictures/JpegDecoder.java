package dev.gatehouse.areas.commerce.pictures;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decoder of JPEG files with eight bits, by ITU T.81. A sequential picture is decoded row by row. A
 * progressive one needs the memory of its coefficients.
 */
final class JpegDecoder {
  private static final int MAX_SCANS = 100;
  private static final int RESTART = 0xd0;
  private static final int END = 0xd9;

  private final PictureSource source;
  private final JpegTables tables = new JpegTables();
  private final List<JpegComponent> components = new ArrayList<>();
  private PictureSize size;
  private Scaler scaler;
  private JpegRows output;
  private boolean progressive;
  private boolean whole;
  private boolean adobeRgb;
  private int unitsAcross;
  private int unitsDown;
  private int restartInterval;
  private int orientation = 1;

  private JpegDecoder(PictureSource source) {
    this.source = source;
  }

  /** Decodes a file behind its first marker. */
  static Raster decode(PictureSource source) throws IOException {
    return new JpegDecoder(source).decode();
  }

  private Raster decode() throws IOException {
    for (int scans = 0; ; ) {
      int marker = source.nextMarker();
      if (marker == END) {
        break;
      }
      if (marker == 0x01 || (marker >= RESTART && marker < RESTART + 8)) {
        continue;
      }
      if (marker == 0xda) {
        if (++scans > MAX_SCANS) {
          throw PictureSource.truncated();
        }
        scan();
        if (!whole) {
          break;
        }
      } else {
        segment(marker, source.number16() - 2);
      }
    }
    if (scaler == null) {
      throw PictureSource.truncated();
    }
    if (whole) {
      for (int row = 0; row < unitsDown; row++) {
        output.add(row, row);
      }
    }
    return scaler.result().oriented(orientation);
  }

  private void segment(int marker, int length) throws IOException {
    if (length < 0) {
      throw PictureSource.truncated();
    }
    byte[] content = source.bytes(length);
    switch (marker) {
      case 0xc0, 0xc1, 0xc2 -> frame(content, marker == 0xc2);
      case 0xc4 -> tables.addHuffman(content);
      case 0xdb -> tables.addQuantization(content);
      case 0xdd -> restartInterval = JpegTables.number16(content, 0);
      case 0xe1 -> orientation = Exif.orientation(content, orientation);
      case 0xee -> adobeRgb = isAdobeRgb(content);
      case 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf ->
          throw new InvalidPictureException("this kind of JPEG file is not supported");
      default -> {
        // Metadata and comments are dropped.
      }
    }
  }

  /** Returns whether a marker of Adobe says that the colors are RGB. */
  private static boolean isAdobeRgb(byte[] content) {
    return content.length >= 12
        && new String(content, 0, 5, StandardCharsets.ISO_8859_1).equals("Adobe")
        && content[11] == 0;
  }

  private void frame(byte[] content, boolean isProgressive) throws IOException {
    if (size != null) {
      throw PictureSource.truncated();
    }
    int count = JpegTables.number8(content, 5);
    if (JpegTables.number8(content, 0) != 8 || (count != 1 && count != 3)) {
      throw new InvalidPictureException(
          "a JPEG file must have eight bits and be gray or in RGB colors, not CMYK");
    }
    size = PictureSize.checked(JpegTables.number16(content, 3), JpegTables.number16(content, 1));
    progressive = isProgressive;
    int across = 1;
    int down = 1;
    for (int i = 0; i < count; i++) {
      int sampling = JpegTables.number8(content, 7 + i * 3);
      int table = JpegTables.number8(content, 8 + i * 3);
      if (count == 1) {
        // The sampling of a single component has no effect.
        sampling = 0x11;
      }
      var component =
          new JpegComponent(
              JpegTables.number8(content, 6 + i * 3), sampling >> 4, sampling & 15, table);
      if (!component.isValid()) {
        throw PictureSource.truncated();
      }
      components.add(component);
      across = Math.max(across, component.across);
      down = Math.max(down, component.down);
    }
    for (JpegComponent component : components) {
      if (across % component.across != 0 || down % component.down != 0) {
        throw new InvalidPictureException("this kind of JPEG file is not supported");
      }
      component.columns = blocks(size.width(), component.across, across);
      component.rows = blocks(size.height(), component.down, down);
    }
    unitsAcross = units(size.width(), across);
    unitsDown = units(size.height(), down);
  }

  private static int units(int length, int factor) {
    return (length + factor * Dct.SIDE - 1) / (factor * Dct.SIDE);
  }

  /** Returns the number of blocks of a component in a direction. */
  private static int blocks(int length, int factor, int max) {
    return (((length * factor + max - 1) / max) + Dct.SIDE - 1) / Dct.SIDE;
  }

  private void allocate(boolean all) throws InvalidPictureException {
    whole = all;
    int units = all ? unitsDown : 1;
    long total = 0;
    for (JpegComponent component : components) {
      component.stride = unitsAcross * component.across;
      long blocks = (long) component.stride * component.down * units;
      total += blocks * Dct.BLOCK * Short.BYTES;
    }
    PictureSize.whole(total);
    components.forEach(component -> component.allocate(units));
    scaler = size.scaler();
    output = new JpegRows(size, components, tables, adobeRgb, scaler);
  }

  private void scan() throws IOException {
    byte[] content = source.bytes(source.number16() - 2);
    int count = JpegTables.number8(content, 0);
    if (size == null || count < 1 || count > components.size()) {
      throw PictureSource.truncated();
    }
    List<JpegComponent> scanned = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int id = JpegTables.number8(content, 1 + i * 2);
      int selected = JpegTables.number8(content, 2 + i * 2);
      JpegComponent component =
          components.stream()
              .filter(each -> each.id == id && !scanned.contains(each))
              .findFirst()
              .orElseThrow(PictureSource::truncated);
      component.direct = tables.direct(selected >> 4);
      component.alternating = tables.alternating(selected & 15);
      scanned.add(component);
    }
    JpegScan.Band band = band(content, 1 + count * 2);
    if (!band.isValid()
        || (band.first() > 0 && count > 1)
        || !scanned.stream().allMatch(band::hasTables)) {
      throw PictureSource.truncated();
    }
    if (scaler == null) {
      allocate(progressive || count < components.size());
    }
    decode(scanned, new JpegScan(source, band));
  }

  private JpegScan.Band band(byte[] content, int at) throws InvalidPictureException {
    int bits = JpegTables.number8(content, at + 2);
    if (!progressive) {
      return new JpegScan.Band(false, 0, Dct.BLOCK - 1, 0, 0);
    }
    return new JpegScan.Band(
        true,
        JpegTables.number8(content, at),
        JpegTables.number8(content, at + 1),
        bits >> 4,
        bits & 15);
  }

  private void decode(List<JpegComponent> scanned, JpegScan scan) throws IOException {
    // The blocks of a single component are not padded to units.
    boolean single = scanned.size() < components.size() && scanned.size() == 1;
    JpegComponent first = scanned.getFirst();
    int rows = single ? first.rows : unitsDown;
    int columns = single ? first.columns : unitsAcross;
    int left = restartInterval;
    begin(scanned, scan);
    for (int row = 0; row < rows; row++) {
      if (!whole) {
        components.forEach(each -> Arrays.fill(each.coefficients, (short) 0));
      }
      for (int column = 0; column < columns; column++) {
        if (restartInterval > 0 && left-- == 0) {
          int marker = source.nextMarker();
          if (marker < RESTART || marker >= RESTART + 8) {
            throw PictureSource.truncated();
          }
          begin(scanned, scan);
          left = restartInterval - 1;
        }
        if (single) {
          scan.block(first, first.at(row, column));
        } else {
          unit(scanned, scan, whole ? row : 0, column);
        }
      }
      if (!whole) {
        output.add(0, row);
      }
    }
  }

  private void begin(List<JpegComponent> scanned, JpegScan scan) {
    source.beginBits();
    scan.restart();
    scanned.forEach(each -> each.prediction = 0);
  }

  private static void unit(List<JpegComponent> scanned, JpegScan scan, int row, int column)
      throws IOException {
    for (JpegComponent component : scanned) {
      for (int y = 0; y < component.down; y++) {
        for (int x = 0; x < component.across; x++) {
          scan.block(
              component, component.at(row * component.down + y, column * component.across + x));
        }
      }
    }
  }
}
