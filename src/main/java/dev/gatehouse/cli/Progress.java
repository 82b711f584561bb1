package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.node.backup.BackupFolder.BackupProgress;

/** Progress bar on one line. */
final class Progress implements BackupProgress {
  private static final int WIDTH = 30;
  private static final double MEGABYTE = 1 << 20;

  private final PrintStream outStream;
  private final boolean shown;
  private final LongFunction<String> amount;
  private long done;
  private long all;

  private Progress(PrintStream outStream, boolean shown, LongFunction<String> amount) {
    this.outStream = outStream;
    this.shown = shown;
    this.amount = amount;
  }

  /** Creates a bar that counts files. */
  static Progress ofFiles(PrintStream outStream) {
    return new Progress(outStream, true, Long::toString);
  }

  /** Creates a bar that counts documents. */
  static Progress ofDocuments(PrintStream outStream, boolean shown) {
    return new Progress(outStream, shown, Long::toString);
  }

  /** Creates a bar that counts bytes, shown in megabytes. */
  static Progress ofBytes(PrintStream outStream, boolean shown) {
    return new Progress(
        outStream, shown, bytes -> String.format(Locale.ROOT, "%.1f", bytes / MEGABYTE));
  }

  /**
   * Returns whether output goes to a terminal, because a log file should not contain progress bars.
   */
  static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Adds to the expected total. */
  @Override
  public void expect(long more) {
    all += more;
  }

  /** Adds to the completed amount, and shows the item in progress. */
  @Override
  public void advance(long by, String name) {
    done += by;
    if (shown) {
      int filled = (int) (all == 0 ? WIDTH : Math.min(WIDTH, WIDTH * done / all));
      String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
      outStream.print("\r[" + bar + "] " + amount.apply(done) + "/" + amount.apply(all) + " ");
      outStream.print(String.format(Locale.ROOT, "%-30.30s", name));
      outStream.flush();
    }
  }

  /** Ends the line, so that the next output is printed below the bar. */
  @Override
  public void end() {
    advance(0, "");
    if (shown) {
      outStream.println();
    }
  }
}
