package dev.gatehouse.bench;

import module java.base;

/** A server under measurement: all its processes, what they cost, and their end. */
final class ServerProcess implements AutoCloseable {
  private static final Duration READY = Duration.ofSeconds(90);
  private static final long POLL_MILLIS = 5;
  private static final double TICKS_PER_SECOND = 100;

  /** Positions in /proc/PID/stat behind the name. */
  private static final int USER_TIME = 11;

  private static final int CHILDRENS_TIME = 13;

  private final Process process;
  private final int port;
  private final Path log;
  private final double readySeconds;

  private ServerProcess(Process process, int port, Path log, double readySeconds) {
    this.process = process;
    this.port = port;
    this.log = log;
    this.readySeconds = readySeconds;
  }

  /** Starts a server and waits until its port takes connections. */
  static ServerProcess start(
      List<String> command, Map<String, String> environment, int port, Path log)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    long start = System.nanoTime();
    Process process = builder.start();
    while (!listens(port)) {
      if (!process.isAlive() || System.nanoTime() - start > READY.toNanos()) {
        process.destroyForcibly();
        throw new IOException(command.getFirst() + " did not start: " + Files.readString(log));
      }
      Thread.sleep(POLL_MILLIS);
    }
    return new ServerProcess(process, port, log, (System.nanoTime() - start) / 1e9);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  int port() {
    return port;
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  Path log() {
    return log;
  }

  /** From the start of the process to the first connection that it took. */
  double readySeconds() {
    return readySeconds;
  }

  /** User and system time of all its processes so far. */
  double cpuSeconds() throws IOException {
    double seconds = 0;
    for (long pid : pids()) {
      seconds += cpuSeconds(pid);
    }
    return seconds;
  }

  /** User and system time of one process so far. */
  static double cpuSeconds(long pid) throws IOException {
    return ticks("/proc/" + pid + "/stat", USER_TIME) / TICKS_PER_SECOND;
  }

  /** User and system time of this JVM's children that have ended. */
  static double childrensCpuSeconds() throws IOException {
    return ticks("/proc/self/stat", CHILDRENS_TIME) / TICKS_PER_SECOND;
  }

  private static double ticks(String file, int first) throws IOException {
    String stat = Files.readString(Path.of(file));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]);
  }

  /** Bytes that all its processes have caused to be written to the disk so far. */
  long writtenBytes() throws IOException {
    long bytes = 0;
    for (long pid : pids()) {
      try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/io"))) {
        bytes +=
            lines
                .filter(line -> line.startsWith("write_bytes:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
      }
    }
    return bytes;
  }

  /** Resident memory of all its processes, in MB of 1,000,000 bytes. */
  double residentMegabytes() throws IOException {
    double megabytes = 0;
    for (long pid : pids()) {
      megabytes += residentMegabytes(pid);
    }
    return megabytes;
  }

  /** Resident memory of one process, in MB of 1,000,000 bytes. */
  static double residentMegabytes(long pid) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
              .sum()
          * 1024
          / 1e6;
    }
  }

  private List<Long> pids() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .map(ProcessHandle::pid)
        .toList();
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(READY.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroy);
  }
}
