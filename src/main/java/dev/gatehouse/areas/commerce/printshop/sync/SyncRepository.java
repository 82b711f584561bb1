package dev.gatehouse.areas.commerce.printshop.sync;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Repository for the state of the copy, in one document. All methods block. */
final class SyncRepository {
  private static final int MAX_TRIES = 50;

  private final DocumentCollection<SyncState> states;

  SyncRepository(Documents documents) {
    this.states = documents.collection("printshopSync", SyncState.class);
  }

  SyncState get() {
    return states.find(SyncState.ID).orElse(SyncState.NEW);
  }

  /**
   * Replaces the state that this one was made from.
   *
   * @return the stored state; empty if another caller has changed it meanwhile
   */
  Optional<SyncState> change(SyncState changed) {
    SyncState next = changed.next();
    if (changed.version() > 0) {
      return states.replaced(Query.version(changed.id(), changed.version()), next);
    }
    try {
      states.insert(next);
      return Optional.of(next);
    } catch (DuplicateKeyException another) {
      return Optional.empty();
    }
  }

  /**
   * Changes the state and retries after concurrent changes.
   *
   * @param change returns the new state, or the same one for no change
   * @return the stored state
   */
  SyncState update(UnaryOperator<SyncState> change) {
    for (int tried = 0; tried < MAX_TRIES; tried++) {
      SyncState known = get();
      SyncState wanted = change.apply(known);
      Optional<SyncState> stored = wanted.equals(known) ? Optional.of(known) : change(wanted);
      if (stored.isPresent()) {
        return stored.get();
      }
    }
    throw new IllegalStateException("too many concurrent changes of the sync state");
  }
}
