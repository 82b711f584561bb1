package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.serving.GroupPlan.Encoded;
import dev.gatehouse.areas.trading.marketdata.serving.GroupPlan.Part;
import dev.gatehouse.areas.trading.marketdata.serving.GroupPlan.Stored;
import dev.gatehouse.formats.PieceInput;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * Stream of a serving copy with added bars as one Parquet file, which is a sealed serving copy. It
 * is generated while it is read. The stream holds one encoded row group, and the positions of all
 * row groups. Not safe for concurrent use.
 */
public final class MergedParquet extends PieceInput {
  private static final GroupPlan FOLD = new GroupPlan(Layout.ROWS_PER_GROUP, true);

  /** Small row groups, because each running download holds one. */
  private static final GroupPlan DOWNLOAD = new GroupPlan(16 * Layout.ROWS_PER_PAGE, false);

  private static final int BUFFER_BYTES = 64 << 10;
  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

  private final MergedBars bars;
  private final SeekableByteChannel stored;
  private final List<RowGroup> copied;
  private final FileMetaData footer = Layout.emptyFooter();
  private final Deque<Part> parts;
  private final Deque<Group> groups = new ArrayDeque<>();
  private final List<RowGroup> finished = new ArrayList<>();
  private final CRC32 seal = new CRC32();

  /** The next bytes of the stream. */
  private ByteBuffer piece = ByteBuffer.allocate(0);

  /** Position behind the piece in the stream. */
  private long position;

  /** Number of bytes of the copy that follow the piece. */
  private long toCopy;

  private boolean ended;

  /**
   * A row group whose indexes are not written yet.
   *
   * @param indexes of an encoded row group; null if they are in the copy
   * @param shift distance from the positions in the metadata to those in the stream: of the row
   *     group in the copy, or of the indexes of an encoded row group
   */
  private record Group(RowGroup group, byte[] indexes, long shift) {}

  /**
   * @param stored the bytes of the copy; closed with the stream
   */
  MergedParquet(MergedBars bars, SeekableByteChannel stored, GroupPlan plan) throws IOException {
    this.bars = bars;
    this.stored = stored;
    FileMetaData copy = bars.copy().end().footer();
    this.copied = copy.getRow_groups();
    this.parts = new ArrayDeque<>(plan.of(bars, Layout.isSame(copy, footer)));
  }

  /**
   * Returns the file that replaces a copy.
   *
   * @param stored the bytes of the copy; closed with the stream
   */
  public static MergedParquet fold(MergedBars bars, SeekableByteChannel stored) throws IOException {
    return new MergedParquet(bars, stored, FOLD);
  }

  /**
   * Returns the file for a download.
   *
   * @param stored the bytes of the copy; closed with the stream
   */
  public static MergedParquet download(MergedBars bars, SeekableByteChannel stored)
      throws IOException {
    return new MergedParquet(bars, stored, DOWNLOAD);
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }

  @Override
  protected ByteBuffer next() throws IOException {
    piece = ByteBuffer.allocate(0);
    while (!piece.hasRemaining() && !ended) {
      if (position == 0) {
        next(MAGIC);
      } else if (toCopy > 0) {
        copy();
      } else if (!parts.isEmpty()) {
        begin(parts.pop());
      } else if (!groups.isEmpty()) {
        next(indexes(groups.pop()));
        seal.update(piece.duplicate());
      } else {
        next(footer());
        ended = true;
      }
    }
    return piece;
  }

  private void next(byte[] bytes) {
    piece = ByteBuffer.wrap(bytes);
    position += bytes.length;
  }

  private void copy() throws IOException {
    byte[] bytes = new byte[(int) Math.min(BUFFER_BYTES, toCopy)];
    read(stored.position(), bytes);
    toCopy -= bytes.length;
    next(bytes);
  }

  private void read(long from, byte[] into) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into);
    stored.position(from);
    while (buffer.hasRemaining()) {
      if (stored.read(buffer) < 0) {
        throw new EOFException("the copy ends at " + stored.position());
      }
    }
  }

  private void begin(Part part) throws IOException {
    switch (part) {
      case Stored(int first, int end) -> {
        Footer.Chunk[][] chunks = bars.copy().footer().chunks();
        long from = chunks[first][0].dictionary();
        toCopy = chunks[end - 1][chunks[end - 1].length - 1].end() - from;
        stored.position(from);
        for (int group = first; group < end; group++) {
          groups.add(new Group(copied.get(group), null, position - from));
        }
      }
      case Encoded rows -> {
        EncodedGroup group = EncodedGroup.of(bars, rows.first(), rows.next(), position);
        next(group.data());
        groups.add(new Group(group.group(), group.indexes(), -group.indexPosition()));
        if (rows.rest().first() < rows.end()) {
          parts.push(rows.rest());
        }
      }
    }
  }

  /** Returns the indexes of a row group. They begin at the current position. */
  private byte[] indexes(Group group) throws IOException {
    finished.add(group.group());
    if (group.indexes() == null) {
      return movedIndexes(group.group(), group.shift());
    }
    long shift = position + group.shift();
    for (ColumnChunk chunk : group.group().getColumns()) {
      chunk.setColumn_index_offset(chunk.getColumn_index_offset() + shift);
      chunk.setOffset_index_offset(chunk.getOffset_index_offset() + shift);
    }
    return group.indexes();
  }

  private byte[] movedIndexes(RowGroup group, long shift) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (ColumnChunk chunk : group.getColumns()) {
      out.writeBytes(index(chunk.getColumn_index_offset(), chunk.getColumn_index_length()));
      chunk.setColumn_index_offset(position + out.size() - chunk.getColumn_index_length());
      OffsetIndex pages =
          Util.readOffsetIndex(
              new ByteArrayInputStream(
                  index(chunk.getOffset_index_offset(), chunk.getOffset_index_length())));
      for (PageLocation page : pages.getPage_locations()) {
        page.setOffset(page.getOffset() + shift);
      }
      int before = out.size();
      Util.writeOffsetIndex(pages, out);
      chunk.setOffset_index_offset(position + before);
      chunk.setOffset_index_length(out.size() - before);
      move(chunk, shift);
    }
    if (group.isSetFile_offset()) {
      group.setFile_offset(group.getFile_offset() + shift);
    }
    return out.toByteArray();
  }

  private byte[] index(long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    read(from, bytes);
    return bytes;
  }

  private static void move(ColumnChunk chunk, long shift) {
    ColumnMetaData data = chunk.getMeta_data();
    data.setData_page_offset(data.getData_page_offset() + shift);
    if (data.isSetDictionary_page_offset()) {
      data.setDictionary_page_offset(data.getDictionary_page_offset() + shift);
    }
    if (chunk.getFile_offset() > 0) {
      chunk.setFile_offset(chunk.getFile_offset() + shift);
    }
  }

  private byte[] footer() throws IOException {
    for (RowGroup group : finished) {
      group.setOrdinal((short) footer.getRow_groupsSize());
      footer.addToRow_groups(group);
    }
    footer.setNum_rows(bars.rowCount());
    footer.setKey_value_metadata(
        List.of(
            pair(Layout.VERSION_KEY, Layout.VERSION),
            pair(Layout.SYMBOL_KEY, bars.symbol()),
            pair(Seal.KEY, Seal.UNSEALED)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, out);
    out.writeBytes(SealedEnd.trailer(out.size()));
    byte[] bytes = out.toByteArray();
    Seal.set(seal, bytes);
    return bytes;
  }

  private static KeyValue pair(String key, String value) {
    return new KeyValue(key).setValue(value);
  }
}
