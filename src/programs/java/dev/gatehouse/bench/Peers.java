package dev.gatehouse.bench;

import module java.base;

/** Starts Gatehouse as shipped, and the programs it is compared with. */
final class Peers {
  static final String CODE = "bench-permanent-code";
  static final String SECRET = "bench-secret-of-more-than-32-bytes!";

  private final Path work;

  /**
   * @param work folder with the installed peers; data, logs and files go there, too
   */
  Peers(Path work) {
    this.work = work.toAbsolutePath();
  }

  /** A node by scripts/run with its log in a file. */
  ServerProcess gatehouse(String name, Map<String, String> settings)
      throws IOException, InterruptedException {
    int port = ServerProcess.freePort();
    Map<String, String> environment = new HashMap<>();
    environment.put("GATEHOUSE_HTTP_PORT", Integer.toString(port));
    environment.put("GATEHOUSE_MANAGEMENT_PORT", "0");
    environment.put("GATEHOUSE_DATA_DIR", fresh("data/" + name).toString());
    environment.put("GATEHOUSE_ACCESS_PERMANENT_CODE", CODE);
    environment.put("GATEHOUSE_ACCESS_JWT_SECRET", SECRET);
    environment.putAll(settings);
    return ServerProcess.start(List.of("scripts/run"), environment, port, log(name));
  }

  /** Express; its audio files are those of {@link #audio}. */
  ServerProcess express() throws IOException, InterruptedException {
    return express(Map.of());
  }

  /** Express with more in its environment, as MARKET: a CSV file whose rows it answers pages of. */
  ServerProcess express(Map<String, String> more) throws IOException, InterruptedException {
    int port = ServerProcess.freePort();
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PORT", Integer.toString(port));
    environment.put("JWT_SECRET", SECRET);
    environment.put("AUDIO", audio().toString());
    environment.put("NODE_ENV", "production");
    return ServerProcess.start(
        List.of("node", work.resolve("express/server.js").toString()),
        environment,
        port,
        log("express"));
  }

  /** The system's nginx with sendfile over {@link #audio} and {@link #market}. */
  ServerProcess nginx() throws IOException, InterruptedException {
    int port = ServerProcess.freePort();
    Path configuration = work.resolve("nginx.conf");
    Files.writeString(
        configuration,
        Files.readString(Path.of("scripts/peers/nginx.conf"))
            .replace("@PORT@", Integer.toString(port))
            .replace("@FOLDER@", work.toString()));
    audio();
    market();
    String nginx = Files.isExecutable(Path.of("/usr/sbin/nginx")) ? "/usr/sbin/nginx" : "nginx";
    return ServerProcess.start(
        List.of(nginx, "-p", work.toString(), "-c", configuration.toString()),
        Map.of(),
        port,
        log("nginx"));
  }

  /** Where the peers' WAV files lie. */
  Path audio() throws IOException {
    return Files.createDirectories(work.resolve("audio"));
  }

  /** Where nginx's market data lie. */
  Path market() throws IOException {
    return Files.createDirectories(work.resolve("market"));
  }

  Path fresh(String name) throws IOException {
    Path folder = work.resolve(name);
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  private Path log(String name) {
    return work.resolve(name + ".log");
  }
}
