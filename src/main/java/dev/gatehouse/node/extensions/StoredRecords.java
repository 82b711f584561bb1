package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.extension.ApiRefusal;
import dev.gatehouse.area.extension.ApiRefusal.Reason;
import dev.gatehouse.area.extension.RecordFilter;
import dev.gatehouse.area.extension.RecordStore;
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
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import dev.gatehouse.time.TrustedClock;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.IndexOptions;

/** Records of an extension in the node's documents. */
record StoredRecords<T extends Record>(DocumentCollection<T> documents, TrustedClock clock)
    implements RecordStore<T> {
  private static final int MAX_LIMIT = 1_000;
  private static final String ID = "_id";

  @Override
  public boolean insert(T record) {
    try {
      documents.insert(record);
      return true;
    } catch (DuplicateKeyException exists) {
      return false;
    }
  }

  @Override
  public Optional<T> find(String id) {
    return documents.find(id);
  }

  @Override
  public List<T> list(RecordFilter filter, List<Order> order, int skip, int limit) {
    if (limit < 1 || limit > MAX_LIMIT || skip < 0) {
      throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", skip not negative");
    }
    return documents.find(query(filter), keys(order.toArray(Order[]::new)).put(ID, 1), skip, limit);
  }

  @Override
  public long count(RecordFilter filter) {
    return documents.count(query(filter));
  }

  @Override
  public Optional<T> update(String id, RecordFilter when, Map<String, ?> fields) {
    JsonObject set = new JsonObject();
    fields.forEach((name, value) -> {
      if (name.equals("id") || name.equals(ID)) {
        throw new IllegalArgumentException("the id of a record cannot be changed");
      }
      set.put(name, Query.stored(value));
    });
    return documents.update(query(when).put(ID, id), new JsonObject().put("$set", set));
  }

  @Override
  public boolean delete(String id) {
    return documents.delete(Query.id(id)) > 0;
  }

  @Override
  public long deleteAll(RecordFilter filter) {
    return documents.delete(equalities(filter).json());
  }

  @Override
  public long expire(String field, Duration age, RecordFilter filter) {
    return clock
        .olderThan(age)
        .map(reached -> documents.delete(equalities(filter).and(field).olderThan(reached).json()))
        .orElse(0L);
  }

  private static Query equalities(RecordFilter filter) {
    Query query = Query.query();
    for (RecordFilter.Condition condition : filter.conditions()) {
      if (condition.comparison() != RecordFilter.Comparison.EQUAL) {
        throw new IllegalArgumentException("records are deleted by equalities and by expire");
      }
      query.and(name(condition)).is(condition.value());
    }
    return query;
  }

  private static String name(RecordFilter.Condition condition) {
    return condition.field().equals("id") ? ID : condition.field();
  }

  @Override
  public void index(Order... fields) {
    documents.index(keys(fields).put(ID, 1), new IndexOptions());
  }

  @Override
  public void uniqueIndex(String field) {
    documents.index(new JsonObject().put(field, 1), new IndexOptions().unique(true));
  }

  private static JsonObject keys(Order... fields) {
    JsonObject keys = new JsonObject();
    for (Order field : fields) {
      keys.put(field.field(), field.descending() ? -1 : 1);
    }
    return keys;
  }

  private static JsonObject query(RecordFilter filter) {
    Query query = Query.query();
    for (RecordFilter.Condition condition : filter.conditions()) {
      Query.Condition field = query.and(name(condition));
      query =
          switch (condition.comparison()) {
            case EQUAL -> field.is(condition.value());
            case BEFORE -> field.before(condition.value());
            case FROM -> field.from(condition.value());
          };
    }
    return query.json();
  }

  /** Work of an extension in the node's outbox. */
  static final class StoredWork<T extends Record> implements WorkQueue<T> {
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
        Extensions.runCode(() -> task.deliver(entry.id(), entry.body(type)));
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
}
