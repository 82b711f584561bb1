package dev.gatehouse.http.exchange;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Caller;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.http.ledger.Hold;
import dev.gatehouse.http.ledger.Hold.Holder;
import dev.gatehouse.http.ledger.Limit.Standing;
import dev.gatehouse.http.ledger.Refusal;
import dev.gatehouse.http.ledger.Resource;
import dev.gatehouse.http.ledger.ResourceLedger;
import dev.gatehouse.http.ledger.ResourceLedger.Account;
import java.util.Optional;

/**
 * Resources that one request holds, charged to its address. They are released when the request
 * ends, except reply bytes, which are released when the client has taken them. Confined to its
 * event loop, apart from the methods of {@link Holder}.
 */
public final class Holdings implements Holder {
  private static final int RETRY_SECONDS = 2;

  private final Exchange exchange;
  private final Loop loop;
  private volatile long lastProgress = System.nanoTime();
  private Account account;

  /** Number of holds that are not released yet. */
  private int open;

  Holdings(Exchange exchange, Loop loop) {
    this.exchange = exchange;
    this.loop = loop;
  }

  /** Returns an empty hold that is released when the request ends. */
  public Hold untilFinished(Resource resource) {
    Hold hold = hold(resource);
    exchange.onFinish(() -> release(hold));
    return hold;
  }

  /**
   * Takes an amount of a resource until the request ends, or sends the error.
   *
   * @return its hold, which may be released earlier; empty if it was refused or the request has
   *     ended
   */
  public Optional<Hold> takeOrFail(Resource resource, long amount) {
    if (exchange.over()) {
      return Optional.empty();
    }
    Hold hold = untilFinished(resource);
    Optional<Refusal> refusal = hold.grow(amount);
    refusal.ifPresent(reason -> Replies.fail(exchange, error(resource, reason)));
    return refusal.isEmpty() ? Optional.of(hold) : Optional.empty();
  }

  /** Takes an amount of a resource until the request ends; false if it was refused. */
  public boolean take(Resource resource, long amount) {
    return untilFinished(resource).grow(amount).isEmpty();
  }

  /** Takes one of a resource, as {@link #takeOrFail(Resource, long)}. */
  public Optional<Hold> takeOrFail(Resource resource) {
    return takeOrFail(resource, 1);
  }

  /** Returns an empty hold that its owner must {@link #release}. */
  Hold hold(Resource resource) {
    ResourceLedger ledger = loop.ledger();
    if (account == null) {
      account = ledger.open(exchange.address.key());
    }
    open++;
    return ledger.hold(resource, account, standing(exchange.caller), this);
  }

  /** Releases a hold of {@link #hold}. Call it once for each. */
  void release(Hold hold) {
    hold.release();
    open--;
    if (open == 0) {
      loop.ledger().close(account);
      account = null;
    }
  }

  /** Records that bytes have arrived from the client or were taken by it. */
  public void progressed() {
    lastProgress = System.nanoTime();
  }

  @Override
  public long lastProgress() {
    return lastProgress;
  }

  @Override
  public void evict() {
    loop.run(() -> {
      if (exchange.over() || exchange.response().headWritten()) {
        exchange.abort();
      } else {
        Replies.fail(exchange, ApiError.busy(ErrorCode.OVERLOADED, "the node is busy", 1));
      }
    });
  }

  public static ApiError error(Resource resource, Refusal refusal) {
    return switch (refusal) {
      case ADDRESS ->
          ApiError.busy(
              ErrorCode.SHARE_EXCEEDED,
              "too many " + resource.plural() + " of this address are in progress",
              RETRY_SECONDS);
      case NODE ->
          ApiError.busy(
              ErrorCode.OVERLOADED,
              "too many " + resource.plural() + " are in progress",
              RETRY_SECONDS);
    };
  }

  private static Standing standing(Caller caller) {
    if (caller.subject().isEmpty()) {
      return Standing.ANONYMOUS;
    }
    return caller.operator() ? Standing.OPERATOR : Standing.VISITOR;
  }
}
