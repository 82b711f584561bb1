package dev.gatehouse.hostile;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.FreePort;
import dev.gatehouse.cli.Certificates;
import dev.gatehouse.cli.Certificates.NodeFiles;
import dev.gatehouse.cli.Certificates.Validity;
import dev.gatehouse.cluster.Trusting;

/**
 * Sends hostile bytes to both ports of a cluster member, with certificates from files and from a
 * secret: {@code scripts/chaos junk}. Exits with 1 if the member ends or needs too much memory.
 */
public final class JunkChaos {
  private static final Validity YEAR = new Validity("-1H", 365);
  private static final long MAX_EXTRA = 16L << 20;
  private static final long MEGABYTE = 1 << 20;
  private static final Duration MAX_SENDING = Duration.ofMillis(1_500);
  private static final Duration MAX_REPLY = Duration.ofSeconds(60);
  private static final long SEED = 30;
  private static final String SECRET = "0123456789abcdef".repeat(4);

  private final Path folder;
  private int lost;
  private int sent;
  private final long[] peaks = new long[2];

  private JunkChaos(Path folder) {
    this.folder = folder;
  }

  /**
   * @param arguments an empty folder
   */
  public static void main(String... arguments) throws Exception {
    var chaos = new JunkChaos(Path.of(arguments[0]));
    boolean good = chaos.run();
    System.exit(good ? 0 : 1);
  }

  private boolean run() throws Exception {
    var own = new Certificates(folder.resolve("own"), new SecureRandom());
    own.createAuthority(YEAR);
    NodeFiles node = own.createNode("n1", YEAR);
    var others = new Certificates(folder.resolve("others"), new SecureRandom());
    others.createAuthority(YEAR);
    var clients =
        new Junk.Clients(
            JunkClients.of(node),
            JunkClients.of(others.createNode("n1", YEAR)),
            JunkClients.of(own.createNode("late", new Validity("-3d", 1))),
            Trusting.everybody());
    List<Junk.Kind> kinds = new Junk(clients, SEED).kinds();
    System.out.printf("%d kinds of bytes, seed %d%n", kinds.size(), SEED);
    attack("files", kinds, List.of(node.certificate(), node.key(), node.authority()));
    var local =
        new Junk.Clients(
            Trusting.knowing(SECRET),
            Trusting.knowing(SECRET.toUpperCase(Locale.ROOT)),
            clients.expired(),
            clients.none());
    attack("secret", new Junk(local, SEED).kinds(), List.of(Path.of(SECRET)));
    System.out.printf(
        "%d attacks, %d nodes lost, peak extra heap %d MB with files, %d MB with a secret (limit"
            + " %d)%n",
        sent, lost, peaks[0] / MEGABYTE, peaks[1] / MEGABYTE, MAX_EXTRA / MEGABYTE);
    return lost == 0 && Math.max(peaks[0], peaks[1]) <= MAX_EXTRA;
  }

  private void attack(String mode, List<Junk.Kind> kinds, List<Path> files) throws Exception {
    int index = files.size() == 1 ? 1 : 0;
    int member = FreePort.next();
    int bus = FreePort.next();
    List<String> arguments = new ArrayList<>(List.of(member + "", bus + ""));
    files.forEach(file -> arguments.add(file.toString()));
    Target target = new Target(arguments);
    try {
      for (Junk.Kind kind : kinds) {
        for (int port : new int[] {member, bus}) {
          long before = target.peak();
          send(kind, port);
          long extra = Math.max(0, target.peak() - before);
          sent++;
          peaks[index] = Math.max(peaks[index], extra);
          boolean alive = target.isAlive();
          System.out.printf(
              "%-7s %-7s %-20s %s, extra heap %.1f MB%n",
              mode,
              port == member ? "member" : "bus",
              kind.name(),
              alive ? "alive" : "LOST",
              extra / (double) MEGABYTE);
          if (!alive) {
            lost++;
            target.close();
            target = new Target(arguments);
          }
        }
      }
    } finally {
      target.close();
    }
  }

  private static void send(Junk.Kind kind, int port) throws InterruptedException {
    List<Socket> sockets = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < kind.connections(); i++) {
      try {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        senders.add(Thread.ofVirtual().start(() -> write(kind, socket)));
      } catch (IOException refused) {
        // The node may refuse connections, which is the result.
      }
    }
    long end = System.nanoTime() + MAX_SENDING.toNanos();
    for (Thread sender : senders) {
      sender.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
    }
    // The connections remain open for a moment, so that the node holds what it has accepted.
    Thread.sleep(300);
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // The node has closed it.
      }
    }
    for (Thread sender : senders) {
      sender.join(Duration.ofSeconds(5));
    }
  }

  private static void write(Junk.Kind kind, Socket plain) {
    try {
      Socket socket = plain;
      if (kind.tls() != null) {
        // The plain socket is closed at the end: a TLS socket does not close during a write.
        socket = kind.tls().getSocketFactory().createSocket(plain, "127.0.0.1", 0, true);
        socket.setSoTimeout(1_000);
      }
      kind.sender().send(socket, socket.getOutputStream());
    } catch (IOException closed) {
      // The node closed the connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The attacked process. */
  private static final class Target {
    private final Process process;
    private boolean answers;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    Target(List<String> arguments) throws IOException, InterruptedException {
      process = ChildJvm.start(JunkNode.class, arguments.toArray(String[]::new));
      Thread.ofVirtual().start(this::read);
      replies.poll(MAX_REPLY.toSeconds(), TimeUnit.SECONDS);
    }

    /** Reads all lines, so that the process never waits for its log. */
    private void read() {
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        lines.lines().filter(line -> line.matches("ready|\\d+ 1")).forEach(replies::add);
      } catch (IOException | UncheckedIOException ended) {
        // The process has been destroyed.
      }
    }

    /** Returns the peak of the heap since the last call; 0 if the process does not reply. */
    long peak() throws InterruptedException {
      try {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      } catch (IOException ended) {
        return 0;
      }
      String line = replies.poll(MAX_REPLY.toSeconds(), TimeUnit.SECONDS);
      answers = line != null;
      return answers ? Long.parseLong(line.split(" ")[0]) : 0;
    }

    boolean isAlive() {
      return process.isAlive() && answers;
    }

    void close() throws InterruptedException {
      process.destroy();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }
}
