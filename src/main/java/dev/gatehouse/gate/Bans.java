package dev.gatehouse.gate;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The bans that this node knows, in memory: what is stored, as of the last look, and what it has
 * learnt since.
 */
public final class Bans {
  private final LiveView<Ban> view = new LiveView<>();

  /** The ban that shuts this address out now. */
  public Optional<Ban> banned(String address, Instant now) {
    Ban ban = view.get(address);
    return ban != null && ban.holds(now) ? Optional.of(ban) : Optional.empty();
  }

  public void add(Ban ban) {
    view.put(ban.address(), ban);
  }

  public void remove(String address) {
    view.remove(address);
  }

  /** To be taken before the stored bans are read, for {@link #replace}. */
  public long mark() {
    return view.mark();
  }

  /**
   * Sees the stored bans, one an address, as they were read; what was added or removed since the
   * mark stays so.
   */
  public void replace(long mark, Collection<Ban> stored) {
    view.replace(
        mark, stored.stream().collect(Collectors.toMap(Ban::address, Function.identity())));
  }
}
