package dev.gatehouse.area;

import module java.base;

import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentCollection;
import io.vertx.core.json.JsonObject;

/**
 * Stored records that clients read, change and delete by id. A change is stored only if the record
 * still has the version that was read. If another caller has changed it, the change is made again
 * from the latest version. All methods block.
 *
 * @param name for messages: {@code product}
 * @param unknown error for an id without a record
 * @param version returns the query for the version of a record
 * @param tag returns the entity tag of a record, without quotes
 * @param changed receives the id of a record that was added, changed or deleted
 */
public record StoredResource<T extends Record>(
    DocumentCollection<T> records,
    String name,
    ErrorCode unknown,
    Function<T, JsonObject> version,
    Function<T, String> tag,
    Consumer<String> changed) {

  /** Maximum number of tries of a change that loses to concurrent changes. */
  private static final int MAX_TRIES = 100;

  private static final String ID = "id";

  /** Returns a resource without entity tags, whose changes are not published. */
  public static <T extends Record> StoredResource<T> of(
      DocumentCollection<T> records,
      String name,
      ErrorCode unknown,
      Function<T, JsonObject> version) {
    return new StoredResource<>(records, name, unknown, version, record -> "", id -> {});
  }

  public StoredResource<T> taggedBy(Function<T, String> tags) {
    return new StoredResource<>(records, name, unknown, version, tags, changed);
  }

  public StoredResource<T> onChange(Consumer<String> listener) {
    return new StoredResource<>(records, name, unknown, version, tag, listener);
  }

  /**
   * Returns the record that a call names by its parameter {@code id}.
   *
   * @throws ApiException 404 if it does not exist
   */
  public T find(Call call) {
    return find(call.text(ID));
  }

  /**
   * Returns a record.
   *
   * @throws ApiException 404 if it does not exist
   */
  public T find(String id) {
    return records.find(id).orElseThrow(this::notFound);
  }

  /** Returns the error for an id without a record. */
  public ApiException notFound() {
    return ApiException.of(unknown, name + " not found");
  }

  /**
   * Adds a record unless the maximum number is reached.
   *
   * @throws ApiException 409 if the maximum is reached
   */
  public void add(T record, String id, int max) {
    if (!records.insert(record, id, max)) {
      throw ApiException.of(
          ErrorCode.RECORD_LIMIT_REACHED, "the maximum of " + max + " " + name + "s is reached");
    }
    changed.accept(id);
  }

  /**
   * Changes the record that a call names. If the call has conditions, changes only the version for
   * which they hold.
   *
   * @return the stored record
   * @throws ApiException 404 if it does not exist; 412 if the conditions no longer hold; 503 after
   *     too many concurrent changes
   */
  public T change(Call call, UnaryOperator<T> change) {
    return change(call.text(ID), record -> change.apply(asSeen(call, record)))
        .orElseThrow(this::notFound);
  }

  private T asSeen(Call call, T record) {
    if (call.seen().isPresent() && !call.seen().get().equals(tag.apply(record))) {
      throw ApiError.changed().exception();
    }
    return record;
  }

  /**
   * Changes a record.
   *
   * @param change returns the changed record, or an equal one for no change
   * @return the stored record; empty if it does not exist
   * @throws ApiException 503 after too many concurrent changes
   */
  public Optional<T> change(String id, UnaryOperator<T> change) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<T> before = records.find(id);
      Optional<T> after = before.map(change);
      if (after.equals(before)) {
        return before;
      }
      if (records.replace(version.apply(before.get()), after.get())) {
        changed.accept(id);
        return after;
      }
    }
    throw contention();
  }

  /**
   * Deletes the record that a call names. If the call has conditions, deletes only the version for
   * which they hold. Of two concurrent callers, only one gets the record.
   *
   * @throws ApiException like {@link #change(Call, UnaryOperator)}
   */
  public T delete(Call call) {
    return delete(call, record -> {});
  }

  /**
   * Deletes a record like {@link #delete(Call)}.
   *
   * @param before receives each version that is tried, before it is deleted
   */
  public T delete(Call call, Consumer<T> before) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      T record = asSeen(call, find(call));
      before.accept(record);
      if (records.take(version.apply(record)).isPresent()) {
        changed.accept(call.text(ID));
        return record;
      }
    }
    throw contention();
  }

  private ApiException contention() {
    return ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this " + name, 1);
  }
}
