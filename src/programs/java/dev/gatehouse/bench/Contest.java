package dev.gatehouse.bench;

import module java.base;

/**
 * Loads several servers in turn, round by round, so that noise of the machine affects all of them.
 * Ratios are computed within each round.
 */
final class Contest {
  /** A JVM compiles its hot code while it serves the first few hundred thousand requests. */
  private static final long WARM_REQUESTS = 500_000;

  private static final int WARM_TURNS = 25;

  private final Map<String, ServerProcess> servers = new LinkedHashMap<>();
  private final int rounds;

  Contest(int rounds) {
    this.rounds = rounds;
  }

  /** One turn of a server. */
  interface Turn {
    LoadClient.Load load(String name, ServerProcess server)
        throws IOException, InterruptedException;
  }

  /** Result of one turn. */
  record Sample(LoadClient.Load load, double cpuSeconds) {
    double requestsPerSecond() {
      return load.requests() / load.seconds();
    }

    double cpuMicrosPerRequest() {
      return cpuSeconds * 1e6 / load.requests();
    }

    double megabytesPerSecond() {
      return load.bytes() / 1e6 / load.seconds();
    }

    double cpuSecondsPerGigabyte() {
      return cpuSeconds * 1e9 / load.bytes();
    }
  }

  Contest add(String name, ServerProcess server) {
    servers.put(name, server);
    return this;
  }

  /** Returns each server's samples, one per round. */
  Map<String, List<Sample>> run(Turn turn) throws IOException, InterruptedException {
    warm(turn);
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, ServerProcess> entry : servers.entrySet()) {
        ServerProcess server = entry.getValue();
        double before = server.cpuSeconds();
        LoadClient.Load load = turn.load(entry.getKey(), server);
        samples
            .computeIfAbsent(entry.getKey(), first -> new ArrayList<>())
            .add(new Sample(load, server.cpuSeconds() - before));
      }
    }
    return samples;
  }

  /** Runs unmeasured turns, so that every server compiles its code. */
  Contest warm(Turn turn) throws IOException, InterruptedException {
    for (Map.Entry<String, ServerProcess> entry : servers.entrySet()) {
      warmUp(turn, entry.getKey(), entry.getValue());
    }
    return this;
  }

  private static void warmUp(Turn turn, String name, ServerProcess server)
      throws IOException, InterruptedException {
    long served = 0;
    for (int i = 0; i < WARM_TURNS && served < WARM_REQUESTS; i++) {
      served += turn.load(name, server).requests();
    }
  }
}
