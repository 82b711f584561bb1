package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import com.github.luben.zstd.ZstdDecompressCtx;
import dev.gatehouse.areas.trading.marketdata.BarTimes;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;
import dev.gatehouse.areas.trading.marketdata.serving.PageBuffer.Dictionary;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;

/**
 * An open serving copy, with access to rows by number (oldest first) and by time. Safe for
 * concurrent use. Interrupting a thread while it reads closes the copy for all threads, as with
 * every {@link FileChannel}.
 */
public final class ServingCopy implements Closeable {
  /** The row of a time. If it is not taken, a new row of that time would precede it. */
  record Place(long row, boolean taken) {}

  private final FileChannel file;
  private final Footer footer;
  private final IndexCache cache;
  private final ZstdContextPool unpackers = new ZstdContextPool();

  private ServingCopy(FileChannel file, Footer footer, IndexCache cache) {
    this.file = file;
    this.footer = footer;
    this.cache = cache;
  }

  public static ServingCopy open(Path path, IndexCache cache) throws IOException {
    FileChannel file = FileChannel.open(path);
    try {
      return new ServingCopy(file, Footer.read(file), cache);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  public String symbol() {
    return footer.symbol();
  }

  public long rowCount() {
    return footer.rows();
  }

  public Instant firstTime() {
    return BarTimes.instant(footer.firstTime());
  }

  public Instant lastTime() {
    return BarTimes.instant(footer.lastTime());
  }

  /** Returns the rows between two times, both inclusive. Null means no bound. */
  public RowRange between(Instant from, Instant to) throws IOException {
    long first = from == null ? 0 : new Places().of(BarTimes.atOrAfter(from)).row();
    long end = to == null ? rowCount() : new Places().of(BarTimes.after(to)).row();
    return new RowRange(first, Math.max(first, end));
  }

  /**
   * Reads rows {@code first} to {@code first + count - 1}, oldest first.
   *
   * @param columns the columns to read, a subset of {@link Column#STORED}
   */
  public Bars read(long first, int count, Collection<Column> columns) throws IOException {
    if (first < 0 || count < 0 || first + count > rowCount()) {
      throw new IndexOutOfBoundsException("rows " + first + " + " + count + " of " + rowCount());
    }
    Bars bars = new Bars(count, columns);
    PageBuffer buffer = new PageBuffer(unpackers);
    for (Column column : columns) {
      read(column, first, count, bars, buffer);
    }
    bars.size(count);
    return bars;
  }

  @Override
  public void close() throws IOException {
    file.close();
    unpackers.close();
    cache.forget(this);
  }

  /** Reads exactly {@code length} bytes. Does not change the channel's position. */
  static byte[] read(FileChannel channel, long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    read(channel, offset, length, bytes);
    return bytes;
  }

  private static void read(FileChannel channel, long offset, int length, byte[] into)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException("the file ends at " + (offset + buffer.position()));
      }
    }
  }

  Footer footer() {
    return footer;
  }

  /** Reads all indexes and the footer again, and verifies their seal. */
  SealedEnd end() throws IOException {
    return SealedEnd.read(file);
  }

  InputStream index(Footer.Stretch where) throws IOException {
    return new ByteArrayInputStream(where.read(file));
  }

  ChunkIndex readIndex(int group, int column) throws IOException {
    Footer.Chunk chunk = footer.chunks()[group][column];
    OffsetIndex offsets = Util.readOffsetIndex(index(chunk.offsetIndex()));
    long[] times =
        column == 0 ? firstTimes(Util.readColumnIndex(index(chunk.columnIndex()))) : null;
    Dictionary dictionary = chunk.hasDictionary() ? dictionary(chunk, group, column) : null;
    return ChunkIndex.of(offsets.getPage_locations(), footer.rowsIn(group), times, dictionary);
  }

  private static long[] firstTimes(ColumnIndex index) {
    return index.getMin_values().stream()
        .map(ByteBuffer::duplicate)
        .mapToLong(value -> value.order(ByteOrder.LITTLE_ENDIAN).getLong())
        .toArray();
  }

  private Dictionary dictionary(Footer.Chunk chunk, int group, int column) throws IOException {
    PageBuffer buffer = new PageBuffer(unpackers);
    int size = Math.toIntExact(chunk.data() - chunk.dictionary());
    try {
      read(file, chunk.dictionary(), size, buffer.roomForPacked(size));
      return buffer.dictionary(Column.STORED.get(column).kind(), size);
    } catch (IOException | RuntimeException e) {
      throw damaged(column, group, e);
    }
  }

  private void load(int group, int column, ChunkIndex index, int page, PageBuffer buffer)
      throws IOException {
    int size = index.sizes()[page];
    try {
      read(file, index.offsets()[page], size, buffer.roomForPacked(size));
      buffer.data(Column.STORED.get(column), size, index.rowsIn(page), index.dictionary());
    } catch (IOException | RuntimeException e) {
      throw damaged(column, group, e);
    }
  }

  private void read(Column column, long first, int count, Bars into, PageBuffer buffer)
      throws IOException {
    int c = Column.STORED.indexOf(column);
    int done = 0;
    for (int group = footer.groupOf(first); done < count; group++) {
      ChunkIndex index = cache.get(this, group, c);
      int row = (int) (first + done - footer.firstRows()[group]);
      for (int page = index.pageOf(row); page < index.pages() && done < count; page++) {
        load(group, c, index, page, buffer);
        int skip = row - index.firstRows()[page];
        int taken = Math.min(count - done, index.rowsIn(page) - skip);
        buffer.copy(column, skip, taken, into, done);
        done += taken;
        row += taken;
      }
    }
  }

  /** Looks up times. Reads a page only once for successive times in it. */
  final class Places {
    private final PageBuffer buffer = new PageBuffer(unpackers);
    private int group = -1;
    private int page = -1;

    /** Returns the row of a time, or the row before which it would be inserted. */
    Place of(long micros) throws IOException {
      int of = 0;
      while (of < footer.groups() && footer.lastTimes()[of] < micros) {
        of++;
      }
      if (of == footer.groups()) {
        return new Place(rowCount(), false);
      }
      ChunkIndex index = cache.get(ServingCopy.this, of, 0);
      load(of, index, index.pageAt(micros));
      int row = Arrays.binarySearch(buffer.longs, 0, buffer.rows, micros);
      long first = footer.firstRows()[group] + index.firstRows()[page];
      return row >= 0 ? new Place(first + row, true) : new Place(first - row - 1, false);
    }

    private void load(int newGroup, ChunkIndex index, int newPage) throws IOException {
      if (newGroup != group || newPage != page) {
        group = newGroup;
        page = newPage;
        ServingCopy.this.load(group, 0, index, page, buffer);
      }
    }
  }

  private DamagedCopyException damaged(int column, int group, Exception e) {
    String name = Column.STORED.get(column).wireName();
    return new DamagedCopyException(
        "column " + name + ", row group " + group + ": " + e.getMessage(), e);
  }

  /**
   * Pool of Zstd decompression contexts. Creating a context costs more than decompressing a page
   * with it. Safe for concurrent use.
   */
  static final class ZstdContextPool implements Closeable {
    private final ConcurrentLinkedQueue<ZstdDecompressCtx> idleQueue =
        new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    void unpack(byte[] packed, int from, int length, byte[] plain, int size) {
      ZstdDecompressCtx context = idleQueue.poll();
      if (context == null) {
        context = new ZstdDecompressCtx();
      }
      try {
        if (context.decompressByteArray(plain, 0, size, packed, from, length) != size) {
          throw new IllegalArgumentException("it unpacks to another size");
        }
      } finally {
        if (closed) {
          context.close();
        } else {
          idleQueue.add(context);
        }
      }
    }

    @Override
    public void close() {
      closed = true;
      Stream.iterate(idleQueue.poll(), Objects::nonNull, last -> idleQueue.poll())
          .forEach(ZstdDecompressCtx::close);
    }
  }

  /**
   * Index of the pages of one column chunk, with its dictionary.
   *
   * @param offsets positions of the data pages
   * @param firstRows the first row of each page within its row group, and the group's number of
   *     rows as one more entry
   * @param firstTimes the first time of each page, in microseconds; null for other columns
   * @param dictionary null if the chunk has none
   */
  record ChunkIndex(
      long[] offsets, int[] sizes, int[] firstRows, long[] firstTimes, Dictionary dictionary) {
    static ChunkIndex of(
        List<PageLocation> pages, int rowsInGroup, long[] firstTimes, Dictionary dictionary) {
      return new ChunkIndex(
          pages.stream().mapToLong(PageLocation::getOffset).toArray(),
          pages.stream().mapToInt(PageLocation::getCompressed_page_size).toArray(),
          IntStream.concat(
                  pages.stream().mapToInt(page -> Math.toIntExact(page.getFirst_row_index())),
                  IntStream.of(rowsInGroup))
              .toArray(),
          firstTimes,
          dictionary);
    }

    int pages() {
      return offsets.length;
    }

    int rowsIn(int page) {
      return firstRows[page + 1] - firstRows[page];
    }

    /** Returns the page that contains a row of the group. */
    int pageOf(int row) {
      int at = Arrays.binarySearch(firstRows, 0, pages(), row);
      return Math.max(at, -at - 2);
    }

    /** Returns the page that contains a time, or that would contain it. */
    int pageAt(long micros) {
      int at = Arrays.binarySearch(firstTimes, micros);
      return Math.max(0, Math.max(at, -at - 2));
    }

    /** Returns the approximate size in bytes of heap. */
    long weight() {
      return 64 + 24L * pages() + (dictionary == null ? 0 : dictionary.weight());
    }
  }
}
