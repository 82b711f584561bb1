package dev.gatehouse.security;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Concurrently;
import dev.gatehouse.security.RateLimit.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalRateLimitTest {
  private static final Policy DEFAULT = new Policy("default", 45, Duration.ofMinutes(1));
  private static final long SECOND = 1_000_000_000L;

  // Near the overflow, where comparing two readings instead of their difference would fail.
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 30 * SECOND);
  private final LocalRateLimit limit = new LocalRateLimit(100, now::get);

  private RateLimit.Decision spend(Policy policy, String key) {
    return limit.spend(policy, key).result();
  }

  @Test
  void allows45RequestsInAny60Seconds() {
    for (int i = 0; i < 45; i++) {
      RateLimit.Decision verdict = spend(DEFAULT, "a");
      assertTrue(verdict.allowed());
      assertEquals(44 - i, verdict.remaining());
      now.addAndGet(SECOND);
    }
    RateLimit.Decision refused = spend(DEFAULT, "a");
    assertEquals(
        new RateLimit.Decision(false, 0, Duration.ofSeconds(15), Duration.ofSeconds(15)), refused);
    now.addAndGet(15 * SECOND - 1);
    assertFalse(spend(DEFAULT, "a").allowed());
    now.addAndGet(1);
    assertTrue(spend(DEFAULT, "a").allowed());
    assertFalse(spend(DEFAULT, "a").allowed(), "one left the window, so one came in");
    assertTrue(spend(DEFAULT, "b").allowed(), "another key is another window");
    assertTrue(spend(new Policy("hire", 3, Duration.ofHours(1)), "a").allowed());
  }

  @Test
  void matchesSlidingWindowDefinition() {
    Random random = new Random(42);
    for (int run = 0; run < 200; run++) {
      Policy policy =
          new Policy(
              "run-" + run, 1 + random.nextInt(12), Duration.ofSeconds(1 + random.nextInt(5)));
      long window = policy.window().toNanos();
      List<Long> admitted = new ArrayList<>();
      for (int request = 0; request < 400; request++) {
        now.addAndGet(
            random.nextInt(4) == 0 ? random.nextLong(window + 2) : random.nextLong(SECOND / 4));
        long time = now.get();
        long inWindow = admitted.stream().filter(past -> time - past < window).count();
        RateLimit.Decision verdict = spend(policy, "key");
        assertEquals(inWindow < policy.limit(), verdict.allowed(), "neither laxer nor stricter");
        if (verdict.allowed()) {
          admitted.add(time);
          assertEquals(policy.limit() - inWindow - 1, verdict.remaining());
        } else {
          long wait = verdict.retryAfter().toNanos();
          long freed = admitted.stream().filter(past -> time + wait - past < window).count();
          long early = admitted.stream().filter(past -> time + wait - 1 - past < window).count();
          assertEquals(policy.limit(), early, "a nanosecond earlier is too early");
          assertEquals(policy.limit() - 1, freed, "and then one is free");
        }
      }
    }
  }

  @Test
  void allowsEverythingWithLimitZero() {
    Policy off = new Policy("default", 0, Duration.ofMinutes(1));
    for (int i = 0; i < 1_000; i++) {
      assertSame(RateLimit.Decision.UNLIMITED, spend(off, "a"));
    }
  }

  @Test
  void evictsIdleKeysBeforeActiveOnes() {
    for (int i = 0; i < 45; i++) {
      assertTrue(spend(DEFAULT, "abuser").allowed());
    }
    for (int address = 0; address < 5_000; address++) {
      spend(DEFAULT, "passer-by-" + address);
      now.addAndGet(SECOND / 100);
      if (address % 50 == 0) {
        assertFalse(spend(DEFAULT, "abuser").allowed(), "after " + address);
      }
    }
  }

  @Test
  void keepsActiveKeyAmongEquallyUsedKeys() {
    Policy once = new Policy("once", 1, Duration.ofMinutes(1));
    assertTrue(spend(once, "abuser").allowed());
    for (int address = 0; address < 5_000; address++) {
      assertTrue(spend(once, "passer-by-" + address).allowed());
      assertTrue(address % 50 != 0 || !spend(once, "abuser").allowed(), "after " + address);
    }
  }

  @Test
  void keepsExhaustedKeyDuringFlood() {
    for (int i = 0; i < 45; i++) {
      spend(DEFAULT, "abuser");
    }
    for (int address = 0; address < 5_000; address++) {
      spend(DEFAULT, "passer-by-" + address);
    }
    assertFalse(spend(DEFAULT, "abuser").allowed());
  }

  @Test
  void enforcesLimitAcrossThreads() throws Exception {
    Callable<Long> worker =
        () -> IntStream.range(0, 1_000).filter(i -> spend(DEFAULT, "shared").allowed()).count();
    List<Long> allowed = Concurrently.all(List.of(worker, worker, worker, worker));
    assertEquals(45, allowed.stream().mapToLong(each -> each).sum());
  }

  @Test
  void bansAfter100RefusalsInTenMinutes() {
    RejectionCounter refusals =
        new RejectionCounter(new Policy("refusals", 100, Duration.ofMinutes(10)), 100, now::get);
    for (int i = 1; i < 100; i++) {
      assertFalse(refusals.refused("a"));
      assertFalse(refusals.refused("b"));
    }
    now.addAndGet(600 * SECOND);
    assertFalse(refusals.refused("b"), "the first 99 are too long ago");
    for (int i = 1; i < 100; i++) {
      assertFalse(refusals.refused("a"));
    }
    assertTrue(refusals.refused("a"));
    assertFalse(refusals.refused("a"), "counted anew");
    RejectionCounter tolerant =
        new RejectionCounter(new Policy("refusals", 0, Duration.ofMinutes(10)), 100, now::get);
    assertFalse(tolerant.refused("a"));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "999, 1", "1000, 1", "1001, 2", "59999, 60", "60000, 60"})
  void roundsRetryAfterUpToSeconds(long millis, String seconds) {
    assertEquals(seconds, RateLimitHeaders.retryAfter(Duration.ofMillis(millis)));
  }

  @Test
  void writesHeaderItemPerEnabledPolicy() {
    List<RateLimitHeaders.Spent> spent =
        List.of(
            new RateLimitHeaders.Spent(
                DEFAULT,
                new RateLimit.Decision(true, 12, Duration.ofMillis(29_001), Duration.ZERO)),
            new RateLimitHeaders.Spent(
                new Policy("off", 0, Duration.ofHours(1)), RateLimit.Decision.UNLIMITED),
            new RateLimitHeaders.Spent(
                new Policy("hire", 3, Duration.ofHours(1)),
                new RateLimit.Decision(false, 0, Duration.ofSeconds(90), Duration.ofSeconds(90))));
    assertEquals("\"default\";q=45;w=60, \"hire\";q=3;w=3600", RateLimitHeaders.policies(spent));
    assertEquals("\"default\";r=12;t=30, \"hire\";r=0;t=90", RateLimitHeaders.limits(spent));
    assertEquals("", RateLimitHeaders.limits(spent.subList(1, 2)));
  }

  @Test
  void rejectsInvalidPolicy() {
    Duration minute = Duration.ofMinutes(1);
    assertThrows(IllegalArgumentException.class, () -> new Policy("a\"b", 1, minute));
    assertThrows(IllegalArgumentException.class, () -> new Policy("a", -1, minute));
    assertThrows(IllegalArgumentException.class, () -> new Policy("a", 1, Duration.ZERO));
  }
}
