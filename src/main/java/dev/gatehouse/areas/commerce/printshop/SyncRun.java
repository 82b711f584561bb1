package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.commerce.printshop.PrintOrderRepository.Changes;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * Run through the orders, newest first, and the position where it resumes. Pages overlap, because
 * orders that vanish move the others up. New orders move the others down, so that some are read
 * twice, which does no harm.
 *
 * @param full whether it reads all orders; else it stops where nothing has changed
 * @param movedAt when the run last stored a page, began or resumed
 * @param asOf the print shop's time at its start; null before the first page
 * @param tail last orders of the previous page, which the next one must repeat in part
 * @param tailAt the creation of the last of them
 * @param gaps number of times that the overlap was missing
 * @param leftOut message that names an invalid entry of the pages before; null if absent
 */
record SyncRun(
    boolean full,
    Instant startedAt,
    Instant movedAt,
    Instant asOf,
    long offset,
    List<String> tail,
    Instant tailAt,
    int gaps,
    String leftOut,
    @JsonUnwrapped Counts counts) {
  /** Number of orders of a page that the next page repeats. */
  private static final int OVERLAP = 5;

  /**
   * Maximum number of times that a run goes back after a gap. Beyond it, the page order is
   * unreliable.
   */
  private static final int MAX_GAPS = 10;

  private static final long MAX_PAGES = 100_000;

  /** A page with its pauses takes less time. */
  private static final Duration MAX_STANDSTILL = Duration.ofMinutes(2);

  /** Maximum difference between the print shop's clocks and caches. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private static final Duration OWN_MARGIN = Duration.ofMinutes(5);

  SyncRun {
    tail = Objects.requireNonNullElse(tail, List.of());
  }

  /**
   * Numbers of a run.
   *
   * @param seen entries, with overlaps counted twice
   * @param expected number of orders that the print shop reports
   */
  record Counts(long pages, long seen, long created, long updated, long skipped, long expected) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    private Counts plus(PrintfulApi.Page page, Changes changes) {
      return new Counts(
          pages + 1,
          seen + page.rows(),
          created + changes.created(),
          updated + changes.updated(),
          skipped + page.rows() - page.orders().size(),
          page.total());
    }
  }

  static SyncRun begun(boolean full, Instant now) {
    return new SyncRun(full, now, now, null, 0, List.of(), null, 0, null, Counts.NONE);
  }

  SyncRun resumed(Instant now) {
    return new SyncRun(full, startedAt, now, asOf, offset, tail, tailAt, gaps, leftOut, counts);
  }

  /** Returns whether the run appears to be abandoned. */
  boolean isStalled(Instant now) {
    return !movedAt.plus(MAX_STANDSTILL).isAfter(now);
  }

  /**
   * Returns whether more pages follow.
   *
   * @param known time before which all changes are already stored
   * @throws ApiException if the list of pages does not end
   */
  boolean continuesAfter(PrintfulApi.Page page, Instant known) {
    if (isGap(page.orders())) {
      return true;
    }
    boolean isShort = page.rows() < PrintfulApi.LIMIT;
    boolean isLast =
        page.total() > 0 ? page.rows() == 0 || offset + page.rows() >= page.total() : isShort;
    boolean repeats = repeats(page.orders());
    if (isLast || (repeats && isShort)) {
      return false;
    }
    if (counts.pages() >= MAX_PAGES || (repeats && gaps >= MAX_GAPS)) {
      throw ApiException.of(
          ErrorCode.PROVIDER_REPLY_INVALID, "the print shop's list of orders does not end");
    }
    return full
        || page.orders().isEmpty()
        || page.orders().stream().anyMatch(order -> !order.updatedAt().isBefore(known));
  }

  /** Returns this run behind a page that is stored. */
  SyncRun moved(PrintfulApi.Page page, Changes changes, Instant now) {
    Counts more = counts.plus(page, changes);
    String left = page.leftOut() == null ? leftOut : page.leftOut();
    Instant since = asOf;
    if (since == null) {
      since = page.at().map(at -> at.minus(MARGIN)).orElse(now.minus(OWN_MARGIN));
    }
    if (page.orders().isEmpty()) {
      long next = offset + page.rows();
      return new SyncRun(full, startedAt, now, since, next, tail, tailAt, gaps, left, more);
    }
    if (isGap(page.orders())) {
      long back = Math.max(0, offset - PrintfulApi.LIMIT);
      return new SyncRun(full, startedAt, now, since, back, tail, tailAt, gaps + 1, left, more);
    }
    long next = offset + Math.max(1, page.rows() - OVERLAP);
    int repeated = repeats(page.orders()) ? gaps + 1 : gaps;
    Instant lastAt = page.orders().getLast().createdAt();
    List<String> last = tail(page.orders());
    return new SyncRun(full, startedAt, now, since, next, last, lastAt, repeated, left, more);
  }

  private static List<String> tail(List<PrintOrder> orders) {
    return orders.stream().skip(Math.max(0, orders.size() - OVERLAP)).map(PrintOrder::id).toList();
  }

  /** Returns whether a page ends with the same orders as the page before it. */
  private boolean repeats(List<PrintOrder> orders) {
    return !orders.isEmpty() && Set.copyOf(tail(orders)).equals(Set.copyOf(tail));
  }

  /** Returns whether more orders have vanished before a page than pages overlap. */
  private boolean isGap(List<PrintOrder> orders) {
    return gaps < MAX_GAPS
        && !tail.isEmpty()
        && !orders.isEmpty()
        && orders.stream().noneMatch(order -> tail.contains(order.id()))
        && !orders.getFirst().createdAt().isAfter(tailAt);
  }
}
