package dev.gatehouse.node.backup;

import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Data of a node: its embedded store, its blobs in any kind of blob store, and its secrets.
 *
 * @param owners returns the collections whose documents name blobs
 */
public record DataPlaces(
    Path data,
    Path documents,
    BlobStoreIdentity blobs,
    Path secrets,
    Function<Documents, List<BlobOwner>> owners) {}
