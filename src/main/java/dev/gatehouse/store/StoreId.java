package dev.gatehouse.store;

import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The one id that documents and blobs of a store share, so that neither is ever taken for the other
 * half of something else. A new store gets its id in three steps: the documents note it, the blob
 * folder notes it, the documents note that both have it ("settled"). Whoever dies in between leaves
 * what the next start goes on with, and nodes that start at once agree, since the first note wins.
 */
public final class StoreId {
  /** The collection that says whose the documents are. */
  public static final String COLLECTION = "identity";

  private static final String ID = "store";

  private final DocumentCollection<Half> halves;
  private final List<BlobOwner> owners;
  private final BlobStoreIdentity blobs;
  private final String place;

  /**
   * The half that lies in the documents.
   *
   * @param id always the same, since there is one
   * @param store the id
   * @param settled whether the blob folder is known to have it, too
   */
  private record Half(String id, String store, boolean settled) {}

  /**
   * @param place where the documents lie, in words for the owner
   * @param owners all that name blobs
   */
  public StoreId(
      Documents documents, String place, BlobStoreIdentity blobs, List<BlobOwner> owners) {
    this.halves = documents.collection(COLLECTION, Half.class);
    this.owners = owners;
    this.blobs = blobs;
    this.place = place;
  }

  /**
   * Refuses a blob folder that is not new where there are no documents yet, before any are made.
   *
   * @throws IllegalStateException that says which halves these are and what to do
   */
  public static void mustBeNew(String place, BlobStoreIdentity blobs) throws IOException {
    Optional<String> store = blobs.store();
    if (store.isPresent() || blobs.holdsBlobs()) {
      throw refusal("there are no documents in " + place + ", but " + described(blobs, store));
    }
  }

  /**
   * Joins halves that are new, and lets nothing start on others which do not belong together;
   * blocks.
   *
   * @throws IllegalStateException that says which halves these are and what to do
   */
  public void check() throws IOException {
    boolean joined = false;
    // Ends: the documents' half has three states and only goes on from one to the next.
    while (!joined) {
      joined = step();
    }
  }

  private boolean step() throws IOException {
    Optional<Half> half = halves.find(ID);
    Optional<String> store = blobs.store();
    boolean used = store.isEmpty() && blobs.holdsBlobs();
    boolean named = half.isEmpty() && owners.stream().anyMatch(BlobOwner::ownsAny);
    if (!halves.find(ID).equals(half)) {
      return false; // another node starts at this moment: what was read is of two times
    }
    return half.isEmpty() ? begin(store, used, named) : proceed(half.get(), store, used);
  }

  private boolean begin(Optional<String> store, boolean used, boolean named) throws IOException {
    if (store.isPresent() || used) {
      throw refusal("the documents in " + place + " are of no store, " + described(blobs, store));
    }
    if (named) {
      throw refusal(
          "the documents in " + place + " name files, but there are none in " + blobs.place());
    }
    try {
      halves.insert(new Half(ID, halves.newId(), false));
    } catch (DuplicateKeyException another) {
      // Another node was first: its id is read next.
    }
    return false;
  }

  private boolean proceed(Half half, Optional<String> store, boolean used) throws IOException {
    String documents = "the documents in " + place + " are of the store " + half.store();
    if (store.isEmpty() && (half.settled() || used)) {
      throw refusal(documents + ", " + described(blobs, store) + " (is its disk mounted?)");
    }
    if (store.isEmpty()) {
      blobs.belongTo(half.store());
      return false;
    }
    if (!store.get().equals(half.store())) {
      throw refusal(documents + ", " + described(blobs, store));
    }
    if (!half.settled()) {
      settle(half.store());
    }
    return true;
  }

  private void settle(String store) {
    halves.update(
        new JsonObject().put("_id", ID).put("store", store),
        new JsonObject().put("$set", new JsonObject().put("settled", true)));
  }

  /** Returns whether both halves are still those of one store; blocks. */
  public boolean holds() throws IOException {
    return halves.find(ID).map(Half::store).filter(blobs.store().orElse("")::equals).isPresent();
  }

  /** The id that documents have which are only read; blocks. */
  public static Optional<String> of(DocumentCommands documents) {
    return Documents.toRead(documents).collection(COLLECTION, Half.class).find(ID).map(Half::store);
  }

  /** The id that the documents have; blocks. */
  public Optional<String> ofDocuments() {
    return halves.find(ID).map(Half::store);
  }

  /**
   * Makes one store of both halves, whatever they were, on the owner's word; blocks. It keeps the
   * documents' id, so that their backups go on; files that came without documents get a new one, so
   * that no backup of the lost ones is overwritten.
   */
  public void adopt() throws IOException {
    String store = ofDocuments().orElseGet(halves::newId);
    halves.save(new Half(ID, store, false), ID);
    blobs.belongTo(store);
    settle(store);
  }

  private static String described(BlobStoreIdentity blobs, Optional<String> store) {
    return "the files in "
        + blobs.place()
        + store.map(id -> " are those of the store " + id).orElse(" are of no store");
  }

  private static IllegalStateException refusal(String halves) {
    return new IllegalStateException(
        "documents and files do not belong together: "
            + halves
            + ". Nothing was changed. Set data.dir, mongo.url and blobs.dir to the places that they"
            + " had; or move both aside and put a backup there with scripts/gatehouse restore; or,"
            + " if they do belong together, say so with scripts/gatehouse store adopt");
  }
}
