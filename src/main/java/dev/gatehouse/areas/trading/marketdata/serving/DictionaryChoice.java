package dev.gatehouse.areas.trading.marketdata.serving;

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

/**
 * Decides which number columns get a dictionary. parquet-hadoop decides by the first page alone,
 * where a dictionary rarely pays for prices in cents. Over a whole row group it saves a third of
 * their size, and reading an id costs less than unpacking a double.
 */
final class DictionaryChoice implements ValuesWriterFactory {
  private static final double MAX_VALUES = Layout.DICTIONARY_BYTES / 8.0;

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
      case DOUBLE -> withFallback(new Numbers(properties));
      case INT64 -> withFallback(new Counts(properties));
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
    return values > Layout.ROWS_PER_PAGE / 2.0
        && distinct <= values - values * values / (2 * MAX_VALUES);
  }

  private static final class Numbers extends PlainDoubleDictionaryValuesWriter {
    Numbers(ParquetProperties properties) {
      super(
          Layout.DICTIONARY_BYTES,
          Encoding.RLE_DICTIONARY,
          Encoding.PLAIN,
          properties.getAllocator());
    }

    @Override
    public boolean isCompressionSatisfying(long rawBytes, long encodedBytes) {
      return willFit(rawBytes, getDictionarySize())
          || super.isCompressionSatisfying(rawBytes, encodedBytes);
    }
  }

  private static final class Counts extends PlainLongDictionaryValuesWriter {
    Counts(ParquetProperties properties) {
      super(
          Layout.DICTIONARY_BYTES,
          Encoding.RLE_DICTIONARY,
          Encoding.PLAIN,
          properties.getAllocator());
    }

    @Override
    public boolean isCompressionSatisfying(long rawBytes, long encodedBytes) {
      return willFit(rawBytes, getDictionarySize())
          || super.isCompressionSatisfying(rawBytes, encodedBytes);
    }
  }
}
