package dev.gatehouse.trading;

/** The place of a page among all. */
record Pagination(
    long currentPage,
    long totalPages,
    long totalItems,
    long itemsPerPage,
    boolean hasNextPage,
    boolean hasPrevPage) {

  static Pagination of(long page, long limit, long total) {
    long pages = (total + limit - 1) / limit;
    return new Pagination(page, pages, total, limit, page < pages, page > 1);
  }
}
