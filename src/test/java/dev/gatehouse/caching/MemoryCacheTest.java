package dev.gatehouse.caching;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import org.junit.jupiter.api.Test;

class MemoryCacheTest {
  private static final int MAX = 10;
  private static final int MANY = 100;

  private final MemoryCache<Integer, String> cache = MemoryCache.ofSize(MAX);

  @Test
  void keepsAtMostTheMaximum() {
    IntStream.range(0, MANY)
        .forEach(key -> {
          cache.put(key, "value");
          assertEquals("value", cache.find(key));
        });
    assertTrue(cache.weight() <= MAX, () -> "weighs " + cache.weight());
  }

  @Test
  void keepsWhatIsUsedMost() {
    IntStream.range(0, MANY)
        .forEach(key -> {
          cache.put(key, "value");
          IntStream.range(0, MANY).forEach(again -> cache.find(0));
        });
    assertEquals("value", cache.find(0));
  }

  @Test
  void boundsTheTotalWeight() {
    MemoryCache<Integer, String> weighed = MemoryCache.ofWeight(MAX, String::length);
    weighed.put(1, "1234");
    weighed.put(1, "12345");
    assertEquals(5, weighed.weight());
    weighed.put(2, "longer than all");
    assertNull(weighed.find(2));
    weighed.remove(1);
    assertEquals(0, weighed.weight());
  }

  /** Otherwise, an enemy could fill the memory with empty values. */
  @Test
  void boundsTheNumberOfEmptyValues() {
    MemoryCache<Integer, String> weighed = MemoryCache.ofWeight(MAX, String::length);
    IntStream.range(0, MANY).forEach(key -> weighed.put(key, ""));
    long kept = IntStream.range(0, MANY).filter(key -> weighed.find(key) != null).count();
    assertTrue(kept <= MAX, () -> kept + " are kept");
  }

  /** A value that was read before a change is wrong, even if it arrives after the change. */
  @Test
  void rejectsValuesReadBeforeAClear() {
    cache.put(1, "old");
    long read = cache.generation();
    cache.clear();
    assertNull(cache.find(1));
    cache.put(1, "old", read);
    assertNull(cache.find(1));
    cache.put(1, "new", cache.generation());
    assertEquals("new", cache.find(1));
  }

  @Test
  void returnsNothingFromItsMaximumAge() {
    var now = new AtomicLong(Long.MAX_VALUE - 1);
    MemoryCache<Integer, String> aging = MemoryCache.ofSize(MAX, Duration.ofNanos(5), now::get);
    aging.put(1, "value");
    now.addAndGet(4);
    assertEquals("value", aging.find(1));
    now.addAndGet(1);
    assertNull(aging.find(1));
  }

  @Test
  void removesTheChosenKeys() {
    IntStream.range(0, MAX).forEach(key -> cache.put(key, "value"));
    cache.removeIf(key -> key > 0);
    assertEquals(1, cache.weight());
    assertEquals("value", cache.find(0));
  }
}
