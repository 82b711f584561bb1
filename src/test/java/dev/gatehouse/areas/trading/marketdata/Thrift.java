package dev.gatehouse.areas.trading.marketdata;

import module java.base;

/**
 * Thrift's compact protocol written by hand, so that a test can put anything at any position of a
 * structure.
 */
final class Thrift {
  static final int I32 = 5;
  static final int I64 = 6;
  static final int BINARY = 8;
  static final int LIST = 9;
  static final int MAP = 11;
  static final int STRUCT = 12;

  /** Of a field's type and number, at the most. */
  private static final int FIELD_BYTES = 4;

  /** A field of a structure. */
  record Field(int id, int type, byte[] body) {}

  private Thrift() {}

  static Field i32(int id, long value) {
    return new Field(id, I32, varint((value << 1) ^ (value >> 63)));
  }

  static Field i64(int id, long value) {
    return new Field(id, I64, varint((value << 1) ^ (value >> 63)));
  }

  static Field text(int id, byte[] text) {
    return new Field(id, BINARY, RawParquet.join(varint(text.length), text));
  }

  static Field struct(int id, List<Field> fields) {
    return new Field(id, STRUCT, struct(fields));
  }

  static Field list(int id, int type, List<byte[]> elements) {
    return new Field(
        id,
        LIST,
        RawParquet.join(
            listHeader(type, elements.size()), RawParquet.join(elements.toArray(byte[][]::new))));
  }

  static byte[] listHeader(int type, long size) {
    return RawParquet.join(RawParquet.bytes((15 << 4) | type), varint(size));
  }

  static byte[] struct(List<Field> fields) {
    int size = fields.stream().mapToInt(field -> field.body().length + FIELD_BYTES).sum() + 1;
    ByteArrayOutputStream out = new ByteArrayOutputStream(size);
    List<Field> sorted = new ArrayList<>(fields);
    sorted.sort(Comparator.comparingInt(Field::id));
    for (Field field : sorted) {
      out.write(field.type());
      out.writeBytes(varint((long) field.id() << 1));
      out.writeBytes(field.body());
    }
    out.write(0);
    return out.toByteArray();
  }

  /** The fields, with this one in the place of the one of its number. */
  static List<Field> with(List<Field> fields, Field hostile) {
    List<Field> all = new ArrayList<>(fields);
    all.removeIf(field -> field.id() == hostile.id());
    all.add(hostile);
    return all;
  }

  static byte[] varint(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long left = value;
    while ((left & ~127L) != 0) {
      out.write((int) ((left & 127) | 128));
      left >>>= 7;
    }
    out.write((int) left);
    return out.toByteArray();
  }
}
