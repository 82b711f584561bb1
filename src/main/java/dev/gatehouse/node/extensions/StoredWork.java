package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ApiRefusal.Reason;
import dev.gatehouse.area.extension.WorkQueue;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.outbox.Delivery;
import dev.gatehouse.outbox.DeliveryException;
import dev.gatehouse.outbox.DeliveryException.Outcome;
import dev.gatehouse.outbox.Outbox;
import dev.gatehouse.outbox.OutboxEntry;
import dev.gatehouse.outbox.OutboxRequest;
import dev.gatehouse.outbox.OutboxWorker;

/** Work of an extension in the node's outbox. */
final class StoredWork<T extends Record> implements WorkQueue<T> {
  private static final int MAX_ATTEMPTS = 20;
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int ID_BYTES = 12;
  private static final Set<Reason> RETRIED = Set.of(Reason.UNAVAILABLE, Reason.NOT_CONFIGURED);

  private final String kind;
  private final Class<T> type;
  private final WorkQueue.Worker<T> task;
  private final Outbox outbox;
  private final OutboxWorker worker;

  StoredWork(String kind, Class<T> type, WorkQueue.Worker<T> task, NodeServices node) {
    this.kind = kind;
    this.type = type;
    this.task = task;
    this.outbox = node.outbox();
    this.worker =
        OutboxWorker.of(
            outbox,
            new Delivery(kind, MAX_ATTEMPTS, LONGEST, this::deliver),
            node.documents(),
            node.clock(),
            node.dispatcher().tracer());
  }

  @Override
  public boolean add(String cause, String title, T work) {
    String id = Sha256.hex(kind + '\n' + cause, ID_BYTES);
    return outbox.enqueue(id, new OutboxRequest(kind, new OutboxEntry.Matter(kind, title), work));
  }

  private void deliver(OutboxEntry entry) throws DeliveryException {
    try {
      ExtensionCode.run(() -> task.deliver(entry.id(), entry.body(type)));
    } catch (RejectedException e) {
      throw new DeliveryException(Outcome.REFUSED, e.getMessage(), e);
    } catch (ExecutionException e) {
      throw new DeliveryException(Outcome.FAILED, e.getMessage(), e);
    } catch (ApiRefusal e) {
      throw new DeliveryException(
          RETRIED.contains(e.reason()) ? Outcome.FAILED : Outcome.REFUSED, e.getMessage(), e);
    } catch (ApiException e) {
      if (e.failure().code() != ErrorCode.PROVIDER_REPLY_INVALID) {
        throw e;
      }
      // A reply that is too large is too large the next time.
      throw new DeliveryException(Outcome.REFUSED, e.getMessage(), e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new DeliveryException(Outcome.FAILED, e.toString(), e);
    }
  }

  void run() {
    worker.run();
  }

  void close() {
    worker.close();
  }
}
