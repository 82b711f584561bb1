package dev.gatehouse.store;

import module java.base;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads foreign data: documents of other programs or newer releases, and replies of providers. An
 * invalid item is skipped, so that it does not affect others, and is counted and logged once.
 * Gatehouse's own data are read strictly, because skipping them would hide a fault.
 */
public final class LenientDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(LenientDecoder.class);

  /**
   * Maximum number of remembered invalid items. Beyond it, the oldest would be counted and logged
   * again.
   */
  private static final int MAX_REMEMBERED = 10_000;

  private final LongAdder odd = new LongAdder();
  private final Set<String> seen = new LinkedHashSet<>();

  /** Returns the number of invalid items, each counted once. */
  public long odd() {
    return odd.sum();
  }

  /**
   * Returns the readable items, in their order.
   *
   * @param kind source for the log, such as a collection or a provider
   * @param name returns an item's name, unique within its kind
   * @param reader throws a RuntimeException if an item is invalid
   */
  public <S, T> List<T> all(
      String kind, List<S> sources, Function<S, String> name, Function<S, T> reader) {
    List<T> read = new ArrayList<>(sources.size());
    for (S source : sources) {
      // The name is taken first, because readers may modify their input.
      String its = name.apply(source);
      one(kind, its, () -> reader.apply(source)).ifPresent(read::add);
    }
    return read;
  }

  /** Returns the item that a reader reads; empty if it is invalid. */
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
      // The exception's message is omitted, because it may quote the data.
      LOG.warn("{} {} is invalid and skipped: {}", kind, name, problem.getClass().getSimpleName());
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
