package dev.gatehouse.http.ledger;

/** Request or connection that holds resources and can be ended. Safe for use by all threads. */
public interface Holder {
  /** Returns the time of its last progress, as {@link System#nanoTime} measures it. */
  long lastProgress();

  /** Ends it, soon and on its own event loop, because another client needs what it holds. */
  void evict();
}
