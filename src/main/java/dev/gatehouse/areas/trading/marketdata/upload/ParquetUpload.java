package dev.gatehouse.areas.trading.marketdata.upload;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * Reader of the bars of an uploaded Parquet file from any writer, in the file's order. It decodes
 * every value of a bar's columns with parquet-column and checks it. The first invalid value ends
 * the import with {@link BadMarketData}.
 */
public final class ParquetUpload implements BarSource {
  private static final int BATCH = 1_000;
  private static final int MAX_WRITER = 200;

  private final FileChannel file;
  private final UploadFooter footer;
  private final DecodeBudget budget;
  private final ColumnUse use;
  private final List<ValueDecoder> decoders = new ArrayList<>();
  private final ParsedVersion writer;
  private final Bars batch = new Bars(BATCH);
  private final List<UploadedPages> pages = new ArrayList<>();
  private final List<ColumnReaderImpl> readers = new ArrayList<>();
  private int nextGroup;
  private long leftInGroup;
  private long rows;

  private ParquetUpload(FileChannel file, String symbol, ImportLimits limits) throws IOException {
    this.file = file;
    this.budget = new DecodeBudget(limits.decodeBytes());
    this.footer = UploadFooter.read(file, limits.maxRows(), budget);
    this.writer = writer(footer.writer());
    List<String> names = footer.fields().stream().map(UploadField::name).toList();
    ColumnNames.Positions positions = ColumnNames.match(names, symbol);
    use = positions.use();
    for (Column column : Column.values()) {
      Integer position = positions.columns().get(column);
      if (position != null) {
        decoders.add(decoder(column, positions, new SymbolCheck(symbol)));
      } else if (column != Column.SYMBOL) {
        batch.fillAbsent(column);
      }
      if (column == Column.TIME_UTC && positions.timeOfDay().isPresent()) {
        UploadField field = footer.fields().get(positions.timeOfDay().getAsInt());
        requirePlain(field, "the time beside a date");
        decoders.add(new TimeOfDayDecoder(field));
      }
    }
  }

  /** Reads the footer and rejects a file that cannot contain bars of this symbol. */
  public static ParquetUpload open(Path path, String symbol, ImportLimits limits)
      throws IOException {
    FileChannel file = FileChannel.open(path);
    try {
      return new ParquetUpload(file, symbol, limits);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public Bars next() throws IOException {
    while (leftInGroup == 0) {
      endGroup();
      if (nextGroup == footer.groups().size()) {
        return null;
      }
      openGroup(footer.groups().get(nextGroup++));
    }
    int count = (int) Math.min(BATCH, leftInGroup);
    for (int i = 0; i < readers.size(); i++) {
      decoders.get(i).decode(readers.get(i), batch, count, rows + 1);
    }
    batch.size(count);
    leftInGroup -= count;
    rows += count;
    return batch;
  }

  @Override
  public ColumnUse columnUse() {
    return use;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void openGroup(RowGroup group) {
    leftInGroup = group.getNum_rows();
    if (leftInGroup == 0) {
      return;
    }
    for (ValueDecoder decoder : decoders) {
      UploadField field = decoder.field();
      ColumnMetaData chunk = group.getColumns().get(field.leaf()).getMeta_data();
      UploadedPages chunkPages = new UploadedPages(file, footer.start(), field, chunk, budget);
      pages.add(chunkPages);
      try {
        readers.add(
            new ColumnReaderImpl(
                descriptor(field), chunkPages, new PrimitiveConverter() {}, writer));
      } catch (BadMarketData e) {
        throw e;
      } catch (RuntimeException e) {
        throw BadMarketData.in(field.name(), "damaged near row " + (rows + 1), e);
      }
    }
  }

  private void endGroup() {
    for (int i = 0; i < readers.size(); i++) {
      UploadField field = decoders.get(i).field();
      ColumnMetaData chunk =
          footer.groups().get(nextGroup - 1).getColumns().get(field.leaf()).getMeta_data();
      try {
        decoders.get(i).compare(footer.bounds(field, chunk));
      } catch (IllegalArgumentException e) {
        throw BadMarketData.in(field.name(), "damaged: " + e.getMessage(), e);
      }
    }
    pages.forEach(UploadedPages::release);
    pages.clear();
    readers.clear();
  }

  private ValueDecoder decoder(Column column, ColumnNames.Positions positions, SymbolCheck symbol) {
    UploadField field = footer.fields().get(positions.columns().get(column));
    requirePlain(field, column.wireName());
    if (field.isNull() && column != Column.TIME_UTC) {
      return new NullDecoder(column, field);
    }
    return switch (column.kind()) {
      case TIME -> new TimeDecoder(field, positions.timeOfDay().isPresent());
      case NUMBER, COUNT -> new NumberDecoder(column, field);
      case TEXT -> new TextDecoder(column, field, symbol);
      case FLAG -> new FlagDecoder(column, field);
    };
  }

  private static void requirePlain(UploadField field, String meaning) {
    if (!field.isPlain()) {
      throw new BadMarketData(
          "column '%s' (%s) is %s, not one value per row"
              .formatted(field.name(), meaning, field.typeName()));
    }
  }

  private static ColumnDescriptor descriptor(UploadField field) {
    PrimitiveTypeName name =
        switch (field.type()) {
          case BYTE_ARRAY -> PrimitiveTypeName.BINARY;
          case FIXED_LEN_BYTE_ARRAY -> PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
          case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE ->
              PrimitiveTypeName.valueOf(field.type().name());
        };
    var type = field.isOptional() ? Types.optional(name) : Types.required(name);
    if (name == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
      type = type.length(field.element().getType_length());
    }
    PrimitiveType primitive = type.named(field.name());
    return new ColumnDescriptor(
        new String[] {field.name()}, primitive, 0, field.isOptional() ? 1 : 0);
  }

  /** Parses the writer's version. parquet-column uses it to work around bugs of old writers. */
  private static ParsedVersion writer(String name) {
    ParsedVersion unknown = new ParsedVersion("unknown", null, null);
    // The parser's patterns take quadratic time for overlong names.
    if (name.isEmpty() || name.length() > MAX_WRITER) {
      return unknown;
    }
    try {
      ParsedVersion parsed = VersionParser.parse(name);
      if (parsed.hasSemanticVersion()) {
        SemanticVersion.parse(parsed.version);
      }
      return parsed;
    } catch (VersionParseException | SemanticVersion.SemanticVersionParseException e) {
      return unknown;
    }
  }
}
