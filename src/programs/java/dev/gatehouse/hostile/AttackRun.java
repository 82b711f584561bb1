package dev.gatehouse.hostile;

import module java.base;

import dev.gatehouse.packaged.Waves;

/** Attacks a node while three witnesses use it. */
final class AttackRun {
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration AFTER = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 1_000;
  private static final int UPLOAD_BYTES = 100_000;

  /** The share of the time after which the memory that attackers hold is measured. */
  private static final double MEASURED_AT = 0.7;

  private final AttackedNode node;
  private final SourceAddresses addresses;
  private final Peaks peaks = new Peaks();
  private NodeSample during;
  private int held;

  AttackRun(AttackedNode node, SourceAddresses addresses) {
    this.node = node;
    this.addresses = addresses;
  }

  /** Runs an attack for a time. */
  AttackResult run(AttackPlan plan, Duration time) throws IOException, InterruptedException {
    NodeSample before = node.collected();
    if (before == null) {
      throw new IOException("the node does not respond: " + node.lastLines());
    }
    Map<String, Witness> witnesses = witnesses(plan);
    String replies;
    try (var attackers = new Attackers(plan, node.address(), addresses)) {
      witnesses.values().forEach(Witness::begin);
      Thread.sleep(BEFORE);
      attackers.begin();
      watch(attackers, before, time);
      replies = attackers.outcomes().toString();
      close(witnesses);
    } finally {
      close(witnesses);
    }
    NodeSample after = settled(before);
    Map<String, WitnessRecord> records = new LinkedHashMap<>();
    witnesses.forEach((name, witness) -> records.put(name, witness.record()));
    return new AttackResult(
        plan, replies, records, peaks, before, held, during, after, !node.alive());
  }

  private Map<String, Witness> witnesses(AttackPlan plan) {
    Map<String, Witness> all = new LinkedHashMap<>();
    byte[] file = Waves.wav(UPLOAD_BYTES, 3);
    all.put("owner", new OwnerWitness(node.address(), node.code(), file, plan.needsEvents()));
    all.put("visitor", new VisitorWitness(node.address(), pages(plan), plan.targets().download(0)));
    all.put("probe", new ProbeWitness(node.managementAddress()));
    return all;
  }

  private static List<String> pages(AttackPlan plan) {
    return List.of("/", "/storefront/shop", "/storefront/products", plan.targets().cart());
  }

  private static void close(Map<String, Witness> witnesses) {
    witnesses.values().forEach(Witness::close);
  }

  private void watch(Attackers attackers, NodeSample before, Duration time)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    boolean measured = false;
    while (node.alive() && System.nanoTime() - begin < time.toNanos()) {
      Thread.sleep(LOOK_MILLIS);
      NodeSample sample;
      if (!measured && System.nanoTime() - begin > MEASURED_AT * time.toNanos()) {
        measured = true;
        during = node.collected();
        // A busy node also holds connections whose TLS handshake has not ended.
        int sockets = during == null ? 0 : during.sockets() - before.sockets();
        held = Math.max(attackers.held(), sockets);
        sample = during;
      } else {
        sample = node.sample();
      }
      if (sample != null) {
        peaks.add(sample);
      }
    }
  }

  /**
   * Waits until the node holds nothing for a client, and returns its resources. While connections
   * close, they leave garbage, so the smallest of several measurements counts.
   */
  private NodeSample settled(NodeSample before) throws IOException, InterruptedException {
    long end = System.nanoTime() + AFTER.toNanos();
    NodeSample best = null;
    boolean settled = false;
    while (node.alive() && !settled && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
      NodeSample sample = node.collected();
      if (sample != null) {
        boolean better = best == null || sample.compareTo(best) < 0;
        best = better ? sample : best;
        settled = best.gauges().isEmpty() && AttackResult.isBack(best, before);
      }
    }
    return best;
  }
}
