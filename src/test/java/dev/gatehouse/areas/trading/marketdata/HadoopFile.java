package dev.gatehouse.areas.trading.marketdata;

import module java.base;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.Compressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lzo.LzoCompressor;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.xerial.snappy.Snappy;

/** Uploads as Spark and parquet-java write them: by parquet-hadoop, with page checksums. */
record HadoopFile(
    CompressionCodecName codec, WriterVersion version, boolean dictionary, String time) {
  static final String MICROS = "required int64 timestamp (TIMESTAMP(MICROS,true))";
  static final String NANOS = "optional int64 timestamp (TIMESTAMP(NANOS,false))";
  static final String INT96 = "optional int96 timestamp";

  private static final int JULIAN_EPOCH = 2_440_588;

  Path write(Path file, List<Bar> bars) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message spark_schema { optional binary symbol (STRING); "
                + time
                + "; optional double open; optional double high; optional double low; optional double close;"
                + " optional double volume; optional double vwap; optional int64 tradeCount;"
                + " optional binary exchange (STRING); optional boolean otc; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withCodecFactory(new Codecs())
            .withCompressionCodec(codec)
            .withWriterVersion(version)
            .withDictionaryEncoding(dictionary)
            .withPageRowCountLimit(500)
            .withRowGroupRowCountLimit(1_500)
            .build()) {
      for (Bar bar : bars) {
        writer.write(group(schema, bar));
      }
    }
    return file;
  }

  private Group group(MessageType schema, Bar bar) {
    SimpleGroup group = new SimpleGroup(schema);
    long micros = ChronoUnit.MICROS.between(java.time.Instant.EPOCH, bar.timeUtc());
    if (time.equals(INT96)) {
      int day = (int) Math.floorDiv(micros, 86_400_000_000L);
      group.add(
          "timestamp",
          new NanoTime(day + JULIAN_EPOCH, Math.floorMod(micros, 86_400_000_000L) * 1000));
    } else {
      group.add("timestamp", time.equals(NANOS) ? micros * 1000 : micros);
    }
    put(group, "symbol", bar.symbol());
    put(group, "open", bar.open());
    put(group, "high", bar.high());
    put(group, "low", bar.low());
    put(group, "close", bar.close());
    put(group, "volume", bar.volume());
    put(group, "vwap", bar.vwap());
    put(group, "tradeCount", bar.tradeCount());
    put(group, "exchange", bar.exchange());
    put(group, "otc", bar.otc());
    return group;
  }

  private static void put(SimpleGroup group, String name, Object value) {
    switch (value) {
      case null -> {}
      case String text -> group.add(name, text);
      case Double number -> group.add(name, number);
      case Long number -> group.add(name, number);
      case Boolean flag -> group.add(name, flag);
      default -> throw new IllegalArgumentException(name);
    }
  }

  /** parquet-hadoop's own factory would want Hadoop. */
  static final class Codecs implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      return new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
          ByteArrayOutputStream plain = new ByteArrayOutputStream();
          bytes.writeAllTo(plain);
          return BytesInput.from(pack(codec, plain.toByteArray()));
        }

        @Override
        public CompressionCodecName getCodecName() {
          return codec;
        }

        @Override
        public void release() {}
      };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException("only for writing");
    }

    @Override
    public void release() {}

    private static byte[] pack(CompressionCodecName codec, byte[] plain) throws IOException {
      return switch (codec) {
        case UNCOMPRESSED -> plain;
        case SNAPPY -> Snappy.compress(plain);
        case ZSTD -> Zstd.compress(plain);
        case GZIP -> {
          ByteArrayOutputStream packed = new ByteArrayOutputStream();
          try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
          }
          yield packed.toByteArray();
        }
        case LZ4_RAW -> lz4(plain);
        case LZ4 -> framed(plain, lz4(plain));
        case LZO -> framed(plain, packed(new LzoCompressor(), plain));
        case BROTLI -> throw new IllegalArgumentException("there is no encoder in Java");
      };
    }

    /** As Hadoop does it. */
    private static byte[] framed(byte[] plain, byte[] block) {
      return ByteBuffer.allocate(block.length + 8)
          .order(ByteOrder.BIG_ENDIAN)
          .putInt(plain.length)
          .putInt(block.length)
          .put(block)
          .array();
    }

    private static byte[] lz4(byte[] plain) {
      return packed(new Lz4Compressor(), plain);
    }

    private static byte[] packed(Compressor codec, byte[] plain) {
      byte[] packed = new byte[codec.maxCompressedLength(plain.length)];
      return Arrays.copyOf(
          packed, codec.compress(plain, 0, plain.length, packed, 0, packed.length));
    }
  }
}
