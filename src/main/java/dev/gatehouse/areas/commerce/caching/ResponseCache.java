package dev.gatehouse.areas.commerce.caching;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.formats.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers to public reads, as they were encoded, with a tag that follows from their bytes. One is
 * kept until what it was made of changes, on any node, and for a minute at most, since the word of
 * a change can be lost between nodes. An answer that was being made while something changed is not
 * kept. Of those who want the same at once, one makes it; where it is only old, the others get the
 * old one meanwhile.
 */
public final class ResponseCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  /** Beyond that age it serves while another is being made, no longer. */
  private static final Duration MAX_STALE = Duration.ofMinutes(1);

  private static final int MAX_ANSWERS = 256;

  /** Bytes; larger answers are made anew each time. */
  private static final int MAX_LENGTH = 65_536;

  private static final int TAG_BYTES = 12;

  private final InstantSource clock;
  private final AtomicLong changes = new AtomicLong();
  private final SingleFlights<Answer> flights = new SingleFlights<>();
  private final Map<String, Kept> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
              return size() > MAX_ANSWERS;
            }
          });

  private record Kept(Answer answer, long changes, Instant until) {
    boolean serves(long since, Instant now) {
      return changes == since && until.isAfter(now);
    }
  }

  public ResponseCache(InstantSource clock) {
    this.clock = clock;
  }

  /** A handler whose answers are kept. */
  public Area.Handler keeping(Area.Handler handler) {
    return new Area.Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        String key = key(call);
        Answer known = find(key);
        return known == null ? answered(key, call, handler) : known;
      }

      @Override
      public Answer inline(Call call) {
        return find(key(call));
      }
    };
  }

  /** The answer that serves now; null where one must be made. */
  private Answer find(String key) {
    Kept known = kept.get(key);
    long now = changes.get();
    Instant time = clock.instant();
    if (known == null || !known.serves(now, time.minus(MAX_STALE))) {
      return null;
    }
    return known.serves(now, time) || flights.areMaking(key, now) ? known.answer() : null;
  }

  private Answer answered(String key, Call call, Area.Handler handler) throws Exception {
    long now = changes.get();
    return flights.make(
        key, now, call.deadline(), () -> made(key, now, () -> handler.handle(call)));
  }

  /** Forgets all answers: something that they are made of has changed. */
  public void clear() {
    changes.incrementAndGet();
    kept.clear();
  }

  private Answer made(String key, long before, Making making) throws Exception {
    Kept known = kept.get(key);
    if (known != null && known.serves(before, clock.instant())) {
      // Another has made it between the caller's look and his turn.
      return known.answer();
    }
    Answer answer = tagged(making.answer());
    if (before == changes.get() && answer.json().length() <= MAX_LENGTH) {
      kept.put(key, new Kept(answer, before, clock.instant().plus(MAX_AGE)));
    }
    return answer;
  }

  /** The handler's work. */
  private interface Making {
    Answer answer() throws Exception;
  }

  /** An answer with an ETag. */
  public static Answer tagged(Answer answer) {
    return answer.with(Map.of("ETag", '"' + tag(answer) + '"'));
  }

  /** The ETag of an answer, without quotes. */
  public static String tag(Answer answer) {
    return Sha256.hex(answer.json().toString(), TAG_BYTES);
  }

  /** Links in an answer begin with the address that was asked. */
  private static String key(Call call) {
    return call.operation() + ' ' + call.base() + ' ' + call.parameters();
  }
}
