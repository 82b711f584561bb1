package dev.gatehouse.bench;

import module java.base;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.columnindex.RowRanges;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;

/**
 * The other ways to a page of rows. Both only read the values, and are spared the writing of JSON.
 */
final class MarketPeers {
  private MarketPeers() {}

  /** Newest first; returns a checksum, so that nothing is optimized away. */
  static double duckDb(Connection connection, Path file, long offset, int limit)
      throws SQLException {
    double sum = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select epoch_us(timeUtc), open, high, low, close, volume, vwap, tradeCount, exchange, otc from read_parquet('"
                    + file
                    + "') order by timeUtc desc limit "
                    + limit
                    + " offset "
                    + offset)) {
      while (rows.next()) {
        sum += rows.getLong(1);
        for (int i = 2; i <= 7; i++) {
          sum += rows.getDouble(i);
        }
        sum +=
            rows.getLong(8) + (rows.getString(9) == null ? 0 : 1) + (rows.getBoolean(10) ? 1 : 0);
      }
    }
    return sum;
  }

  /** parquet-hadoop with its footer kept and its column index used. */
  static final class Hadoop {
    private final Path file;
    private final ParquetReadOptions options;
    private final ParquetMetadata footer;

    Hadoop(Path file) throws IOException {
      this.file = file;
      options =
          ParquetReadOptions.builder(new PlainParquetConfiguration())
              .withCodecFactory(new ZstdOnly())
              .build();
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
        footer = reader.getFooter();
      }
    }

    double page(long first, int count) throws IOException {
      LocalInputFile input = new LocalInputFile(file);
      double sum = 0;
      try (ParquetFileReader reader =
          ParquetFileReader.open(input, footer, options, input.newStream())) {
        List<BlockMetaData> groups = footer.getBlocks();
        long start = 0;
        for (int g = 0; g < groups.size(); g++) {
          long end = start + groups.get(g).getRowCount();
          long from = Math.max(first, start);
          long to = Math.min(first + count, end);
          if (from < to) {
            sum +=
                rows(
                    reader.readFilteredRowGroup(
                        g,
                        RowRanges.builder().addSelectedRange(from - start, to - 1 - start).build()),
                    to - from);
          }
          start = end;
        }
      }
      return sum;
    }

    private double rows(PageReadStore pages, long count) {
      MessageType schema = footer.getFileMetaData().getSchema();
      ColumnReadStoreImpl store =
          new ColumnReadStoreImpl(
              pages, new Nothing(), schema, footer.getFileMetaData().getCreatedBy());
      double sum = 0;
      for (var column : schema.getColumns()) {
        ColumnReader reader = store.getColumnReader(column);
        for (long i = 0; i < count; i++) {
          if (reader.getCurrentDefinitionLevel() == column.getMaxDefinitionLevel()) {
            sum +=
                switch (column.getPrimitiveType().getPrimitiveTypeName()) {
                  case DOUBLE -> reader.getDouble();
                  case INT64 -> reader.getLong();
                  case BOOLEAN -> reader.getBoolean() ? 1 : 0;
                  default -> reader.getBinary().length() > 0 ? 1 : 0;
                };
          }
          reader.consume();
        }
      }
      return sum;
    }
  }

  private static final class Nothing extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
