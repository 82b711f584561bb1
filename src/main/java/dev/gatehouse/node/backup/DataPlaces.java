package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;

/**
 * Data of a node: its embedded store, its blobs in any kind of blob store, its secrets and
 * settings.
 *
 * @param owners returns the collections whose documents name blobs
 */
public record DataPlaces(
    Path data,
    Path documents,
    BlobStoreIdentity blobs,
    Path secrets,
    SettingsCopy settings,
    Function<Documents, List<BlobOwner>> owners) {
  /**
   * Returns the locations of a node's data.
   *
   * @param blobs the blob store that the settings select
   * @param owners returns the collections whose documents name blobs
   * @throws IllegalStateException if its documents are on a document server
   */
  public static DataPlaces of(
      Settings settings, BlobStoreIdentity blobs, Function<Documents, List<BlobOwner>> owners) {
    if (!settings.mongo().url().isEmpty()) {
      throw new IllegalStateException(
          "GATEHOUSE_MONGO_URL is set: use the tools of that server for its documents");
    }
    Path data = settings.data().dir();
    return new DataPlaces(
        data,
        data.resolve("documents"),
        blobs,
        data.resolve("secrets"),
        SettingsCopy.of(settings),
        owners);
  }
}
