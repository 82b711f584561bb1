package dev.gatehouse.killed;

import module java.base;

/**
 * A process that works by itself and prints a line for each outcome. The first word of a line is
 * the kind of work, and a period ends it, because the last line of a killed process may be
 * incomplete. It prints "ready" when it begins to work.
 */
public final class PrintingProcess implements Target, AutoCloseable {
  private static final String READY = "ready";
  private static final String END = ".";

  private final Starter starter;
  private final Map<String, PrintedWork> kinds = new HashMap<>();
  private Process process;
  private Thread reader;

  /** Starts the process. */
  public interface Starter {
    /**
     * @param last whether it is the process after the last kill, which does no more work
     */
    Process start(boolean last);
  }

  public PrintingProcess(Starter starter) {
    this.starter = starter;
  }

  /** Registers work by the first word of its lines. */
  public void add(String kind, PrintedWork work) {
    kinds.put(kind, work);
  }

  @Override
  public void start() throws Exception {
    kinds.values().forEach(PrintedWork::begins);
    run(starter.start(false));
  }

  @Override
  public void startForLastCheck() throws Exception {
    kinds.values().forEach(PrintedWork::ends);
    run(starter.start(true));
  }

  private void run(Process started) throws IOException {
    process = started;
    BufferedReader out = process.inputReader();
    String[] words;
    do {
      String line = out.readLine();
      if (line == null) {
        throw new IOException("the process did not start");
      }
      words = dispatch(line);
    } while (!words[0].equals(READY));
    reader = Thread.ofVirtual().start(() -> read(out));
  }

  private void read(BufferedReader out) {
    try (out) {
      out.lines().forEach(this::dispatch);
    } catch (IOException | UncheckedIOException killed) {
      // The process has closed its output.
    }
    kinds.values().forEach(PrintedWork::ended);
  }

  private String[] dispatch(String line) {
    String[] words = line.split(" ");
    int last = words.length - 1;
    if (words[last].equals(END) && kinds.containsKey(words[0])) {
      kinds.get(words[0]).printed(Arrays.copyOfRange(words, 1, last));
    }
    return words;
  }

  @Override
  public void kill() throws InterruptedException {
    // The process's own method would close the pipe before it is read.
    process.toHandle().destroyForcibly();
    reader.join();
    process.waitFor();
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }
}
