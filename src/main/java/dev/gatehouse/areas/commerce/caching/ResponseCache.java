package dev.gatehouse.areas.commerce.caching;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.caching.MemoryCache;
import dev.gatehouse.formats.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Cache of encoded answers to public reads, with ETags computed from their bytes. An entry is kept
 * until its source changes on any node. It expires after one minute, because the event of a change
 * can be lost between nodes. An answer that is computed during a change is not stored. Concurrent
 * requests for one key share one computation. While a stale answer is recomputed, the other
 * requests get the stale one.
 */
public final class ResponseCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  /** Time after expiry during which a stale answer is served while a new one is computed. */
  private static final Duration MAX_STALE = Duration.ofMinutes(1);

  private static final String AGE = "Age";

  private static final int MAX_ANSWERS = 256;

  /** Maximum size of a cached answer in bytes. Larger answers are computed for each request. */
  private static final int MAX_LENGTH = 65_536;

  private static final int TAG_BYTES = 12;

  private final InstantSource clock;
  private final SingleFlights<Answer> flights = new SingleFlights<>();
  private final MemoryCache<String, Kept> kept = MemoryCache.ofSize(MAX_ANSWERS);

  private record Kept(Answer answer, Instant until) {
    /** Returns false for an answer of a time when the clock was ahead, too. */
    boolean serves(Instant now) {
      return until.isAfter(now) && !until.isAfter(now.plus(MAX_AGE).plus(MAX_STALE));
    }

    /**
     * Returns the answer with its Age header, if it has one, increased by the time in the cache.
     */
    Answer aged(Instant now) {
      String before = answer.headers().get(AGE);
      long kept = Duration.between(until.minus(MAX_AGE), now).toSeconds();
      if (before == null || kept <= 0) {
        return answer;
      }
      return answer.with(Map.of(AGE, Long.toString(Long.parseLong(before) + kept)));
    }
  }

  public ResponseCache(InstantSource clock) {
    this.clock = clock;
  }

  public Area.Handler keeping(Area.Handler handler) {
    return new Area.Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        String key = key(call);
        Answer known = find(key);
        return known == null ? answered(key, call, handler) : known;
      }

      @Override
      public Optional<Area.Handler> inline() {
        return Optional.of(call -> find(key(call)));
      }
    };
  }

  /** Returns the answer to serve now; null if one must be computed. */
  private Answer find(String key) {
    Kept known = kept.find(key);
    Instant now = clock.instant();
    if (known == null || !known.serves(now.minus(MAX_STALE))) {
      return null;
    }
    boolean serves = known.serves(now) || flights.areMaking(key, kept.generation());
    return serves ? known.aged(now) : null;
  }

  private Answer answered(String key, Call call, Area.Handler handler) throws Exception {
    long now = kept.generation();
    return flights.make(
        key, now, call.deadline(), () -> made(key, now, () -> handler.handle(call)));
  }

  /** Removes all answers, because their source has changed. */
  public void clear() {
    kept.clear();
  }

  private Answer made(String key, long before, Making making) throws Exception {
    Kept known = kept.find(key);
    if (known != null && known.serves(clock.instant())) {
      // Another thread computed it after the caller looked and before its turn came.
      return known.aged(clock.instant());
    }
    Answer answer = tagged(making.answer());
    if (answer.json().length() <= MAX_LENGTH) {
      kept.put(key, new Kept(answer, clock.instant().plus(MAX_AGE)), before);
    }
    return answer;
  }

  /** The handler's work. */
  private interface Making {
    Answer answer() throws Exception;
  }

  /** Returns an answer with an ETag. */
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
