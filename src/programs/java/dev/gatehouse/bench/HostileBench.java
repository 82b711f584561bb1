package dev.gatehouse.bench;

import module java.base;

/** Minutes of hostile traffic at the default settings. A node's memory must not keep growing. */
public final class HostileBench {
  static final String WAV = "hot.wav";
  static final int WAV_MEGABYTES = 20;

  private static final int ATTACKERS = 64;

  private final Options options;
  private final AtomicLong attacks = new AtomicLong();
  private final AtomicBoolean over = new AtomicBoolean();

  private HostileBench(Options options) {
    this.options = options;
  }

  public static void main(String[] arguments) throws Exception {
    new HostileBench(Options.of(arguments)).run();
  }

  private void run() throws Exception {
    Peers peers = new Peers(options.work());
    int management = ServerProcess.freePort();
    Map<String, String> settings =
        Map.of(
            "GATEHOUSE_MANAGEMENT_PORT", Integer.toString(management),
            "GATEHOUSE_SECURITY_TRUSTED_PROXIES", "127.0.0.1/32",
            "GATEHOUSE_SECURITY_ALLOW_LIST", "198.18.0.0/16");
    try (ServerProcess node = peers.gatehouse("hostile", settings)) {
      Path wav = MadeWav.inFolder(peers.audio(), "hostile.wav", WAV_MEGABYTES);
      new Visitor(node).upload(WAV, wav);
      var memory = new MemoryWatch(node, management, attacks::get);
      try (ExecutorService attackers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < ATTACKERS; i++) {
          long seed = i;
          attackers.submit(() -> attack(node.port(), new Random(seed)));
        }
        try {
          memory.watch(options.minutes());
        } finally {
          over.set(true);
        }
      }
      memory.print(
          ATTACKERS + " attackers for " + options.minutes() + " minutes, in MB", "attacks");
    }
  }

  private void attack(int port, Random random) {
    Hostility hostility = new Hostility(port);
    while (!over.get()) {
      hostility.attack(random);
      attacks.incrementAndGet();
    }
  }
}
