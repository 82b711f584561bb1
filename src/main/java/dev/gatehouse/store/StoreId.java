package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;

/**
 * Shared id of a store's documents and blobs, which prevents a mix of two stores.
 *
 * <p>A new store gets its id in three steps. The documents record it, the blob folder records it,
 * and the documents record that both have it ("settled"). After a crash, the next start continues.
 * Nodes that start concurrently agree, because the first record wins.
 */
public final class StoreId {
  public static final String COLLECTION = "identity";

  private static final String ID = "store";

  private final DocumentCollection<Half> storeHalves;
  private final List<BlobOwner> owners;
  private final BlobStoreIdentity blobs;
  private final String place;

  /**
   * Record of the id in the documents.
   *
   * @param id constant, because there is only one record
   * @param store the id of the store
   * @param settled whether the blob folder is known to have the id too
   */
  private record Half(String id, String store, boolean settled) {}

  /**
   * @param place location of the documents, for the owner
   * @param owners all documents that name blobs
   */
  public StoreId(
      Documents documents, String place, BlobStoreIdentity blobs, List<BlobOwner> owners) {
    this.storeHalves = documents.collection(COLLECTION, Half.class);
    this.owners = owners;
    this.blobs = blobs;
    this.place = place;
  }

  /**
   * Rejects a used blob folder if there are no documents yet, before any are created.
   *
   * @throws IllegalStateException that names both locations and the remedy
   */
  public static void mustBeNew(String place, BlobStoreIdentity blobs) throws IOException {
    Optional<String> store = blobs.store();
    if (store.isPresent() || blobs.holdsBlobs()) {
      throw refusal("no documents in " + place + ", but " + described(blobs, store));
    }
  }

  /**
   * Joins new documents and blobs, and fails if existing ones do not belong together; blocks.
   *
   * @throws IllegalStateException that names both locations and the remedy
   */
  public void check() throws IOException {
    boolean joined = false;
    // Terminates, because the documents' record has three states and only moves forward.
    while (!joined) {
      joined = step();
    }
  }

  private boolean step() throws IOException {
    Optional<Half> half = storeHalves.find(ID);
    Optional<String> store = blobs.store();
    boolean used = store.isEmpty() && blobs.holdsBlobs();
    boolean named = half.isEmpty() && owners.stream().anyMatch(BlobOwner::ownsAny);
    if (!storeHalves.find(ID).equals(half)) {
      return false; // another node is starting now, so the reads are inconsistent
    }
    if (half.isEmpty()) {
      return begin(store, used, named);
    }
    return proceed(half.get(), store, used);
  }

  private boolean begin(Optional<String> store, boolean used, boolean named) throws IOException {
    if (store.isPresent() || used) {
      throw refusal(
          "the documents in " + place + " belong to no store, " + described(blobs, store));
    }
    if (named) {
      throw refusal(
          "the documents in " + place + " name files, but no files are in " + blobs.place());
    }
    try {
      storeHalves.insert(new Half(ID, storeHalves.newId(), false));
    } catch (DuplicateKeyException another) {
      // Another node was first; its id is read in the next step.
    }
    return false;
  }

  private boolean proceed(Half half, Optional<String> store, boolean used) throws IOException {
    String documents = "the documents in " + place + " belong to the store " + half.store();
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
    storeHalves.update(Query.id(ID).put("store", store), Query.set("settled", true));
  }

  /** Returns whether documents and blobs still belong to one store; blocks. */
  public boolean holds() throws IOException {
    return storeHalves
        .find(ID)
        .map(Half::store)
        .filter(blobs.store().orElse("")::equals)
        .isPresent();
  }

  /** Returns the store id of documents that are opened read-only; blocks. */
  public static Optional<String> of(DocumentCommands documents) {
    return Documents.toRead(documents).collection(COLLECTION, Half.class).find(ID).map(Half::store);
  }

  /** Returns the id that the documents have; blocks. */
  public Optional<String> ofDocuments() {
    return storeHalves.find(ID).map(Half::store);
  }

  /**
   * Joins documents and blobs to one store at the owner's request, even if their ids differ;
   * blocks.
   *
   * <p>The documents' id is kept, so that their backups continue. Files without documents get a new
   * id, so that backups of the lost documents are not overwritten.
   */
  public void adopt() throws IOException {
    String store = ofDocuments().orElseGet(storeHalves::newId);
    storeHalves.save(new Half(ID, store, false), ID);
    blobs.belongTo(store);
    settle(store);
  }

  private static String described(BlobStoreIdentity blobs, Optional<String> store) {
    return "the files in "
        + blobs.place()
        + store.map(id -> " belong to the store " + id).orElse(" belong to no store");
  }

  private static IllegalStateException refusal(String storeHalves) {
    return new IllegalStateException(
        ("documents and files do not belong together: %s. Nothing was changed. Set data.dir,"
                + " mongo.url and blobs.dir to the places that they had; or move both aside and put a"
                + " backup there with %s restore; or, if they do belong together, run %s store adopt")
            .formatted(storeHalves, CommandName.get(), CommandName.get()));
  }
}
