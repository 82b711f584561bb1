package dev.gatehouse.packaged;

import dev.gatehouse.histories.LeaseModel;
import dev.gatehouse.histories.Model;
import dev.gatehouse.histories.Step;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Leases, which one holder has at a time, and which expire if it does not renew them. */
final class LeaseCheck extends HistoryCheck {
  static final String NAME = "leases";

  private static final int RENEWALS = 3;
  private static final int RELEASED = 4;

  private final LeaseHolders holders;
  private final Model<?> model = new LeaseModel();

  LeaseCheck(Nodes nodes, History history, LeaseHolders holders) {
    super(NAME, nodes, history);
    this.holders = holders;
  }

  /** Lets the holders of two nodes want one lease. One of four grants is left to expire. */
  @Override
  void episode() {
    String job = "job-" + newNumber();
    for (int round = 0; round < 3; round++) {
      int node = any();
      Thread other = Thread.ofVirtual().start(() -> use(job, 1 + node % nodes()));
      use(job, node);
      join(other);
    }
  }

  private void use(String job, int node) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Optional<LeaseHolders.Holder> holder = holders.beside("n" + node);
    pause(random.nextInt(100));
    if (holder.isEmpty()) {
      pause(100);
      return;
    }
    Optional<String> taken = request(holder.get(), "take", job);
    if (taken.isEmpty() || taken.get().equals("NO")) {
      pause(300);
      return;
    }
    for (int i = random.nextInt(RENEWALS); i > 0; i--) {
      pause(random.nextInt(800));
      request(holder.get(), "renew", job);
    }
    if (random.nextInt(RELEASED) > 0) {
      request(holder.get(), "release", job);
    }
  }

  private Optional<String> request(LeaseHolders.Holder holder, String what, String job) {
    int number = newNumber();
    String names = " " + holder.name() + ' ' + number;
    long invoked = System.nanoTime();
    Optional<String> result =
        step(job, model, what + names, 1, node -> holders.request(holder, what, job));
    boolean mayHold = !result.equals(Optional.of("NO")) && !result.equals(Optional.of("false"));
    if (!what.equals("release") && mayHold) {
      add(job, model, Step.unknown("lapse" + names, invoked + LeaseHolder.LENGTH.toNanos()));
    }
    return result;
  }
}
