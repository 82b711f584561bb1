package dev.gatehouse.areas.site.links;

import java.util.Objects;

/** Counts clicks of people by the keys of short URLs. */
public final class ClickCounter extends WaitingClicks<String, Long> {
  private static final int MAX_WAITING = 20_000;

  private final ShortUrls urls;
  private final String node;
  private long flushes;

  /**
   * @param node unique name of this node
   */
  public ClickCounter(ShortUrls urls, String node) {
    this(urls, node, MAX_WAITING);
  }

  ClickCounter(ShortUrls urls, String node, int maxWaiting) {
    super(maxWaiting, Long::sum);
    this.urls = urls;
    this.node = node;
  }

  /** Counts a click on an existing short URL. */
  void add(String key) {
    add(key, 1L);
  }

  /** Returns the clicks on a short URL that are not written to its document yet. */
  long waiting(String key) {
    return Objects.requireNonNullElse(find(key), 0L);
  }

  /** Discards the waiting clicks of a deleted short URL, because its key may be reused. */
  void forget(String key) {
    alone(() -> change(sums -> sums.remove(key)));
  }

  @Override
  boolean store(String key, Long clicks) {
    flushes++;
    urls.count(key, clicks, node + '-' + flushes);
    return true;
  }
}
