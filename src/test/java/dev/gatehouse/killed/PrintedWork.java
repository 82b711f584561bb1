package dev.gatehouse.killed;

import module java.base;

/** Work that the killed process does itself. A step is a line that it has printed. */
public abstract class PrintedWork implements Work {
  /** Ends the lines of a process. */
  private static final String[] END = {};

  private final BlockingQueue<String[]> printed = new LinkedBlockingQueue<>();

  /** Adds a line without the kind of work, or a step that was seen outside the process. */
  protected final void printed(String... words) {
    printed.add(words);
  }

  final void ended() {
    printed.add(END);
  }

  /** Called before each start. */
  protected void begins() {}

  /** Called before the start after the last kill. */
  protected void ends() {}

  @Override
  public final boolean step(Random random) throws Exception {
    String[] words = printed.take();
    if (words.length == 0) {
      throw new UncheckedIOException(new IOException("killed"));
    }
    return note(words);
  }

  /** Records a line. Returns whether it acknowledges an effect. */
  protected abstract boolean note(String[] words);

  /** Records the lines of the state, and compares it with the record. */
  @Override
  public void check(Random random) throws Exception {
    for (String[] words = printed.poll(); words != null; words = printed.poll()) {
      note(words);
    }
  }
}
