package dev.gatehouse.bench;

import java.io.IOException;
import java.util.List;

/** The CPU of some processes together. */
record ProcessGroup(List<Long> pids) {
  private static final int MAX_LOOKS = 20;
  private static final int LOOK_SECONDS = 3;
  private static final long SECOND_MILLIS = 1_000;

  /** A sample below this share of the previous one shows that the work is still subsiding. */
  private static final double SUBSIDES = 0.8;

  /** Seconds that they have spent. */
  double cpuSeconds() throws IOException {
    double seconds = 0;
    for (long pid : pids) {
      seconds += ServerProcess.cpuSeconds(pid);
    }
    return seconds;
  }

  /** Waits until they have ended what load leaves behind: compiling, collecting, filling caches. */
  void settle() throws IOException, InterruptedException {
    double last = Double.MAX_VALUE;
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
      double spent = spending(LOOK_SECONDS);
      if (spent >= last * SUBSIDES) {
        return;
      }
      last = spent;
    }
  }

  /** Seconds that one of them spends a second, for some seconds of waiting. */
  double spendingOfOne(int seconds) throws IOException, InterruptedException {
    return spending(seconds) / pids.size();
  }

  private double spending(int seconds) throws IOException, InterruptedException {
    double before = cpuSeconds();
    long begin = System.nanoTime();
    Thread.sleep(seconds * SECOND_MILLIS);
    return (cpuSeconds() - before) * 1e9 / (System.nanoTime() - begin);
  }
}
