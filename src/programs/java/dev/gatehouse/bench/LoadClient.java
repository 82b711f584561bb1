package dev.gatehouse.bench;

import module java.base;

/** Programs that load a server over keep-alive connections for some seconds. */
final class LoadClient {
  private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in ([0-9.]+)(m?s)");
  private static final String THREADS = "2";

  /** A machine that others use, too, answers late; that is not what is counted. */
  private static final String PATIENCE = "20s";

  private static final double PER_MILLE = 1000;

  private final Path drain;

  LoadClient(Path work) {
    this.drain = work.toAbsolutePath().resolve("drain");
  }

  /** Result of a load. */
  record Load(long requests, long bytes, double seconds) {}

  /** Small replies, by wrk. Any status but 2xx or a broken connection fails the bench. */
  Load small(int port, String path, int connections, double seconds, String... headers)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "wrk",
                "-t" + THREADS,
                "-c" + connections,
                "-d" + (int) Math.ceil(seconds),
                "--timeout",
                PATIENCE));
    for (String header : headers) {
      command.addAll(List.of("-H", header));
    }
    return load(command, port, path);
  }

  /** Sends the requests of a wrk script. */
  Load posted(int port, String path, int connections, double seconds, Path script)
      throws IOException, InterruptedException {
    return load(
        new ArrayList<>(
            List.of(
                "wrk",
                "-t" + THREADS,
                "-c" + connections,
                "-d" + (int) Math.ceil(seconds),
                "-s",
                script.toString())),
        port,
        path);
  }

  private static Load load(List<String> command, int port, String path)
      throws IOException, InterruptedException {
    command.add("http://127.0.0.1:" + port + path);
    String report = run(command);
    Matcher found = REQUESTS.matcher(report);
    if (!found.find() || report.contains("Non-2xx") || report.contains("Socket errors")) {
      throw new IOException(report);
    }
    double time =
        Double.parseDouble(found.group(2)) / (found.group(3).equals("ms") ? PER_MILLE : 1);
    return new Load(Long.parseLong(found.group(1)), 0, time);
  }

  /** Large replies, by scripts/peers/drain.c, which throws them away in the kernel. */
  Load large(int port, String path, int connections, double seconds, String header)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                drain.toString(),
                Integer.toString(port),
                path,
                Integer.toString(connections),
                Double.toString(seconds),
                THREADS));
    if (!header.isEmpty()) {
      command.add(header);
    }
    String report = run(command);
    String[] fields = report.strip().split(" ");
    if (fields.length != 4 || !fields[2].equals("0")) {
      throw new IOException(report);
    }
    return new Load(
        Long.parseLong(fields[1]), Long.parseLong(fields[0]), Double.parseDouble(fields[3]));
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(report);
    }
    return report;
  }
}
