package dev.gatehouse.bench;

import module java.base;

import com.sun.management.OperatingSystemMXBean;
import dev.gatehouse.areas.trading.marketdata.Bars;
import dev.gatehouse.areas.trading.marketdata.ImportLimits;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import dev.gatehouse.areas.trading.marketdata.serving.BarsCsv;
import dev.gatehouse.areas.trading.marketdata.serving.IndexCache;
import dev.gatehouse.areas.trading.marketdata.serving.MergedBars;
import dev.gatehouse.areas.trading.marketdata.serving.ServingCopy;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/**
 * One measurement in a separate JVM with its own heap and CPU time: {@code import}, {@code csv} or
 * {@code duckdb-csv}.
 */
public final class MarketChild {
  record Result(
      double wallSeconds, double cpuSeconds, long bytes, double heapMb, double residentMb) {}

  private interface Work {
    long run() throws Exception;
  }

  private MarketChild() {}

  static Result run(String heap, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                MarketChild.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines;
    try (var out = process.inputReader()) {
      lines = out.lines().filter(line -> !line.contains(" DEBUG ")).toList();
    }
    if (!process.waitFor(10, TimeUnit.MINUTES) || process.exitValue() != 0) {
      throw new IllegalStateException(String.join("\n", lines));
    }
    String[] f = lines.getLast().split(" ");
    return new Result(
        Double.parseDouble(f[0]),
        Double.parseDouble(f[1]),
        Long.parseLong(f[2]),
        Double.parseDouble(f[3]),
        Double.parseDouble(f[4]));
  }

  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[1]);
    Work work =
        switch (arguments[0]) {
          case "import" -> () -> importFile(file, Path.of(arguments[2]));
          case "csv" -> () -> csv(file);
          case "duckdb-csv" -> () -> duckDbCsv(file);
          default -> throw new IllegalArgumentException(arguments[0]);
        };
    int rounds = arguments[0].equals("import") ? 1 : 5;
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double bestWall = Double.MAX_VALUE;
    double bestCpu = Double.MAX_VALUE;
    long bytes = 0;
    for (int i = 0; i < rounds; i++) {
      long wall = System.nanoTime();
      long cpu = system.getProcessCpuTime();
      bytes = work.run();
      bestCpu = Math.min(bestCpu, (system.getProcessCpuTime() - cpu) / 1e9);
      bestWall = Math.min(bestWall, (System.nanoTime() - wall) / 1e9);
    }
    System.out.println(
        bestWall + " " + bestCpu + " " + bytes + " " + peakHeapMb() + " " + residentMb());
  }

  private static long importFile(Path upload, Path target) throws Exception {
    Importer.Format format =
        upload.toString().endsWith(".csv") ? Importer.Format.CSV : Importer.Format.PARQUET;
    return new Importer(ImportLimits.DEFAULT).load(upload, format, "SPY", target).rows();
  }

  private static long csv(Path serving) throws Exception {
    long bytes = 0;
    byte[] buffer = new byte[64 << 10];
    try (ServingCopy copy = ServingCopy.open(serving, new IndexCache(8 << 20));
        InputStream csv = new BarsCsv(new MergedBars(copy, new Bars(0)))) {
      for (int n = csv.read(buffer); n >= 0; n = csv.read(buffer)) {
        bytes += n;
      }
    }
    return bytes;
  }

  private static long duckDbCsv(Path serving) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("set threads = 1");
      statement.execute(
          "copy (select 'SPY' as symbol, * from '"
              + serving
              + "') to '/dev/null' (format csv, header)");
    }
    return 0;
  }

  private static double peakHeapMb() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getPeakUsage)
            .mapToLong(usage -> usage.getUsed())
            .sum()
        / 1048576.0;
  }

  private static double residentMb() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    return 0;
  }
}
