package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import dev.gatehouse.security.RateLimit.Policy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests which keys {@link SlidingWindows} keeps, and {@link LocalRateLimit#note}. */
class SlidingWindowsTest {
  private static final Policy TWO = new Policy("two", 2, Duration.ofSeconds(10));

  private final AtomicLong now = new AtomicLong();

  private SlidingWindows windows(int maxKeys) {
    return new SlidingWindows(maxKeys, now::get);
  }

  private void pass(int seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private static int left(SlidingWindows windows, String key) {
    return windows.spend(TWO, key).remaining();
  }

  @Test
  void forgetsLeastRecentlyUsedKey() {
    SlidingWindows windows = windows(2);
    assertEquals(1, left(windows, "a"));
    assertEquals(1, left(windows, "b"));
    assertEquals(0, left(windows, "a"));
    assertEquals(1, left(windows, "c"));
    assertFalse(windows.spend(TWO, "a").allowed());
    assertEquals(1, left(windows, "b"), "was forgotten");
  }

  @Test
  void forgetsKeyWithFewestRequests() {
    SlidingWindows windows = windows(3);
    List.of("a", "a", "b", "c", "c", "d").forEach(key -> left(windows, key));
    assertFalse(windows.spend(TWO, "a").allowed());
    assertFalse(windows.spend(TWO, "c").allowed());
    assertEquals(1, left(windows, "b"), "was forgotten");
  }

  @Test
  void forgetsKeyWhoseRequestsAreOver() {
    SlidingWindows windows = windows(3);
    left(windows, "a");
    left(windows, "a");
    pass(10);
    List<String> others = List.of("b", "c", "d");
    others.forEach(key -> left(windows, key));
    others.forEach(key -> assertEquals(0, left(windows, key)));
  }

  /** Only the first eight of the least recently used keys are compared. */
  @Test
  void comparesEightKeys() {
    SlidingWindows windows = windows(9);
    for (int key = 0; key < 8; key++) {
      left(windows, "key " + key);
      left(windows, "key " + key);
    }
    left(windows, "ninth");
    left(windows, "new");
    assertEquals(0, left(windows, "ninth"), "is not compared");
    assertEquals(1, left(windows, "key 0"), "was forgotten");
  }

  @Test
  void countsNotedRequestsUpToLimit() {
    var limit = new LocalRateLimit(9, now::get);
    for (int i = 0; i < 3; i++) {
      limit.note(TWO, "a");
      pass(1);
    }
    // The requests at 1 s and 2 s count, and the first one leaves the window at 11 s.
    RateLimit.Decision decision = limit.spend(TWO, "a").result();
    assertFalse(decision.allowed());
    assertEquals(Duration.ofSeconds(8), decision.retryAfter());
    pass(8);
    assertTrue(limit.spend(TWO, "a").result().allowed());
  }

  @Test
  void keepsOrderWhileTheRingGrows() {
    Policy many = new Policy("many", 11, Duration.ofSeconds(100));
    SlidingWindows windows = windows(1);
    for (int i = 0; i < 3; i++) {
      windows.spend(TWO, "a");
      pass(10);
    }
    // The last request above counts, too.
    for (int i = 0; i < 10; i++) {
      windows.spend(many, "a");
      pass(1);
    }
    assertEquals(Duration.ofSeconds(80), windows.spend(many, "a").retryAfter());
  }
}
