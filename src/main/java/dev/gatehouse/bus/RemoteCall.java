package dev.gatehouse.bus;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call on its way to another node. A node that does not host the area any more says so, and
 * another is asked; where one is lost with the call, a read is sent to another once, and of
 * anything else nobody knows whether it was done.
 */
final class RemoteCall {
  /** The address at which a node hears the calls of the others; its id follows. */
  static final String ADDRESS = "gatehouse.calls.";

  /** The address that the call is for. */
  static final String OPERATION = "operation";

  /** The milliseconds that are left for a call to another node: its clock is none of ours. */
  static final String REMAINING = "remaining";

  /** The failure code of a node that does not host the area: nothing was done. */
  static final int ELSEWHERE = 1;

  private final Vertx vertx;
  private final Peers peers;
  private final Call call;
  private final Context caller = Vertx.currentContext();
  private final Promise<Reply> reply = Promise.promise();
  private final Set<String> tried = new HashSet<>();

  /** True while this may be sent once more after a node was lost with it. */
  private boolean repeatable;

  RemoteCall(Vertx vertx, Peers peers, Call call, boolean repeatable) {
    this.vertx = vertx;
    this.peers = peers;
    this.call = call;
    this.repeatable = repeatable;
  }

  /** The call that another node has sent: its time begins when it arrives. */
  static Call received(Message<Call> message) {
    Call sent = message.body();
    return deadline(message).map(sent::until).orElse(sent);
  }

  /** The time of a call that another node has sent; empty for one of this node's own. */
  static Optional<Deadline> deadline(Message<Call> message) {
    return Optional.ofNullable(message.headers().get(REMAINING))
        .map(millis -> Deadline.in(Duration.ofMillis(Long.parseLong(millis))));
  }

  Future<Reply> send() {
    next();
    return reply.future();
  }

  private void next() {
    long left = call.deadline().remaining().toMillis();
    String operation = call.operation();
    Optional<Peer> peer = peers.serving(Dispatcher.area(operation), tried);
    if (left <= 0) {
      end(ApiError.of(504, "the request took too long"));
    } else if (peer.isEmpty()) {
      end(Dispatcher.noWorker());
    } else {
      tried.add(peer.get().id());
      send(peer.get(), left);
    }
  }

  private void send(Peer peer, long left) {
    var options =
        new DeliveryOptions()
            .setSendTimeout(left + Dispatcher.GRACE_MILLIS)
            .addHeader(OPERATION, call.operation())
            .addHeader(REMAINING, Long.toString(left));
    // Whoever comes first: the answer, or the word that there will be none.
    var settled = new AtomicBoolean();
    Runnable lost =
        () -> {
          if (settled.compareAndSet(false, true)) {
            lost();
          }
        };
    peer.await(lost);
    vertx
        .eventBus()
        .<Reply>request(ADDRESS + peer.id(), call, options)
        .onComplete(result -> {
          peer.answered(lost);
          if (settled.compareAndSet(false, true)) {
            answered(result);
          }
        });
  }

  private void answered(AsyncResult<Message<Reply>> result) {
    if (result.succeeded()) {
      end(decoded(result.result()));
    } else if (wasNotAccepted(result.cause())) {
      next();
    } else {
      end(Dispatcher.failure(call, result.cause()));
    }
  }

  private Reply decoded(Message<Reply> message) {
    try {
      return message.body();
    } catch (RuntimeException problem) {
      return Dispatcher.failure(call, problem);
    }
  }

  private static boolean wasNotAccepted(Throwable problem) {
    return problem instanceof ReplyException reply
        && (reply.failureType() == ReplyFailure.NO_HANDLERS
            || (reply.failureType() == ReplyFailure.RECIPIENT_FAILURE
                && reply.failureCode() == ELSEWHERE));
  }

  private void lost() {
    if (repeatable) {
      repeatable = false;
      next();
    } else {
      end(
          ApiError.unknown("the worker was lost while it worked on this")
              .because("its node left the cluster or fell silent"));
    }
  }

  /** On the context that asked, as the bus itself answers. */
  private void end(Reply answer) {
    if (caller == null) {
      reply.tryComplete(answer);
    } else {
      caller.runOnContext(now -> reply.tryComplete(answer));
    }
  }
}
