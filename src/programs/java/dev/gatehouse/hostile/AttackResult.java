package dev.gatehouse.hostile;

import module java.base;

/**
 * Outcome of an attack.
 *
 * @param replies the node's reactions to the attackers
 * @param witnesses records by the names of the witnesses
 * @param before resources before the attack, without garbage
 * @param held requests that attackers held at {@code during}
 * @param during resources during the attack, without garbage; null if the node did not respond
 * @param after resources after the attack, without garbage; null if the node did not respond
 * @param ended whether the node's process ended
 */
record AttackResult(
    AttackPlan plan,
    String replies,
    Map<String, WitnessRecord> witnesses,
    Peaks peaks,
    NodeSample before,
    int held,
    NodeSample during,
    NodeSample after,
    boolean ended) {
  static final String HEADER =
      "| attack | addresses | held | replies to attackers | owner | visitor | probe | peak heap | peak direct"
          + " | peak files | bytes per request held | heap and direct memory before | after 10 s | files before, after"
          + " | left after 10 s | |\n"
          + "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

  private static final Duration MAX_P99 = Duration.ofSeconds(1);
  private static final int BASELINES = 3;
  private static final double MAX_FAILED = 0.01;
  private static final double MAX_GROWTH = 0.05;

  private static final long MAX_HELD = 128 * 1_024;

  /** Changes of the memory that are smaller than this are not attributed to the attackers. */
  private static final long NOISE = 16L << 20;

  private static final double MEGABYTE = 1 << 20;

  /**
   * Returns the missed targets; empty if all are met.
   *
   * @param baseline the same witnesses without an attack
   */
  List<String> missed(AttackResult baseline) {
    List<String> missed = new ArrayList<>();
    if (ended) {
      missed.add("the node ended");
    }
    if (plan.addresses() <= 1 ? failures() > 0 : failures() >= MAX_FAILED * requests()) {
      missed.add("failures");
    }
    witnesses.forEach((name, record) -> {
      Duration usual = baseline.witnesses.get(name).p99().multipliedBy(BASELINES);
      if (record.p99().compareTo(usual.compareTo(MAX_P99) > 0 ? usual : MAX_P99) > 0) {
        missed.add(name + "'s p99");
      }
    });
    if (plan.reads() && growth() > NOISE && growth() / Math.max(1, held) > MAX_HELD) {
      missed.add("bytes held");
    }
    if (after == null) {
      missed.add("no metrics afterwards");
    } else {
      // The first requests fill the caches and the pools of buffers.
      if (plan.addresses() > 0 && !isBack(after, before)) {
        missed.add("memory afterwards");
      }
      if (!after.gauges().isEmpty()) {
        missed.add("gauges afterwards");
      }
    }
    return missed;
  }

  /** Returns whether the memory is back to what it was before the attack. */
  static boolean isBack(NodeSample after, NodeSample before) {
    return after.memory() - before.memory() <= MAX_GROWTH * before.memory();
  }

  private int failures() {
    return witnesses.values().stream().mapToInt(WitnessRecord::failures).sum();
  }

  private int requests() {
    return witnesses.values().stream().mapToInt(WitnessRecord::requests).sum();
  }

  private long growth() {
    return during == null ? 0 : during.memory() - before.memory();
  }

  /** Returns the row of the table. */
  String row(AttackResult baseline) {
    List<String> missed = missed(baseline);
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %s | %s | %.0f MB | %.0f MB | %d | %s | %s | %s | %d, %s | %s | %s |",
        plan.name(),
        plan.addresses(),
        held,
        replies,
        witnesses.values().stream().map(AttackResult::shown).collect(Collectors.joining(" | ")),
        peaks.heap() / MEGABYTE,
        peaks.direct() / MEGABYTE,
        peaks.files(),
        held == 0 || during == null ? "" : Math.max(0, growth()) / 1_024 / held + " KB",
        memory(before),
        after == null ? "?" : memory(after),
        before.files(),
        after == null ? "?" : Integer.toString(after.files()),
        after == null ? "?" : after.gauges(),
        missed.isEmpty() ? "ok" : "missed: " + String.join(", ", missed));
  }

  private static String memory(NodeSample sample) {
    return String.format(
        Locale.ROOT, "%.1f + %.1f MB", sample.heap() / MEGABYTE, sample.direct() / MEGABYTE);
  }

  private static String shown(WitnessRecord record) {
    return String.format(
        Locale.ROOT,
        "%d ms, %d of %d failed %s",
        record.p99().toMillis(),
        record.failures(),
        record.requests(),
        record.kinds());
  }
}
