package dev.gatehouse.access;

/**
 * A wish for one page of a list.
 *
 * @param limit entries of the page; null for the usual number
 * @param skip entries before it; null for none
 */
record PageOrder(Integer limit, Integer skip) {
  private static final int USUAL = 50;
  private static final int MAX = 500;

  /**
   * The place of a page in its list.
   *
   * @param total of all pages
   * @param hasMore whether there is something after this page
   */
  record Pagination(long total, int limit, int skip, boolean hasMore) {}

  int from() {
    return skip == null ? 0 : Math.max(0, skip);
  }

  int size() {
    return limit == null ? USUAL : Math.clamp(limit, 1, MAX);
  }

  Pagination of(long total, int shown) {
    return new Pagination(total, size(), from(), (long) from() + shown < total);
  }
}
