package dev.gatehouse.areas.commerce.printshop.sync;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.orders.PrintOrder;
import dev.gatehouse.areas.commerce.printshop.orders.PrintOrderRepository;
import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Counts;
import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Place;
import dev.gatehouse.areas.commerce.printshop.sync.SyncState.Run;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * Run through the print shop's orders, newest first. Each page is stored, then the position after
 * it, where an interrupted run resumes. Pages overlap, because orders that vanish move the others
 * up. New orders move the others down, so that some are read twice, which does no harm.
 */
record OrderSync(Source source, Stock stock, Patience patience, InstantSource clock) {
  /** Number of orders of a page that the next page repeats. */
  static final int OVERLAP = 5;

  /**
   * Maximum number of times that a run goes back after a gap. Beyond it, the page order is
   * unreliable.
   */
  private static final int MAX_GAPS = 10;

  private static final long MAX_PAGES = 100_000;
  private static final int MAX_PAUSES = 5;
  private static final Duration MAX_PAUSE = Duration.ofSeconds(90);

  /** Maximum difference between the print shop's clocks and caches. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private static final Duration OWN_MARGIN = Duration.ofMinutes(5);
  private static final int UNAVAILABLE = 503;
  private static final int OVERTAKEN = 409;

  record Source(PrintfulApi provider, OrderReader reader, CallRate rate) {}

  record Stock(SyncRepository states, PrintOrderRepository orders) {}

  /** Strategy for waiting, which renews the lease meanwhile. */
  interface Patience {
    /**
     * Waits for a supplier; the wait can be cancelled.
     *
     * @throws ApiException if it was cancelled before
     */
    <T> T during(Supplier<T> wait);

    /**
     * @throws ApiException if another node has taken over
     */
    void rest(Duration pause);
  }

  /** Records that a run begins, or that the interrupted one resumes. Blocks. */
  SyncState begin() {
    return stock.states().update(known -> classified(known).begun(clock.instant()));
  }

  /** Marks an empty copy as classified by the current rules. */
  private SyncState classified(SyncState known) {
    return known.isNew() ? known.judgedBy(source.reader().fingerprint()) : known;
  }

  /**
   * Runs to the end. Blocks.
   *
   * @param begun the state from {@link #begin}
   * @return what the run has seen, including its parts before interruptions
   * @throws ApiException if the print shop fails; all results until then are kept
   */
  Counts run(SyncState begun) {
    SyncState state = begun;
    boolean more = true;
    while (more) {
      Run run = state.run();
      PrintfulApi.Page page = page(run.place().offset());
      Valid valid = read(page, run.place().offset());
      List<PrintOrder> orders = valid.orders();
      PrintOrderRepository.Changes changes = stock.orders().compare(orders);
      if (!changes.isEmpty()) {
        stock.orders().write(changes);
      }
      more = continues(state, page, orders);
      Run moved = moved(run.asOf(asOf(page)).leavingOut(valid.leftOut()), page, orders, changes);
      state = changed(state.with(moved));
    }
    Counts counts = state.run().counts();
    changed(state.ended(clock.instant()));
    return counts;
  }

  /**
   * Fails if another node changed the state during a freeze of this one, or if the run was
   * cancelled. Otherwise only the holder of the lease changes the state.
   */
  private SyncState changed(SyncState next) {
    return stock.states().change(next).orElseThrow(OrderSync::overtaken);
  }

  static ApiException overtaken() {
    return ApiException.of(ErrorCode.SYNC_SUPERSEDED, "another sync has replaced this one");
  }

  /** Returns whether another node took over the run; its stored state then belongs to that node. */
  static boolean isOvertaken(ApiException failed) {
    return failed.failure().status() == OVERTAKEN;
  }

  /** Returns a page. Waits when the print shop requests a pause. */
  private PrintfulApi.Page page(long offset) {
    for (int pauses = 0; ; pauses++) {
      for (Duration wait = source.rate().next(); wait.isPositive(); wait = source.rate().next()) {
        patience.rest(wait);
      }
      patience.rest(Duration.ZERO);
      try {
        return patience.during(() -> source.provider().orders(offset));
      } catch (ApiException failed) {
        Duration pause = pause(failed.failure());
        if (pause.isZero() || pause.compareTo(MAX_PAUSE) > 0 || pauses == MAX_PAUSES) {
          throw failed;
        }
        patience.rest(pause);
      }
    }
  }

  /** Returns the pause that a rejection requests; zero if it requests none. */
  private static Duration pause(ApiError failure) {
    String seconds = failure.headers().getOrDefault("Retry-After", "0");
    if (failure.status() != UNAVAILABLE) {
      return Duration.ZERO;
    }
    return Duration.ofSeconds(Long.parseLong(seconds));
  }

  /**
   * Orders of a page that can be stored.
   *
   * @param leftOut message that names an invalid entry; null if absent
   */
  private record Valid(List<PrintOrder> orders, String leftOut) {}

  /**
   * Returns each order once, in its last version. An entry without an ID or a time is left out,
   * because otherwise the owner could not sync the orders behind it until the print shop corrects
   * the entry.
   */
  private Valid read(PrintfulApi.Page page, long offset) {
    String leftOut = null;
    if (page.odd() != 0) {
      long first = offset + page.firstOddIndex();
      leftOut = "entry " + first + " of the order list is left out: no order";
    }
    Map<String, PrintOrder> orders = new LinkedHashMap<>();
    for (PrintfulOrder received : page.orders()) {
      try {
        PrintOrder order = source.reader().read(received);
        orders.put(order.id(), order);
      } catch (IllegalArgumentException e) {
        leftOut = "order " + received.id() + " is left out: " + e.getMessage();
      }
    }
    return new Valid(List.copyOf(orders.values()), leftOut);
  }

  private Instant asOf(PrintfulApi.Page page) {
    return page.at()
        .map(time -> time.minus(MARGIN))
        .orElseGet(() -> clock.instant().minus(OWN_MARGIN));
  }

  private boolean continues(SyncState state, PrintfulApi.Page page, List<PrintOrder> orders) {
    Run run = state.run();
    long behind = run.place().offset() + page.rows();
    boolean isLast = page.rows() < PrintfulApi.LIMIT;
    if (page.total() > 0) {
      isLast = page.rows() == 0 || behind >= page.total();
    }
    if (isGap(run.place(), orders)) {
      return true;
    }
    boolean repeats = repeats(run.place(), orders);
    if (isLast || (repeats && page.rows() < PrintfulApi.LIMIT)) {
      return false;
    }
    if (run.counts().pages() >= MAX_PAGES || (repeats && run.place().gaps() >= MAX_GAPS)) {
      throw ApiException.of(
          ErrorCode.PROVIDER_REPLY_INVALID, "the print shop's list of orders does not end");
    }
    Instant known = state.done().watermark();
    return run.full()
        || orders.isEmpty()
        || orders.stream().anyMatch(order -> !order.times().updatedAt().isBefore(known));
  }

  private Run moved(
      Run run,
      PrintfulApi.Page page,
      List<PrintOrder> orders,
      PrintOrderRepository.Changes changes) {
    Counts seen = run.counts();
    var counts =
        new Counts(
            seen.pages() + 1,
            seen.seen() + page.rows(),
            seen.created() + changes.created().size(),
            seen.updated() + changes.updated().size(),
            seen.skipped() + page.rows() - orders.size(),
            page.total());
    return run.moved(next(run.place(), page, orders), counts, clock.instant());
  }

  /** Returns whether a page ends with the same orders as the page before it. */
  private static boolean repeats(Place place, List<PrintOrder> orders) {
    return !orders.isEmpty() && ids(tail(orders)).equals(Set.copyOf(place.tail()));
  }

  private static List<PrintOrder> tail(List<PrintOrder> orders) {
    return orders.subList(Math.max(0, orders.size() - OVERLAP), orders.size());
  }

  /** Returns whether more orders have vanished before a page than pages overlap. */
  private static boolean isGap(Place place, List<PrintOrder> orders) {
    return place.gaps() < MAX_GAPS
        && !place.tail().isEmpty()
        && !orders.isEmpty()
        && ids(orders).stream().noneMatch(place.tail()::contains)
        && !orders.getFirst().times().createdAt().isAfter(place.tailAt());
  }

  private static Place next(Place place, PrintfulApi.Page page, List<PrintOrder> orders) {
    if (orders.isEmpty()) {
      return new Place(
          place.offset() + page.rows(),
          place.tail(),
          place.tailAt(),
          place.gaps(),
          place.leftOut());
    }
    if (isGap(place, orders)) {
      long back = Math.max(0, place.offset() - PrintfulApi.LIMIT);
      return new Place(back, place.tail(), place.tailAt(), place.gaps() + 1, place.leftOut());
    }
    int gaps = place.gaps();
    if (repeats(place, orders)) {
      gaps++;
    }
    List<PrintOrder> tail = tail(orders);
    return new Place(
        place.offset() + Math.max(1, page.rows() - OVERLAP),
        tail.stream().map(PrintOrder::id).toList(),
        tail.getLast().times().createdAt(),
        gaps,
        place.leftOut());
  }

  private static Set<String> ids(List<PrintOrder> orders) {
    return orders.stream().map(PrintOrder::id).collect(Collectors.toSet());
  }
}
