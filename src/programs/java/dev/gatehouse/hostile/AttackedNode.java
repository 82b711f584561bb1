package dev.gatehouse.hostile;

import module java.base;

import dev.gatehouse.areas.notifications.mail.TestCertificate;
import dev.gatehouse.packaged.PackagedNode;

/** A packaged node with the default memory and limits. */
final class AttackedNode implements AutoCloseable {
  private static final int OK = 200;
  private static final int PATIENCE_SECONDS = 20;
  private static final int METRICS_CLIENT = 3;

  private final Path folder;
  private final PackagedNode node;
  private final URI address;
  private final WitnessClient metrics;

  /**
   * Starts the node.
   *
   * @param folder empty folder for its data and certificate
   * @param tls whether it serves TLS and HTTP/2
   */
  AttackedNode(Path folder, boolean tls) throws Exception {
    this.folder = folder;
    node =
        new PackagedNode(Files.createDirectories(folder.resolve("data")))
            .withGeneratedCode()
            .javaOptions("");
    if (tls) {
      var certificate = new TestCertificate(folder, "ip:127.0.0.1");
      node.with("HTTP_TLS_CERTIFICATE", certificate.pem().toString())
          .with("HTTP_TLS_KEY", certificate.key().toString());
    }
    try {
      node.start();
    } catch (RuntimeException failed) {
      node.close();
      throw failed;
    }
    address = node.address();
    metrics =
        new WitnessClient(
            new WitnessRecord(),
            node.managementAddress(),
            SourceAddresses.ofWitness(METRICS_CLIENT, 0));
  }

  URI address() {
    return address;
  }

  URI managementAddress() {
    return node.managementAddress();
  }

  /** Returns the permanent code that the first start printed. */
  String code() {
    return node.shown("permanent code:");
  }

  /** Returns the API key that the first start printed. */
  String key() {
    return node.shown("API key:");
  }

  boolean alive() {
    return node.handle().isAlive();
  }

  /** Returns the last lines of the node's output, without its access log. */
  List<String> lastLines() {
    List<String> lines = node.lines().stream().filter(line -> !line.contains(" access ")).toList();
    return lines.subList(Math.max(0, lines.size() - 5), lines.size());
  }

  /** Returns the node's resources, or null if it does not respond. */
  NodeSample sample() {
    var reply = metrics.send(OK, Witness.get("/metrics"));
    if (reply == null) {
      return null;
    }
    Path opened = Path.of("/proc/" + node.handle().pid() + "/fd");
    try (Stream<Path> files = Files.list(opened)) {
      List<Path> all = files.toList();
      int sockets = (int) all.stream().filter(AttackedNode::isSocket).count();
      return NodeSample.of(reply.text(), all.size(), sockets);
    } catch (IOException ended) {
      return null;
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closed) {
      return false;
    }
  }

  /** Collects garbage, and returns the node's resources; null if it does not respond. */
  NodeSample collected() throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(node.handle().pid()),
                "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!jcmd.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      jcmd.destroyForcibly();
      return null;
    }
    return sample();
  }

  /** Stops the node by SIGKILL, because it may not respond, and stores its output. */
  @Override
  public void close() throws IOException {
    node.close();
    Files.write(folder.resolve("output.txt"), node.lines());
  }
}
