package dev.gatehouse.bus;

/** Position of a page by number: the contract's Pagination. */
public record Pagination(
    long currentPage,
    long totalPages,
    long totalItems,
    long itemsPerPage,
    boolean hasNextPage,
    boolean hasPrevPage) {

  /**
   * Returns the position of a page.
   *
   * @param page page number, starting at 1
   * @param limit entries of a page
   * @param total entries of all pages
   */
  public static Pagination of(long page, long limit, long total) {
    long pages = (total + limit - 1) / limit;
    return new Pagination(page, pages, total, limit, page < pages, page > 1);
  }
}
