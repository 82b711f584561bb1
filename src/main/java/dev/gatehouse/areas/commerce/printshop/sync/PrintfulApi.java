package dev.gatehouse.areas.commerce.printshop.sync;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.HttpDate;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.provider.ProviderClient;
import dev.gatehouse.provider.ProviderReply;
import dev.gatehouse.provider.ProviderRequest;
import dev.gatehouse.settings.LiveSecret;

/** Calls to the print shop's API. They block, and their errors may be returned to clients. */
final class PrintfulApi {
  /** Maximum number of orders in a page. */
  static final int LIMIT = 100;

  private static final String TOKEN_REFUSED =
      "the print shop rejects the token: renew GATEHOUSE_PRINTSHOP_TOKEN";

  private static final int NAME_BYTES = 8;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int MAX_ORDERS = 1_000;

  private final ProviderClient provider;
  private final Account account;
  private volatile String refused;

  /**
   * Account at the print shop.
   *
   * @param url of the API, without a slash at its end
   * @param store the shop's number, for a token of several shops; else empty
   */
  record Account(String url, LiveSecret token, String store) {
    /** Returns the name of the current token. */
    String tokenName() {
      return name(token.get());
    }

    /** Returns a name that does not reveal the token. */
    static String name(String token) {
      return Sha256.hex("printshop token " + token, NAME_BYTES);
    }
  }

  /**
   * Page of orders, newest first.
   *
   * @param odd number of entries that are no orders
   * @param firstOddIndex index of the first of them in the page; negative if there are none
   * @param total number of all orders; 0 if unknown
   * @param at the print shop's time
   */
  record Page(
      List<PrintfulOrder> orders, int odd, int firstOddIndex, long total, Optional<Instant> at) {
    int rows() {
      return orders.size() + odd;
    }
  }

  private record Envelope(Paging paging) {}

  private record Paging(@JsonProperty("total") Long total) {}

  PrintfulApi(ProviderClient provider, Account account) {
    this.provider = provider;
    this.account = account;
  }

  /** Returns the name of the rejected token; empty if the failure has another cause. */
  Optional<String> refusedToken(ApiError failure) {
    if (failure.code() != ErrorCode.PROVIDER_AUTHENTICATION_FAILED) {
      return Optional.empty();
    }
    return Optional.ofNullable(refused);
  }

  /**
   * Returns one page of orders.
   *
   * @throws dev.gatehouse.bus.ApiException 502, 503 or 504 without a page
   */
  Page orders(long offset) {
    String token = account.token().get();
    ProviderRequest request =
        ProviderRequest.get(account.url() + "/orders?offset=" + offset + "&limit=" + LIMIT)
            .with("Authorization", "Bearer " + token);
    ProviderReply reply =
        provider.call(
            account.store().isEmpty() ? request : request.with("X-PF-Store-Id", account.store()));
    if (reply.status() == UNAUTHORIZED || reply.status() == FORBIDDEN) {
      // The file may contain another token by now.
      refused = Account.name(token);
      throw ApiError.of(ErrorCode.PROVIDER_AUTHENTICATION_FAILED, TOKEN_REFUSED)
          .because("printshop: status " + reply.status())
          .exception();
    }
    Envelope envelope = provider.read(reply, Envelope.class);
    Long total = envelope == null || envelope.paging() == null ? null : envelope.paging().total();
    try {
      Json.Elements<PrintfulOrder> orders =
          Json.elements(reply.body(), "result", PrintfulOrder.class, MAX_ORDERS);
      return new Page(
          orders.items(),
          orders.odd(),
          orders.firstOddIndex(),
          Objects.requireNonNullElse(total, 0L),
          reply.header("Date").flatMap(HttpDate::parse));
    } catch (IOException e) {
      throw provider.failed("unreadable page");
    }
  }
}
