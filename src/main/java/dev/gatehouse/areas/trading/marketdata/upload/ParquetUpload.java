package dev.gatehouse.areas.trading.marketdata.upload;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.BadMarketData;
import dev.gatehouse.areas.trading.marketdata.BarSource;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.ColumnUse;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.upload.ColumnDecoder.TimePart;
import org.apache.parquet.SemanticVersion;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.Type;

/**
 * Reader of the bars of an uploaded Parquet file from any writer, in the file's order. It decodes
 * every value of a bar's columns with parquet-column and checks it. The first invalid value ends
 * the import with {@link BadMarketData}.
 */
public final class ParquetUpload implements BarSource {
  private static final int BATCH = 1_000;

  private final Arena arena;
  private final MemorySegment data;
  private final UploadFooter footer;
  private final UploadedPages.DecodeBudget budget;
  private final ColumnUse use;
  private final List<ColumnDecoder> decoders = new ArrayList<>();
  private final ParsedVersion writer;
  private final Bars batch = new Bars(BATCH);
  private final List<UploadedPages> pages = new ArrayList<>();
  private final List<ColumnReaderImpl> readers = new ArrayList<>();
  private int nextGroup;
  private long leftInGroup;
  private long rows;

  private ParquetUpload(Arena arena, MemorySegment file, String symbol, ImportLimits limits) {
    this.arena = arena;
    this.budget = new UploadedPages.DecodeBudget(limits.decodeBytes());
    this.footer = UploadFooter.read(file, limits.maxRows());
    this.data = file.asSlice(0, footer.start());
    this.writer = writer(footer.writer());
    List<String> names = footer.schema().getFields().stream().map(Type::getName).toList();
    ColumnNames.Positions positions = ColumnNames.match(names, symbol);
    use = positions.use();
    for (Column column : Column.values()) {
      Integer position = positions.columns().get(column);
      if (position != null) {
        TimePart part = positions.timeOfDay().isPresent() ? TimePart.DAY : TimePart.WHOLE;
        decoders.add(new ColumnDecoder(column, field(position), part, symbol, batch));
      } else if (column != Column.SYMBOL) {
        batch.fillAbsent(column);
      }
      if (column == Column.TIME_UTC && positions.timeOfDay().isPresent()) {
        UploadField time = field(positions.timeOfDay().getAsInt());
        decoders.add(new ColumnDecoder(column, time, TimePart.TIME_OF_DAY, symbol, batch));
      }
    }
  }

  /** Reads the footer and rejects a file that cannot contain bars of this symbol. */
  public static ParquetUpload open(Path path, String symbol, ImportLimits limits)
      throws IOException {
    Arena arena = Arena.ofConfined();
    try (FileChannel file = FileChannel.open(path)) {
      MemorySegment bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), arena);
      return new ParquetUpload(arena, bytes, symbol, limits);
    } catch (IOException | RuntimeException e) {
      arena.close();
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
      decoders.get(i).decode(readers.get(i), count, rows + 1);
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
  public void close() {
    arena.close();
  }

  private void openGroup(BlockMetaData group) {
    leftInGroup = group.getRowCount();
    if (leftInGroup == 0) {
      return;
    }
    for (ColumnDecoder decoder : decoders) {
      UploadField field = decoder.field();
      UploadedPages chunk = new UploadedPages(data, field, chunk(group, field), budget);
      pages.add(chunk);
      try {
        readers.add(
            new ColumnReaderImpl(field.descriptor(), chunk, new PrimitiveConverter() {}, writer));
      } catch (BadMarketData e) {
        throw e;
      } catch (RuntimeException e) {
        throw BadMarketData.in(field.name(), "damaged near row " + (rows + 1), e);
      }
    }
  }

  private ColumnChunkMetaData chunk(BlockMetaData group, UploadField field) {
    ColumnPath path = ColumnPath.get(field.name());
    ColumnChunkMetaData chunk =
        group.getColumns().stream()
            .filter(column -> column.getPath().equals(path))
            .findFirst()
            .orElseThrow(() -> BadMarketData.in(field.name(), "missing in a row group", null));
    UploadFooter.require(
        chunk.getValueCount() == group.getRowCount(),
        "column '%s' has %s values for %s rows"
            .formatted(field.name(), chunk.getValueCount(), group.getRowCount()));
    UploadFooter.require(
        chunk.getStartingPos() >= 0 && chunk.getStartingPos() < footer.start(),
        "column '" + field.name() + "' is outside the file");
    return chunk;
  }

  private void endGroup() {
    pages.forEach(UploadedPages::release);
    pages.clear();
    readers.clear();
  }

  private UploadField field(int position) {
    return new UploadField(footer.schema().getType(position));
  }

  /** Parses the writer's version. parquet-column uses it to work around bugs of old writers. */
  private static ParsedVersion writer(String name) {
    ParsedVersion unknown = new ParsedVersion("unknown", null, null);
    if (name.isEmpty()) {
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
