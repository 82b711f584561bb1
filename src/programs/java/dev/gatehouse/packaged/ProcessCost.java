package dev.gatehouse.packaged;

import module java.base;

/**
 * Cost of a process while it is at rest, according to /proc.
 *
 * @param cpu percent of a core
 * @param memory resident megabytes
 * @param threads number of threads
 * @param writes system calls per second that write, which is one for each message or more
 */
record ProcessCost(double cpu, double memory, double threads, double writes) {
  private static final int PARENTHESIS_TO_USER_TIME = 12;
  private static final double TICKS_PER_SECOND = 100;
  private static final double KILOBYTES = 1_024;

  /** Counters of a process since its start. */
  private record Counters(double ticks, double writes) {
    static Counters of(long pid) throws IOException {
      Path process = Path.of("/proc/" + pid);
      String stat = Files.readString(process.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
      double ticks =
          Double.parseDouble(fields[PARENTHESIS_TO_USER_TIME - 1])
              + Double.parseDouble(fields[PARENTHESIS_TO_USER_TIME]);
      return new Counters(ticks, value(process.resolve("io"), "syscw"));
    }
  }

  /** Measures processes at the same time. */
  static List<ProcessCost> measure(List<Long> pids, Duration time) throws Exception {
    List<Counters> before = new ArrayList<>();
    for (long pid : pids) {
      before.add(Counters.of(pid));
    }
    long begin = System.nanoTime();
    Fault.pass(time);
    List<ProcessCost> costs = new ArrayList<>();
    for (int i = 0; i < pids.size(); i++) {
      Counters after = Counters.of(pids.get(i));
      double seconds = (System.nanoTime() - begin) / 1e9;
      Path status = Path.of("/proc/" + pids.get(i) + "/status");
      costs.add(
          new ProcessCost(
              (after.ticks() - before.get(i).ticks()) / TICKS_PER_SECOND / seconds * 100,
              value(status, "VmRSS") / KILOBYTES,
              value(status, "Threads"),
              (after.writes() - before.get(i).writes()) / seconds));
    }
    return costs;
  }

  /** Returns the mean of several processes. */
  static ProcessCost mean(List<ProcessCost> costs) {
    return new ProcessCost(
        mean(costs, ProcessCost::cpu),
        mean(costs, ProcessCost::memory),
        mean(costs, ProcessCost::threads),
        mean(costs, ProcessCost::writes));
  }

  private static double mean(List<ProcessCost> costs, ToDoubleFunction<ProcessCost> field) {
    return costs.stream().mapToDouble(field).average().orElseThrow();
  }

  private static double value(Path file, String name) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }
}
