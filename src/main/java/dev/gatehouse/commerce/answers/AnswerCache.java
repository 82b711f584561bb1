package dev.gatehouse.commerce.answers;

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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers to public reads, as they were encoded, with a tag that follows from their bytes. One is
 * kept until what it was made of changes, on any node, and for a minute at most, since the word of
 * a change can be lost between nodes. An answer that was being made while something changed is not
 * kept.
 */
public final class AnswerCache {
  private static final Duration MAX_AGE = Duration.ofMinutes(1);
  private static final int MAX_ANSWERS = 256;

  /** Bytes; larger answers are made anew each time. */
  private static final int MAX_LENGTH = 65_536;

  private static final int TAG_BYTES = 12;

  private final InstantSource clock;
  private final AtomicLong changes = new AtomicLong();
  private final Map<String, Kept> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
              return size() > MAX_ANSWERS;
            }
          });

  private record Kept(Answer answer, long changes, Instant until) {}

  public AnswerCache(InstantSource clock) {
    this.clock = clock;
  }

  /** A handler whose answers are kept. */
  public Area.Handler keeping(Area.Handler handler) {
    return new Area.Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        Answer known = inline(call);
        return known == null ? made(call, handler) : known;
      }

      @Override
      public Answer inline(Call call) {
        return find(call).orElse(null);
      }
    };
  }

  private Optional<Answer> find(Call call) {
    Kept known = kept.get(key(call));
    return known != null
            && known.changes() == changes.get()
            && known.until().isAfter(clock.instant())
        ? Optional.of(known.answer())
        : Optional.empty();
  }

  /** Forgets all answers: something that they are made of has changed. */
  public void clear() {
    changes.incrementAndGet();
    kept.clear();
  }

  private Answer made(Call call, Area.Handler handler) throws Exception {
    long before = changes.get();
    Answer answer = tagged(handler.handle(call));
    if (answer.json().length() <= MAX_LENGTH) {
      kept.put(key(call), new Kept(answer, before, clock.instant().plus(MAX_AGE)));
    }
    return answer;
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
