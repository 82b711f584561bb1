package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Column;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.RequiresFallback;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainDoubleDictionaryValuesWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainLongDictionaryValuesWriter;
import org.apache.parquet.column.values.factory.DefaultV1ValuesWriterFactory;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;
import org.apache.parquet.column.values.fallback.FallbackValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * The only Parquet layout that this package writes and reads. Its pages are small, so that a page
 * of rows reads only one or two of them per column.
 */
final class Layout {
  static final String VERSION_KEY = "gatehouse.layout";
  static final String VERSION = "1";
  static final String SYMBOL_KEY = "gatehouse.symbol";

  static final int ROWS_PER_PAGE = 1_000;
  static final int ROWS_PER_GROUP = 128 * ROWS_PER_PAGE;
  // A larger dictionary costs a cold page more time than it saves on disk.
  static final int DICTIONARY_BYTES = 128 << 10;
  // Far more than a page of rows with the longest texts needs, so only the row limit ends a page.
  static final int PAGE_BYTES = 8 << 20;
  static final int MAX_TEXT_BYTES = 256;
  static final int MAX_PAGE_BYTES = PAGE_BYTES * 2;

  static final CompressionCodecName CODEC = CompressionCodecName.ZSTD;
  static final int ZSTD_LEVEL = 3;

  static final MessageType SCHEMA = schema();

  private Layout() {}

  /**
   * Returns the writer properties. Times never use a dictionary, because each time occurs only
   * once. Runs that are merged soon use no dictionaries at all.
   */
  static ParquetProperties properties(boolean dictionary) {
    return ParquetProperties.builder()
        .withDictionaryEncoding(dictionary)
        .withDictionaryEncoding(Column.TIME_UTC.wireName(), false)
        .withDictionaryPageSize(DICTIONARY_BYTES)
        .withValuesWriterFactory(new DictionaryChoice())
        .withPageSize(PAGE_BYTES)
        .withPageRowCountLimit(ROWS_PER_PAGE)
        .withMinRowCountForPageSizeCheck(ROWS_PER_PAGE)
        .withMaxRowCountForPageSizeCheck(ROWS_PER_PAGE)
        .withSizeStatisticsEnabled(false)
        .build();
  }

  /** Returns whether two files have the same columns, with the same order of their values. */
  static boolean isSame(FileMetaData one, FileMetaData other) {
    return one.getSchema().equals(other.getSchema())
        && Objects.equals(one.getColumn_orders(), other.getColumn_orders());
  }

  private static MessageType schema() {
    Types.MessageTypeBuilder message = Types.buildMessage();
    for (Column column : Column.STORED) {
      message.addField(type(column));
    }
    return message.named("bar");
  }

  private static PrimitiveType type(Column column) {
    String name = column.wireName();
    return switch (column.kind()) {
      case TIME ->
          Types.required(PrimitiveTypeName.INT64)
              .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
              .named(name);
      // Most readers ignore the minimum and maximum of the newer IEEE 754 order.
      case NUMBER ->
          Types.optional(PrimitiveTypeName.DOUBLE)
              .columnOrder(ColumnOrder.typeDefined())
              .named(name);
      case COUNT -> Types.optional(PrimitiveTypeName.INT64).named(name);
      case FLAG -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
      case TEXT ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
    };
  }

  /**
   * Decides which number columns get a dictionary. parquet-hadoop decides by the first page alone,
   * where a dictionary rarely pays for prices in cents. Over a whole row group it saves a third of
   * their size, and reading an id costs less than unpacking a double.
   */
  private static final class DictionaryChoice implements ValuesWriterFactory {
    private static final double MAX_VALUES = DICTIONARY_BYTES / 8.0;

    private final ValuesWriterFactory usual = new DefaultV1ValuesWriterFactory();
    private ParquetProperties properties;

    @Override
    public void initialize(ParquetProperties of) {
      properties = of;
      usual.initialize(of);
    }

    @Override
    public ValuesWriter newValuesWriter(ColumnDescriptor column) {
      if (!properties.isDictionaryEnabled(column)) {
        return usual.newValuesWriter(column);
      }
      return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
        case DOUBLE ->
            withFallback(
                new PlainDoubleDictionaryValuesWriter(
                    DICTIONARY_BYTES,
                    Encoding.RLE_DICTIONARY,
                    Encoding.PLAIN,
                    properties.getAllocator()) {
                  @Override
                  public boolean isCompressionSatisfying(long rawBytes, long encodedBytes) {
                    return willFit(rawBytes, getDictionarySize())
                        || super.isCompressionSatisfying(rawBytes, encodedBytes);
                  }
                });
        case INT64 ->
            withFallback(
                new PlainLongDictionaryValuesWriter(
                    DICTIONARY_BYTES,
                    Encoding.RLE_DICTIONARY,
                    Encoding.PLAIN,
                    properties.getAllocator()) {
                  @Override
                  public boolean isCompressionSatisfying(long rawBytes, long encodedBytes) {
                    return willFit(rawBytes, getDictionarySize())
                        || super.isCompressionSatisfying(rawBytes, encodedBytes);
                  }
                });
        default -> usual.newValuesWriter(column);
      };
    }

    private <T extends ValuesWriter & RequiresFallback> ValuesWriter withFallback(T dictionary) {
      return FallbackValuesWriter.of(
          dictionary,
          new PlainValuesWriter(
              properties.getInitialSlabSize(),
              properties.getPageSizeThreshold(),
              properties.getAllocator()));
    }

    /**
     * Returns whether the group's distinct values will probably fit into a dictionary. The estimate
     * compares the first page's distinct values with the number expected for draws from a full
     * dictionary. A page that is less than half full is the group's only page.
     */
    private static boolean willFit(long rawBytes, int distinct) {
      double values = rawBytes / 8.0;
      return values > ROWS_PER_PAGE / 2.0
          && distinct <= values - values * values / (2 * MAX_VALUES);
    }
  }
}
