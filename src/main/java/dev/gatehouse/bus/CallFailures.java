package dev.gatehouse.bus;

import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;

/** Replies to calls that fail on the bus. */
final class CallFailures {
  private CallFailures() {}

  static ApiError noWorker() {
    return ApiError.busy(ErrorCode.AREA_UNAVAILABLE, "no worker serves this area at the moment", 5);
  }

  /** Returns the reply to a call that the bus could not deliver or whose worker did not answer. */
  static Reply reply(Call call, Throwable problem) {
    return switch (problem) {
      case ReplyException reply when reply.failureType() == ReplyFailure.NO_HANDLERS -> noWorker();
      // When a consumer ends, Vert.x also reports its unread messages as a timeout, before their
      // timeout has passed.
      case ReplyException reply
          when reply.failureType() == ReplyFailure.TIMEOUT && !call.deadline().passed() ->
          noWorker();
      case ReplyException reply when reply.failureType() == ReplyFailure.TIMEOUT ->
          ApiError.of(ErrorCode.TIMEOUT, "the worker took too long");
      case ReplyException reply ->
          ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error")
              .because(String.valueOf(reply.getMessage()));
      default ->
          ApiError.of(ErrorCode.INTERNAL_ERROR, "internal error").because(problem.toString());
    };
  }
}
