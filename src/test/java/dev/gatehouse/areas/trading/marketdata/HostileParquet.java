package dev.gatehouse.areas.trading.marketdata;

import static dev.gatehouse.areas.trading.marketdata.Thrift.i32;
import static dev.gatehouse.areas.trading.marketdata.Thrift.i64;
import static dev.gatehouse.areas.trading.marketdata.Thrift.list;
import static dev.gatehouse.areas.trading.marketdata.Thrift.struct;
import static dev.gatehouse.areas.trading.marketdata.Thrift.text;

import module java.base;

import com.github.luben.zstd.Zstd;
import dev.gatehouse.areas.trading.marketdata.Thrift.Field;

/**
 * Parquet files of ten rows with one hostile value each, in the last column where the format allows
 * it. They cover each field of the footer and of the page headers in each shape of Thrift, and
 * pages of each encoding that decompress to a large size.
 */
final class HostileParquet {
  private static final List<String> NAMES = List.of("timeUtc", "open", "high", "low", "close");
  private static final int ROWS = 10;
  private static final int UNKNOWN = 30;
  private static final int MANY = 1 << 20;
  private static final int HEADER = 60 << 10;
  private static final int PAGE = 40 << 20;

  private static final int INT64 = 2;
  private static final int INT96 = 3;
  private static final int DOUBLE = 5;
  private static final int BYTE_ARRAY = 6;
  private static final int FIXED = 7;
  private static final int UNCOMPRESSED = 0;
  private static final int ZSTD = 6;

  /** The structures that a hostile field is put into. */
  enum Place {
    FOOTER(9),
    SCHEMA_ELEMENT(10),
    LOGICAL_TYPE(18),
    ROW_GROUP(7),
    COLUMN_CHUNK(9),
    COLUMN(17),
    STATISTICS(8),
    PAGE_HEADER(8),
    DATA_PAGE(5),
    PAGE_STATISTICS(8);

    final int fields;

    Place(int fields) {
      this.fields = fields;
    }

    boolean isOfPage() {
      return compareTo(PAGE_HEADER) >= 0;
    }
  }

  /** A file, made when it is wanted. */
  interface Making {
    byte[] file();
  }

  /** A column as the footer describes it. */
  private record Lie(int type, int codec, byte[] pages, int typeLength, boolean optional) {
    static Lie of(int type, int codec, byte[] pages) {
      return new Lie(type, codec, pages, 0, false);
    }
  }

  private record Injection(Place place, Field field) {
    List<Field> into(Place here, List<Field> fields) {
      return here == place ? Thrift.with(fields, field) : fields;
    }
  }

  private HostileParquet() {}

  static Map<String, Making> all() {
    Map<String, Making> all = new LinkedHashMap<>();
    all.put("nothing hostile", () -> file(null, null));
    Map<String, UnaryOperator<Field>> large = shapes(MANY);
    Map<String, UnaryOperator<Field>> small = shapes(HEADER);
    for (Place place : Place.values()) {
      int[] ids =
          IntStream.concat(IntStream.rangeClosed(1, place.fields), IntStream.of(UNKNOWN)).toArray();
      for (int id : ids) {
        (place.isOfPage() ? small : large)
            .forEach((name, shape) ->
                all.put(
                    place + " field " + id + ": " + name,
                    () -> file(new Injection(place, shape.apply(new Field(id, 0, null))), null)));
      }
    }
    pages().forEach((name, lie) -> all.put(name, () -> file(null, lie.get())));
    return all;
  }

  private static Map<String, UnaryOperator<Field>> shapes(int size) {
    Map<String, UnaryOperator<Field>> shapes = new LinkedHashMap<>();
    shapes.put("empty structures", of(Thrift.LIST, many(Thrift.STRUCT, size, 0)));
    shapes.put("bytes", of(Thrift.LIST, many(3, size, 1)));
    shapes.put("numbers", of(Thrift.LIST, many(Thrift.I32, size, 2)));
    shapes.put("empty texts", of(Thrift.LIST, many(Thrift.BINARY, size, 0)));
    shapes.put("empty lists", of(Thrift.LIST, many(Thrift.LIST, size, 0x03)));
    shapes.put(
        "a list of 2^31 that is not there",
        of(Thrift.LIST, Thrift.listHeader(Thrift.STRUCT, Integer.MAX_VALUE)));
    shapes.put("a long text", of(Thrift.BINARY, text(1, new byte[size]).body()));
    shapes.put("a text of 2 GB that is not there", of(Thrift.BINARY, Thrift.varint(0x7fffffff)));
    // Each opens field 1, a structure; none is closed.
    shapes.put("structures in structures", of(Thrift.STRUCT, filled(size, 0x1c)));
    shapes.put("lists in lists", of(Thrift.LIST, filled(size, 0x19)));
    byte[] pairs = new byte[size];
    shapes.put(
        "a map",
        of(Thrift.MAP, RawParquet.join(Thrift.varint(size / 2), RawParquet.bytes(0x88), pairs)));
    return shapes;
  }

  private static UnaryOperator<Field> of(int type, byte[] body) {
    return field -> new Field(field.id(), type, body);
  }

  private static byte[] many(int type, int count, int element) {
    return RawParquet.join(Thrift.listHeader(type, count), filled(count, element));
  }

  private static byte[] filled(int size, int value) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** Encodings by their numbers: 0 PLAIN, 3 RLE, 4 BIT_PACKED, 5 to 7 deltas, 8 ids, 9 split. */
  private static Map<String, Supplier<Lie>> pages() {
    Map<String, Supplier<Lie>> pages = new LinkedHashMap<>();
    for (int encoding : List.of(0, 3, 4, 5, 6, 7, 8, 9)) {
      for (int type : List.of(DOUBLE, BYTE_ARRAY)) {
        String name = "40 MB of encoding " + encoding + " as type " + type;
        pages.put(name + ", zeros", () -> Lie.of(type, ZSTD, page(encoding, ROWS, new byte[PAGE])));
        pages.put(
            name + ", ones",
            () -> new Lie(type, ZSTD, page(encoding, ROWS, filled(PAGE, 1)), 1, true));
      }
    }
    for (int type : List.of(DOUBLE, INT96, BYTE_ARRAY, FIXED)) {
      for (int size : List.of(PAGE / 2, 5 << 20)) {
        pages.put(
            "a dictionary of " + size + " of type " + type,
            () ->
                new Lie(
                    type,
                    ZSTD,
                    RawParquet.join(dictionary(size, PAGE / 2), page(8, ROWS, new byte[1])),
                    1,
                    false));
      }
    }
    return pages;
  }

  private static byte[] page(int encoding, int values, byte[] plain) {
    byte[] packed = Zstd.compress(plain, 1);
    List<Field> data = List.of(i32(1, values), i32(2, encoding), i32(3, 3), i32(4, 3));
    List<Field> header =
        List.of(i32(1, 0), i32(2, plain.length), i32(3, packed.length), struct(5, data));
    return RawParquet.join(struct(header), packed);
  }

  private static byte[] dictionary(int values, int size) {
    byte[] packed = Zstd.compress(new byte[size], 1);
    List<Field> header =
        List.of(
            i32(1, 2),
            i32(2, size),
            i32(3, packed.length),
            struct(7, List.of(i32(1, values), i32(2, 0))));
    return RawParquet.join(struct(header), packed);
  }

  /**
   * @param injection null for none
   * @param close the column of that name; null for an honest one
   */
  private static byte[] file(Injection injection, Lie close) {
    Injection none = new Injection(null, null);
    Injection in = injection == null ? none : injection;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ascii("PAR1"));
    List<byte[]> schema = new ArrayList<>();
    schema.add(struct(List.of(text(4, ascii("root")), i32(5, NAMES.size()))));
    List<byte[]> chunks = new ArrayList<>();
    for (String name : NAMES) {
      boolean last = name.equals("close");
      Injection here = last ? in : none;
      Lie lie = last && close != null ? close : honest(name, here);
      schema.add(struct(element(here, name, lie)));
      chunks.add(struct(chunk(here, name, lie, out.size())));
      out.writeBytes(lie.pages());
    }
    List<Field> group = List.of(list(1, Thrift.STRUCT, chunks), i64(2, 100), i64(3, ROWS));
    List<Field> footer =
        List.of(
            i32(1, 1),
            list(2, Thrift.STRUCT, schema),
            i64(3, ROWS),
            list(4, Thrift.STRUCT, List.of(struct(in.into(Place.ROW_GROUP, group)))),
            text(6, ascii("test version 1")));
    byte[] bytes = struct(in.into(Place.FOOTER, footer));
    out.writeBytes(bytes);
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length).array());
    out.writeBytes(ascii("PAR1"));
    return out.toByteArray();
  }

  private static List<Field> element(Injection in, String name, Lie lie) {
    List<Field> fields =
        new ArrayList<>(
            List.of(i32(1, lie.type()), i32(3, lie.optional() ? 1 : 0), text(4, ascii(name))));
    if (lie.typeLength() > 0) {
      fields.add(i32(2, lie.typeLength()));
    }
    if (in.place() == Place.LOGICAL_TYPE) {
      fields.add(struct(10, List.of(in.field())));
    }
    return in.into(Place.SCHEMA_ELEMENT, fields);
  }

  private static List<Field> chunk(Injection in, String name, Lie lie, int offset) {
    List<Field> statistics = List.of(i64(3, 0));
    List<Field> column =
        List.of(
            i32(1, lie.type()),
            list(2, Thrift.I32, List.of(Thrift.varint(0))),
            list(3, Thrift.BINARY, List.of(text(1, ascii(name)).body())),
            i32(4, lie.codec()),
            i64(5, ROWS),
            i64(6, lie.pages().length),
            i64(7, lie.pages().length),
            i64(9, offset),
            struct(12, in.into(Place.STATISTICS, statistics)));
    return in.into(
        Place.COLUMN_CHUNK, List.of(i64(2, offset), struct(3, in.into(Place.COLUMN, column))));
  }

  private static Lie honest(String name, Injection in) {
    boolean time = name.equals("timeUtc");
    ByteBuffer values = ByteBuffer.allocate(8 * ROWS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < ROWS; i++) {
      if (time) {
        values.putLong(1_700_000_000L + i);
      } else {
        values.putDouble(100.5 + i);
      }
    }
    List<Field> statistics = List.of(i64(3, 0));
    List<Field> data =
        List.of(
            i32(1, ROWS),
            i32(2, 0),
            i32(3, 3),
            i32(4, 3),
            struct(5, in.into(Place.PAGE_STATISTICS, statistics)));
    List<Field> header =
        List.of(
            i32(1, 0),
            i32(2, values.capacity()),
            i32(3, values.capacity()),
            struct(5, in.into(Place.DATA_PAGE, data)));
    byte[] page = struct(in.into(Place.PAGE_HEADER, header));
    return Lie.of(time ? INT64 : DOUBLE, UNCOMPRESSED, RawParquet.join(page, values.array()));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
