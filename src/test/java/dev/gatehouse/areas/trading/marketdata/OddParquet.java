package dev.gatehouse.areas.trading.marketdata;

import module java.base;

import dev.gatehouse.odd.OddValues;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Parquet files whose column {@code close}, {@code tradeCount} or time has odd values of a type.
 */
final class OddParquet {
  private static final List<String> TIMES =
      List.of(
          "int64 timeUtc (TIMESTAMP(MICROS,true))",
          "int64 timeUtc (TIMESTAMP(NANOS,true))",
          "int64 timeUtc (TIMESTAMP(MILLIS,true))",
          "int96 timeUtc",
          "binary timeUtc (STRING)");

  private static final List<String> NUMBERS =
      List.of(
          "double NAME",
          "float NAME",
          "int32 NAME",
          "int64 NAME",
          "int32 NAME (INTEGER(32,false))",
          "int64 NAME (INTEGER(64,false))",
          "int32 NAME (DECIMAL(9,SCALE))",
          "int64 NAME (DECIMAL(18,SCALE))",
          "fixed_len_byte_array(16) NAME (DECIMAL(38,SCALE))",
          "binary NAME (DECIMAL(38,SCALE))",
          "fixed_len_byte_array(2) NAME (FLOAT16)");

  private static final long NANOS_OF_DAY = 86_400_000_000_000L;
  private static final int JULIAN_EPOCH = 2_440_588;

  private final OddValues values;
  private final Column column;
  private final String time;
  private final String number;
  private final int scale;

  OddParquet(OddValues values) {
    this.values = values;
    column = values.below(3) == 0 ? Column.TRADE_COUNT : Column.CLOSE;
    time = TIMES.get(values.below(TIMES.size()));
    scale = values.below(9);
    number =
        NUMBERS
            .get(values.below(NUMBERS.size()))
            .replace("NAME", column.wireName())
            .replace("SCALE", Integer.toString(scale));
  }

  String types() {
    return time + ", " + number;
  }

  /** Generates rows. Each has an odd number and an odd time. */
  List<OddRow> rows(int count) {
    List<OddRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Instant at = values.time(i);
      long unit = unit();
      Instant held = at.minusNanos(at.getNano() % unit);
      boolean oddTime = held.getNano() % 1000 != 0;
      rows.add(
          oddTime
              ? new OddRow(Column.TIME_UTC, held, null, null)
              : new OddRow(column, held, number(), null));
    }
    return rows;
  }

  /** Returns the nanoseconds of the time type's unit. */
  private long unit() {
    if (time.contains("MILLIS")) {
      return 1_000_000;
    }
    return time.contains("MICROS") ? 1_000 : 1;
  }

  private BigDecimal number() {
    BigInteger integer = values.integer();
    if (number.startsWith("double")) {
      return new BigDecimal(values.number64());
    }
    if (number.startsWith("float")) {
      float value = (float) values.number64();
      return Float.isFinite(value) ? new BigDecimal(value) : BigDecimal.ZERO;
    }
    if (number.contains("FLOAT16")) {
      float value = Float.float16ToFloat((short) values.below(1 << 16));
      return Float.isFinite(value) ? new BigDecimal(value) : BigDecimal.ONE;
    }
    if (number.contains("32,false")) {
      return new BigDecimal(integer.abs().mod(BigInteger.TWO.pow(32)));
    }
    if (number.contains("64,false")) {
      return new BigDecimal(integer.abs().mod(BigInteger.TWO.pow(64)));
    }
    if (number.contains("38,")) {
      BigInteger wide = values.below(2) == 0 ? values.digits() : integer;
      return new BigDecimal(wide.mod(BigInteger.TEN.pow(38)), scale);
    }
    long raw = number.startsWith("int32") ? integer.intValue() : integer.longValue();
    boolean nine = number.contains("(9,");
    boolean decimal = number.contains("DECIMAL");
    long unscaled = nine ? raw % 1_000_000_000 : raw % 1_000_000_000_000_000_000L;
    return decimal ? BigDecimal.valueOf(unscaled, scale) : BigDecimal.valueOf(raw);
  }

  Path write(Path file, List<OddRow> rows) throws IOException {
    String others = column == Column.CLOSE ? "" : " optional double close;";
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message odd { required %s; required double open; required double high; required double low;%s optional %s; }"
                .formatted(time, others, number));
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withCodecFactory(new HadoopFile.Codecs())
            .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
            .withDictionaryEncoding(values.below(2) == 0)
            .build()) {
      for (OddRow row : rows) {
        SimpleGroup group = new SimpleGroup(schema);
        addTime(group, row.time());
        group.append("open", 1.0).append("high", 2.0).append("low", 0.5);
        if (row.column() == column) {
          addNumber(group, row.number());
        }
        writer.write(group);
      }
    }
    return file;
  }

  private void addTime(SimpleGroup group, Instant at) {
    long nanos = at.getEpochSecond() * 1_000_000_000L + at.getNano();
    if (time.startsWith("binary")) {
      group.add("timeUtc", at.toString());
    } else if (time.startsWith("int96")) {
      int day = (int) Math.floorDiv(nanos, NANOS_OF_DAY);
      group.add("timeUtc", new NanoTime(day + JULIAN_EPOCH, Math.floorMod(nanos, NANOS_OF_DAY)));
    } else if (time.contains("NANOS")) {
      group.add("timeUtc", nanos);
    } else {
      group.add("timeUtc", time.contains("MICROS") ? nanos / 1_000 : nanos / 1_000_000);
    }
  }

  private void addNumber(SimpleGroup group, BigDecimal value) {
    String name = column.wireName();
    if (number.startsWith("double")) {
      group.add(name, value.doubleValue());
    } else if (number.startsWith("float")) {
      group.add(name, value.floatValue());
    } else if (number.contains("FLOAT16")) {
      short half = Float.floatToFloat16(value.floatValue());
      byte[] bytes = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN).putShort(half).array();
      group.add(name, Binary.fromConstantByteArray(bytes));
    } else if (number.startsWith("int32")) {
      group.add(name, value.unscaledValue().intValue());
    } else if (number.startsWith("int64")) {
      group.add(name, value.unscaledValue().longValue());
    } else {
      group.add(name, Binary.fromConstantByteArray(bytes(value.unscaledValue())));
    }
  }

  private byte[] bytes(BigInteger unscaled) {
    byte[] bytes = unscaled.toByteArray();
    if (number.startsWith("binary")) {
      return bytes;
    }
    byte[] wide = new byte[16];
    java.util.Arrays.fill(wide, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, wide, 16 - bytes.length, bytes.length);
    return wide;
  }
}
