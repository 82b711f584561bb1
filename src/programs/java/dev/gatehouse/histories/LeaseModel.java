package dev.gatehouse.histories;

import java.util.Set;

/**
 * A lease of several holders. Each step names its holder and a number: "take H N", "renew H N" and
 * "release H N". The output of "take" is NEW, RENEWED or NO. Each grant N is followed by a step
 * "lapse H N" with an unknown outcome, invoked when the lease may first expire: before it, no other
 * holder may get the lease.
 */
public final class LeaseModel implements Model<LeaseModel.Lease> {
  private static final String NOBODY = "";

  /**
   * The lease in the store.
   *
   * @param holder its last holder; empty after a release
   * @param grant the last grant; empty if it may have expired
   */
  public record Lease(String holder, String grant) {}

  @Override
  public Lease initial() {
    return new Lease(NOBODY, NOBODY);
  }

  @Override
  public Set<Lease> after(Lease state, Step step) {
    String[] words = step.input().split(" ");
    String holder = words[1];
    boolean own = state.holder().equals(holder);
    return switch (words[0]) {
      case "take" -> taken(state, step, own, new Lease(holder, words[2]));
      case "renew" ->
          result(step, own ? "true" : "false", own ? new Lease(holder, words[2]) : state);
      case "release" -> Set.of(own ? initial() : state);
      default ->
          own && state.grant().equals(words[2]) ? Set.of(new Lease(holder, NOBODY)) : Set.of();
    };
  }

  private Set<Lease> taken(Lease state, Step step, boolean own, Lease granted) {
    if (own) {
      return result(step, "RENEWED", granted);
    }
    boolean available = state.grant().equals(NOBODY);
    boolean released = state.equals(initial());
    if (step.output().isEmpty()) {
      return available ? Set.of(granted) : Set.of();
    }
    return switch (step.output().get()) {
      case "NEW" -> available ? Set.of(granted) : Set.of();
      // Others take an expired lease later, by the difference that clocks may have.
      case "NO" -> released ? Set.of() : Set.of(state);
      default -> Set.of();
    };
  }

  private static Set<Lease> result(Step step, String right, Lease after) {
    return step.output().filter(output -> !output.equals(right)).isEmpty()
        ? Set.of(after)
        : Set.of();
  }
}
