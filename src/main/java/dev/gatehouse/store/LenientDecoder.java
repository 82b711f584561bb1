package dev.gatehouse.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what others write: documents that another program stores, replies of a provider. An odd one
 * is skipped, so that it does not spoil its neighbours; it is counted once, and logged once. What
 * this service writes itself is read strictly: to skip one of those would hide a fault.
 */
public final class LenientDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(LenientDecoder.class);

  /** Odd ones that are remembered; of more, the oldest would be counted and logged again. */
  private static final int MAX_REMEMBERED = 10_000;

  private final LongAdder odd = new LongAdder();
  private final Set<String> seen = new LinkedHashSet<>();

  /** Returns how many odd ones were met, each counted once. */
  public long odd() {
    return odd.sum();
  }

  /**
   * Returns those that can be read, in their order.
   *
   * @param kind of what is read, for the log: a collection, a provider
   * @param name of one of them, unlike the others of its kind
   * @param reader throws a RuntimeException where one is odd
   */
  public <S, T> List<T> all(
      String kind, List<S> sources, Function<S, String> name, Function<S, T> reader) {
    List<T> read = new ArrayList<>(sources.size());
    for (S source : sources) {
      // Before it is read: readers may change what they are given.
      String its = name.apply(source);
      one(kind, its, () -> reader.apply(source)).ifPresent(read::add);
    }
    return read;
  }

  /** Returns the one that a reader reads; empty where it is odd. */
  <T> Optional<T> one(String kind, String name, Supplier<T> reader) {
    try {
      return Optional.of(reader.get());
    } catch (RuntimeException e) {
      skip(kind, name, e);
      return Optional.empty();
    }
  }

  private void skip(String kind, String name, RuntimeException problem) {
    if (first(kind + '/' + name)) {
      odd.increment();
      // Not the problem's whole text: it may quote what it is about.
      LOG.warn(
          "{} {} is not what it should be and is skipped: {}",
          kind,
          name,
          problem.getClass().getSimpleName());
    }
  }

  private boolean first(String name) {
    synchronized (seen) {
      if (!seen.add(name)) {
        return false;
      }
      if (seen.size() > MAX_REMEMBERED) {
        seen.remove(seen.iterator().next());
      }
      return true;
    }
  }
}
