package dev.gatehouse.notifications;

/**
 * The place of a page in its list.
 *
 * @param total of all pages
 * @param hasMore whether there is something after this page
 */
record Pagination(long total, int limit, int skip, boolean hasMore) {
  static Pagination of(long total, int limit, int skip, int shown) {
    return new Pagination(total, limit, skip, (long) skip + shown < total);
  }
}
