package dev.gatehouse.cli;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongFunction;

/** A bar on one line that shows how much is done of all. */
final class Progress {
  private static final int WIDTH = 30;
  private static final double MEGABYTE = 1 << 20;

  private final PrintStream out;
  private final boolean shown;
  private final LongFunction<String> amount;
  private long done;
  private long all;

  private Progress(PrintStream out, boolean shown, LongFunction<String> amount) {
    this.out = out;
    this.shown = shown;
    this.amount = amount;
  }

  /** Counts files. */
  static Progress ofFiles(PrintStream out) {
    return new Progress(out, true, Long::toString);
  }

  /** Counts documents. */
  static Progress ofDocuments(PrintStream out, boolean shown) {
    return new Progress(out, shown, Long::toString);
  }

  /** Counts bytes. */
  static Progress ofBytes(PrintStream out, boolean shown) {
    return new Progress(out, shown, bytes -> String.format(Locale.ROOT, "%.1f", bytes / MEGABYTE));
  }

  /** Returns whether somebody looks on: a job's log wants no bar. */
  static boolean isWatched() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** There is more to do. */
  void expect(long more) {
    all += more;
  }

  /** Some of it is done, and this is what is being worked on. */
  void advance(long by, String name) {
    done += by;
    if (shown) {
      int filled = (int) (all == 0 ? WIDTH : Math.min(WIDTH, WIDTH * done / all));
      String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
      out.print("\r[" + bar + "] " + amount.apply(done) + "/" + amount.apply(all) + " ");
      out.print(String.format(Locale.ROOT, "%-30.30s", name));
      out.flush();
    }
  }

  /** Leaves the line; what comes next is printed below the bar. */
  void end() {
    advance(0, "");
    if (shown) {
      out.println();
    }
  }
}
