package dev.gatehouse.bench;

import module java.base;

/** The peers that are Java programs, each under the flags that scripts/run gives a node. */
final class JvmPeers {
  private static final List<String> FLAGS =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dvertx.disableDnsResolver=true",
          "-Xms40m",
          "-Xmx256m",
          "-XX:NewSize=24m",
          "-XX:SurvivorRatio=2",
          "-XX:+UseSerialGC",
          "-XX:Tier4InvocationThreshold=20000",
          "-XX:Tier4MinInvocationThreshold=2400",
          "-XX:Tier4CompileThreshold=60000",
          "-XX:Tier4BackEdgeThreshold=160000",
          "-XX:MaxDirectMemorySize=128m");

  private final Path work;

  /**
   * @param work folder for their logs
   */
  JvmPeers(Path work) {
    this.work = work.toAbsolutePath();
  }

  /** Starts {@link PlainRoute} without authentication. */
  ServerProcess plainRoute() throws IOException, InterruptedException {
    return plain("plain", Map.of());
  }

  /** Starts {@link PlainRoute} with a list that it holds in memory. */
  ServerProcess plainList(Path json) throws IOException, InterruptedException {
    return plain("plain-list", Map.of("LIST", json.toString()));
  }

  /** Starts {@link PlainRoute} with a JWT and a role. */
  ServerProcess plainRouteWithToken() throws IOException, InterruptedException {
    return plain("plain-token", Map.of(), Peers.SECRET);
  }

  /** Starts {@link PlainGraphql}. */
  ServerProcess plainGraphql() throws IOException, InterruptedException {
    return plain("plain-graphql", PlainGraphql.class, Map.of());
  }

  private ServerProcess plain(String name, Map<String, String> environment, String... more)
      throws IOException, InterruptedException {
    return plain(name, PlainRoute.class, environment, more);
  }

  private ServerProcess plain(
      String name, Class<?> main, Map<String, String> environment, String... more)
      throws IOException, InterruptedException {
    int port = ServerProcess.freePort();
    List<String> program =
        new ArrayList<>(
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                Integer.toString(port)));
    program.addAll(List.of(more));
    return start(name, port, environment, program);
  }

  /**
   * {@link PlainContract} from jars alone, as a node is shipped.
   *
   * @param jar with that class; the node's own libraries follow it
   * @param flags besides the common ones
   */
  ServerProcess plainContract(String name, Path jar, List<String> flags)
      throws IOException, InterruptedException {
    int port = ServerProcess.freePort();
    List<String> program = new ArrayList<>(flags);
    program.addAll(
        List.of(
            "-cp",
            jar + ":target/gatehouse.jar",
            PlainContract.class.getName(),
            Integer.toString(port)));
    return start(name, port, Map.of(), program);
  }

  /** The project under scripts/peers/quarkus; it takes its key as a JWK. */
  ServerProcess quarkus() throws IOException, InterruptedException {
    String key =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(Peers.SECRET.getBytes(StandardCharsets.UTF_8));
    String jwk = "{\"kty\":\"oct\",\"alg\":\"HS256\",\"k\":\"" + key + "\"}";
    return packaged("quarkus", "quarkus/target/quarkus-app/quarkus-run.jar", "JWT_KEY", jwk);
  }

  /** The project under scripts/peers/spring. */
  ServerProcess spring() throws IOException, InterruptedException {
    return packaged("spring", "spring/target/peer.jar", "JWT_SECRET", Peers.SECRET);
  }

  private ServerProcess packaged(String name, String jar, String variable, String secret)
      throws IOException, InterruptedException {
    int port = ServerProcess.freePort();
    return start(
        name,
        port,
        Map.of("PORT", Integer.toString(port), variable, secret),
        List.of("-jar", Path.of("target/peers").resolve(jar).toString()));
  }

  private ServerProcess start(
      String name, int port, Map<String, String> environment, List<String> program)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(FLAGS);
    command.addAll(program);
    return ServerProcess.start(command, environment, port, work.resolve(name + ".log"));
  }
}
