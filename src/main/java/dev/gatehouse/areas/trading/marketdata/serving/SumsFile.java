package dev.gatehouse.areas.trading.marketdata.serving;

import module java.base;

import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.Column;

/**
 * File of aggregated bars in the layout of serving copies, so that damage is detected. The symbol
 * field contains the identity of the aggregated data.
 */
public final class SumsFile {
  private static final int INDEX_BYTES = 1 << 20;
  private static final String UNFINISHED = ".unfinished";

  private SumsFile() {}

  /**
   * Writes a file. The file is either complete or absent.
   *
   * @param of identifies the aggregated data and the number of rows per bar
   */
  public static void write(Path file, String of, Bars sums) throws IOException {
    Path unfinished = Files.createTempFile(file.getParent(), "", UNFINISHED);
    try {
      try (ServingWriter writer = ServingWriter.serving(unfinished, of)) {
        Bars rows = stored(sums);
        for (int row = 0; row < rows.size(); row++) {
          writer.write(rows, row);
        }
        writer.finish();
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /**
   * Deletes unfinished files that a kill left behind. Must be called before the first file is
   * written.
   */
  public static void clear(Path folder) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + UNFINISHED)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  /** Returns the bars with all columns of a bar, including the columns that an aggregate lacks. */
  private static Bars stored(Bars sums) {
    Bars rows = new Bars(sums.size());
    for (Column column : Column.STORED) {
      if (!AggregatedBars.COLUMNS.contains(column)) {
        rows.fillAbsent(column);
      }
    }
    System.arraycopy(sums.times(), 0, rows.times(), 0, sums.size());
    for (Column column : AggregatedBars.COLUMNS) {
      if (column.kind() == Column.Kind.NUMBER) {
        System.arraycopy(sums.numbers(column), 0, rows.numbers(column), 0, sums.size());
      }
    }
    rows.size(sums.size());
    return rows;
  }

  /**
   * Reads a file.
   *
   * @return empty if there is no such file, or if it was made from other data
   * @throws DamagedCopyException if the file is damaged
   */
  public static Optional<Bars> read(Path file, String of) throws IOException {
    try (ServingCopy copy = ServingCopy.open(file, new IndexCache(INDEX_BYTES))) {
      if (!copy.symbol().equals(of)) {
        return Optional.empty();
      }
      return Optional.of(copy.read(0, Math.toIntExact(copy.rowCount()), AggregatedBars.COLUMNS));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }
}
