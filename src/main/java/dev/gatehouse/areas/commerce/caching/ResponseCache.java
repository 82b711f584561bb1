package dev.gatehouse.areas.commerce.caching;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.time.TimeSource;

/**
 * Cache of encoded answers to public reads, with ETags computed from their bytes. An entry is kept
 * until its source changes on any node, and for at most a minute.
 */
public final class ResponseCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(1);
  private static final int MAX_ANSWERS = 256;

  /** Maximum size of a cached answer in bytes. Larger answers are computed for each request. */
  private static final int MAX_LENGTH = 65_536;

  private static final int TAG_BYTES = 12;

  private final InstantSource clock;
  private final ComputedCache<Kept> cache;

  private record Kept(Answer answer, Instant since) {
    /**
     * Returns the answer with its Age header, if it has one, increased by the time in the cache.
     */
    Answer aged(Instant now) {
      String before = answer.headers().get("Age");
      long age = Duration.between(since, now).toSeconds();
      if (before == null || age <= 0) {
        return answer;
      }
      return answer.with(Map.of("Age", Long.toString(Long.parseLong(before) + age)));
    }
  }

  public ResponseCache(TimeSource clock) {
    this.clock = clock;
    this.cache =
        new ComputedCache<>(
            MAX_ANSWERS,
            MAX_AGE,
            clock::nanoTime,
            kept -> kept.answer().json().length() <= MAX_LENGTH);
  }

  public Area.Handler keeping(Area.Handler handler) {
    return new Area.Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        return cache
            .get(
                key(call),
                call.deadline(),
                () -> new Kept(tagged(handler.handle(call)), clock.instant()))
            .aged(clock.instant());
      }

      @Override
      public Optional<Area.Handler> inline() {
        return Optional.of(call -> {
          Kept known = cache.find(key(call));
          return known == null ? null : known.aged(clock.instant());
        });
      }
    };
  }

  /** Removes all answers, because their source has changed. */
  public void clear() {
    cache.clear();
  }

  public static Answer tagged(Answer answer) {
    return answer.with(Map.of("ETag", '"' + tag(answer) + '"'));
  }

  /** Returns the ETag of an answer, without quotes. */
  public static String tag(Answer answer) {
    return Sha256.hex(answer.json().toString(), TAG_BYTES);
  }

  /** Links in an answer begin with the requested address, so the address is part of the key. */
  private static String key(Call call) {
    return call.operation() + ' ' + call.base() + ' ' + call.parameters();
  }
}
