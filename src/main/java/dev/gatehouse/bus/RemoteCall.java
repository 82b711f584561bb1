package dev.gatehouse.bus;

import module java.base;

import dev.gatehouse.bus.AreaLanes.AreaWork;
import dev.gatehouse.contract.ErrorCode;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;

/**
 * Call to another node. If that node no longer hosts the area, the call is sent to another one. If
 * the node is lost, a read is retried once on another node. For any other call the outcome is then
 * unknown. A read that a node cannot answer without the store is sent to every other node that
 * hosts the area. A call waits a second if all nodes that host its area are silent.
 */
final class RemoteCall {
  /** Prefix of the address at which a node receives calls; the node's id follows. */
  static final String ADDRESS = "gatehouse.calls.";

  /** Header for the operation's address. */
  static final String OPERATION = "operation";

  /** Header for the remaining milliseconds of a call, because nodes have different clocks. */
  static final String REMAINING = "remaining";

  /** Time that a call waits once if all nodes of its area are silent. */
  private static final long PAUSE_MILLIS = 1_000;

  /** Failure code of a node that does not host the area. The call was not executed. */
  static final int ELSEWHERE = 1;

  private final Vertx vertx;
  private final Peers peers;
  private final Call call;
  private final Context callerContext = Vertx.currentContext();
  private final Promise<Reply> reply = Promise.promise();
  private final Set<String> tried = new HashSet<>();

  private final boolean reads;

  /** Reply of a node that cannot reach the store; empty if none has replied so. */
  private Optional<Reply> unavailable = Optional.empty();

  /** True while the call may be sent once more after its node was lost. */
  private boolean repeatable;

  private boolean hasWaited;

  RemoteCall(Vertx vertx, Peers peers, Call call, boolean repeatable) {
    this.vertx = vertx;
    this.peers = peers;
    this.call = call;
    this.reads = repeatable;
    this.repeatable = repeatable;
  }

  /** Returns a received call of another node, whose remaining time starts on arrival. */
  static Call received(Message<Call> message) {
    Call sent = message.body();
    return Deadline.sentWith(message).map(sent::until).orElse(sent);
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
      end(ApiError.of(ErrorCode.TIMEOUT, "the request took too long"));
    } else if (peer.isEmpty() && isWorthWaiting(left)) {
      hasWaited = true;
      // None of them has accepted the call, or it is a read.
      tried.clear();
      vertx.setTimer(PAUSE_MILLIS, now -> next());
    } else if (peer.isEmpty()) {
      end(unavailable.orElseGet(Dispatcher::noWorker));
    } else {
      tried.add(peer.get().id());
      send(peer.get(), left);
    }
  }

  /**
   * Returns whether an unreachable node may reply soon. A node that is cut off and refused at once
   * would get the more requests from a load balancer that prefers nodes with few open requests.
   */
  private boolean isWorthWaiting(long left) {
    return !hasWaited
        && unavailable.isEmpty()
        && left > PAUSE_MILLIS
        && peers.misses(Dispatcher.area(call.operation()));
  }

  private void send(Peer peer, long left) {
    var options =
        new DeliveryOptions()
            .setSendTimeout(left + Dispatcher.GRACE_MILLIS)
            .addHeader(OPERATION, call.operation())
            .addHeader(REMAINING, Long.toString(left));
    AreaWork.Sender.of(call).headers().forEach(options::addHeader);
    // The first of two events decides: the answer, or the loss of the node.
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
      answered(decoded(result.result()));
    } else if (wasNotAccepted(result.cause())) {
      next();
    } else {
      end(Dispatcher.failure(call, result.cause()));
    }
  }

  private void answered(Reply answer) {
    if (reads && answer instanceof ApiError error && error.code() == ErrorCode.STORE_UNAVAILABLE) {
      unavailable = Optional.of(answer);
      next();
    } else {
      end(answer);
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
          ApiError.unknown("unknown outcome: the worker failed while it processed the request")
              .because("its node left the cluster or fell silent"));
    }
  }

  /** Completes the reply on the caller's context, like the bus itself. */
  private void end(Reply answer) {
    if (callerContext == null) {
      reply.tryComplete(answer);
    } else {
      callerContext.runOnContext(now -> reply.tryComplete(answer));
    }
  }
}
