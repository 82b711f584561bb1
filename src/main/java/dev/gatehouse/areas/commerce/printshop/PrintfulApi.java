package dev.gatehouse.areas.commerce.printshop;

import module java.base;

import dev.gatehouse.areas.commerce.printshop.OrderReader.PrintfulOrder;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;

/** Calls to the print shop's API. They block, and their errors may be returned to clients. */
final class PrintfulApi {
  /** Maximum number of orders in a page. */
  static final int LIMIT = 100;

  private static final String TOKEN_REFUSED =
      "the print shop rejects the token: renew GATEHOUSE_PRINTSHOP_TOKEN";

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int MAX_ORDERS = 1_000;

  private final ProviderClient provider;
  private final SyncSettings settings;
  private final OrderReader reader;
  private volatile String refused;

  /**
   * Page of orders, newest first.
   *
   * @param orders valid orders, each once, in its last version
   * @param rows number of all entries
   * @param leftOut message that names an invalid entry; null if absent
   * @param total number of all orders; 0 if unknown
   * @param at the print shop's time
   */
  record Page(
      List<PrintOrder> orders, int rows, String leftOut, long total, Optional<Instant> at) {}

  private record Envelope(Paging paging) {
    private record Paging(long total) {}
  }

  PrintfulApi(ProviderClient provider, SyncSettings settings) {
    this.provider = provider;
    this.settings = settings;
    this.reader = new OrderReader(settings.rules(), settings.currency());
  }

  /** Returns the name of the rejected token; null if the failure has another cause. */
  String refusedToken(Exception e) {
    return e instanceof ApiException failed
            && failed.failure().code() == ErrorCode.PROVIDER_AUTHENTICATION_FAILED
        ? refused
        : null;
  }

  /**
   * Returns one page of orders.
   *
   * @throws ApiException 502, 503 or 504 without a page
   */
  Page orders(long offset) {
    String token = settings.token().get();
    ProviderRequest request =
        ProviderRequest.get(settings.url() + "/orders?offset=" + offset + "&limit=" + LIMIT)
            .with("Authorization", "Bearer " + token);
    if (!settings.store().isEmpty()) {
      request = request.with("X-PF-Store-Id", settings.store());
    }
    ProviderReply reply = provider.call(request);
    if (reply.status() == UNAUTHORIZED || reply.status() == FORBIDDEN) {
      // The file may contain another token by now.
      refused = SyncSettings.name(token);
      throw ApiError.of(ErrorCode.PROVIDER_AUTHENTICATION_FAILED, TOKEN_REFUSED)
          .because("printshop: status " + reply.status())
          .exception();
    }
    Envelope envelope = provider.read(reply, Envelope.class);
    long total = envelope == null || envelope.paging() == null ? 0 : envelope.paging().total();
    Optional<Instant> at = reply.header("Date").flatMap(HttpDate::parse);
    try {
      return page(
          Json.elements(reply.body(), "result", PrintfulOrder.class, MAX_ORDERS),
          offset,
          total,
          at);
    } catch (IOException e) {
      throw provider.failed("unreadable page");
    }
  }

  /**
   * An entry without an ID or a time is left out, because otherwise the owner could not sync the
   * orders behind it until the print shop corrects the entry.
   */
  private Page page(
      Json.Elements<PrintfulOrder> received, long offset, long total, Optional<Instant> at) {
    String leftOut = null;
    if (received.odd() != 0) {
      long first = offset + received.firstOddIndex();
      leftOut = "entry " + first + " of the order list is left out: no order";
    }
    Map<String, PrintOrder> orders = new LinkedHashMap<>();
    for (PrintfulOrder each : received.items()) {
      try {
        PrintOrder order = reader.read(each);
        orders.put(order.id(), order);
      } catch (IllegalArgumentException e) {
        leftOut = "order " + each.id() + " is left out: " + e.getMessage();
      }
    }
    int rows = received.items().size() + received.odd();
    return new Page(List.copyOf(orders.values()), rows, leftOut, total, at);
  }
}
