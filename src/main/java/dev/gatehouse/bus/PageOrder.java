package dev.gatehouse.bus;

/**
 * Requested page of a list, from the parameters {@code limit} and {@code skip} of an operation or a
 * message's fields of these names.
 *
 * @param limit maximum entries of the page; null for the default
 * @param skip entries before the page; null for none
 */
public record PageOrder(Integer limit, Integer skip) {
  private static final int USUAL = 50;
  private static final int MAX = 500;

  /**
   * Position of a page in its list: the contract's SkipPagination.
   *
   * @param total entries of the whole list
   * @param hasMore whether entries follow this page
   */
  public record Pagination(long total, int limit, int skip, boolean hasMore) {}

  /** Returns the page that a request asks for. */
  public static PageOrder of(Call call) {
    return Json.convert(call.parameters(), PageOrder.class);
  }

  public int offset() {
    return skip == null ? 0 : Math.max(0, skip);
  }

  public int limitOrDefault() {
    return limit == null ? USUAL : Math.clamp(limit, 1, MAX);
  }

  /**
   * Returns the position of this page.
   *
   * @param total entries of the list
   * @param shown entries of the page
   */
  public Pagination of(long total, int shown) {
    return new Pagination(total, limitOrDefault(), offset(), (long) offset() + shown < total);
  }
}
