package dev.gatehouse.security;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Set of the 32-bit hashes of numbers, at about eight bytes each. A number that is missing here was
 * never added. The set has at most two million hashes. When it is full, it contains every number.
 * Reads take no lock.
 */
final class NumberHashes {
  private static final int FIRST_SLOTS = 1 << 10;
  private static final int MAX_SLOTS = 1 << 22;
  private static final int EMPTY = 0;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private volatile AtomicIntegerArray slots = new AtomicIntegerArray(FIRST_SLOTS);
  private volatile boolean full;
  private int count;

  synchronized void add(Number number) {
    if (2 * count >= slots.length()) {
      if (slots.length() == MAX_SLOTS) {
        full = true;
        return;
      }
      AtomicIntegerArray larger = new AtomicIntegerArray(2 * slots.length());
      for (int i = 0; i < slots.length(); i++) {
        put(larger, slots.get(i));
      }
      slots = larger;
    }
    if (put(slots, hash(number))) {
      count++;
    }
  }

  boolean contains(Number number) {
    AtomicIntegerArray all = slots;
    int hash = hash(number);
    return full || all.get(slot(all, hash)) == hash;
  }

  private static boolean put(AtomicIntegerArray into, int hash) {
    int slot = slot(into, hash);
    return hash != EMPTY && into.getAndSet(slot, hash) == EMPTY;
  }

  /** Returns the slot that has the hash, or the free slot for it. */
  private static int slot(AtomicIntegerArray in, int hash) {
    int slot = hash & (in.length() - 1);
    while (in.get(slot) != EMPTY && in.get(slot) != hash) {
      slot = (slot + 1) & (in.length() - 1);
    }
    return slot;
  }

  private static int hash(Number number) {
    long mixed = (number.longValue() + (number instanceof Long ? 1 : 0)) * FACTOR;
    int hash = (int) (((mixed ^ (mixed >>> 29)) * FACTOR) >>> 32);
    return hash == EMPTY ? 1 : hash;
  }
}
