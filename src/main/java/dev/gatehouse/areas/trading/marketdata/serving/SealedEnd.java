package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/**
 * The end of a serving copy's file, whose seal was verified.
 *
 * @param footer the parsed Parquet footer
 * @param start position of the first index in the file
 * @param bytes all bytes from that position to the end of the file
 * @param footerBytes size of the Parquet footer in the file
 */
record SealedEnd(FileMetaData footer, long start, byte[] bytes, int footerBytes) {
  /** Size of the length and the magic number behind the footer. */
  static final int TRAILER = 8;

  static final int MAGIC = 0x31524150; // PAR1
  private static final int MAX_BYTES = 256 << 20;

  static SealedEnd read(FileChannel file) throws IOException {
    byte[] bytes = footer(file);
    long size = file.size();
    try {
      FileMetaData footer = parse(bytes);
      long start = start(footer);
      if (start < 0 || size - start > MAX_BYTES || start > size - TRAILER - bytes.length) {
        throw new DamagedCopyException("its footer points outside the file");
      }
      byte[] end = ServingCopy.read(file, start, Math.toIntExact(size - start));
      Seal.verify(end);
      return new SealedEnd(footer, start, end, bytes.length);
    } catch (DamagedCopyException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DamagedCopyException("its footer is invalid", e);
    }
  }

  static byte[] footer(FileChannel file) throws IOException {
    long size = file.size();
    if (size < 2L * TRAILER) {
      throw new DamagedCopyException("it is too short");
    }
    ByteBuffer trailer =
        ByteBuffer.wrap(ServingCopy.read(file, size - TRAILER, TRAILER))
            .order(ByteOrder.LITTLE_ENDIAN);
    int length = trailer.getInt(0);
    boolean fits = length > 0 && length <= Math.min(size - TRAILER, MAX_BYTES);
    if (trailer.getInt(Integer.BYTES) != MAGIC || !fits) {
      throw new DamagedCopyException("it has no footer");
    }
    return ServingCopy.read(file, size - TRAILER - length, length);
  }

  static FileMetaData footer(byte[] file) throws IOException {
    return parse(Arrays.copyOfRange(file, footerStart(file), file.length - TRAILER));
  }

  static int footerStart(byte[] file) {
    int end = file.length - TRAILER;
    return end - ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
  }

  static byte[] trailer(int footerLength) {
    return ByteBuffer.allocate(TRAILER)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(footerLength)
        .putInt(MAGIC)
        .array();
  }

  static FileMetaData parse(byte[] footer) throws IOException {
    return Util.readFileMetaData(new ByteArrayInputStream(footer), 2 * footer.length + 1024);
  }

  static long start(FileMetaData footer) {
    return footer.getRow_groups().stream()
        .flatMap(group -> group.getColumns().stream())
        .flatMapToLong(
            chunk -> LongStream.of(chunk.getColumn_index_offset(), chunk.getOffset_index_offset()))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  long footerStart() {
    return start + bytes.length - TRAILER - footerBytes;
  }

  /**
   * Checksum over the parts of a serving copy that page checksums do not cover: indexes and footer.
   * It is stored in the footer as eight hex digits, which count as zeros. The file therefore
   * remains ordinary Parquet.
   */
  static final class Seal {
    static final String KEY = "gatehouse.seal";
    static final String UNSEALED = "00000000";

    private static final byte[] KEY_BYTES = KEY.getBytes(StandardCharsets.US_ASCII);
    // The bytes of Thrift's compact protocol between key and value: "next field, binary" and the
    // length 8.
    private static final int GAP = 2;

    /** Writes the seal into a file that ends with {@code tail}, from {@code start} on. */
    static void set(FileChannel file, byte[] tail, long start) throws IOException {
      int at = set(tail);
      ByteBuffer bytes = ByteBuffer.wrap(tail, at, UNSEALED.length()).slice();
      while (bytes.hasRemaining()) {
        file.write(bytes, start + at + bytes.position());
      }
    }

    /** Writes the seal into the bytes from the first index on, and returns its position. */
    static int set(byte[] tail) throws DamagedCopyException {
      int at = find(tail);
      byte[] seal = crc(tail, at).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(seal, 0, tail, at, seal.length);
      return at;
    }

    static void verify(byte[] tail) throws DamagedCopyException {
      int at = find(tail);
      String found = new String(tail, at, UNSEALED.length(), StandardCharsets.US_ASCII);
      if (!found.equals(crc(tail, at))) {
        throw new DamagedCopyException("its index or footer has changed since it was written");
      }
    }

    private static String crc(byte[] tail, int at) {
      CRC32 crc = new CRC32();
      crc.update(tail, 0, at);
      crc.update(UNSEALED.getBytes(StandardCharsets.US_ASCII));
      crc.update(tail, at + UNSEALED.length(), tail.length - at - UNSEALED.length());
      return HexFormat.of().toHexDigits(crc.getValue()).substring(8);
    }

    private static int find(byte[] tail) throws DamagedCopyException {
      for (int at = tail.length - KEY_BYTES.length - GAP - UNSEALED.length(); at >= 0; at--) {
        if (Arrays.equals(tail, at, at + KEY_BYTES.length, KEY_BYTES, 0, KEY_BYTES.length)) {
          return at + KEY_BYTES.length + GAP;
        }
      }
      throw new DamagedCopyException("it has no seal of this program");
    }
  }
}
