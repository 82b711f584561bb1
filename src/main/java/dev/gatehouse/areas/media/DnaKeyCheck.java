package dev.gatehouse.areas.media;

import module java.base;

import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.DuplicateKeyException;
import dev.gatehouse.store.Query;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Check values of the keys that have encrypted sequences: the names of the keys, which are stored
 * with the documents. A start with another key is reported at once.
 */
final class DnaKeyCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DnaKeyCheck.class);

  private final DocumentCollection<UsedKey> used;
  private final DocumentCollection<DnaSequence> sequences;
  private final DnaVault vault;
  private final InstantSource clock;
  private volatile boolean noted;

  /**
   * @param id name of the key, in hexadecimal
   */
  private record UsedKey(String id, Instant since) {}

  DnaKeyCheck(
      Documents documents,
      DocumentCollection<DnaSequence> sequences,
      DnaVault vault,
      InstantSource clock) {
    this.used = documents.collection("dnaKeys", UsedKey.class);
    this.sequences = sequences;
    this.vault = vault;
    this.clock = clock;
  }

  /** Stores the name of the key that encrypts, before the first sequence. Blocks. */
  void note() {
    if (!noted) {
      add(vault.keys().newest().hexName());
      noted = true;
    }
  }

  private void add(String name) {
    try {
      used.insert(new UsedKey(name, clock.instant()));
    } catch (DuplicateKeyException known) {
      // Another node, or an earlier start, has stored it.
    }
  }

  /** Logs which keys are missing on this node. Blocks. */
  void check() {
    List<DnaSequence> any = sequences.find(Query.all(), Query.by("_id").json(), 0, 1);
    if (any.isEmpty()) {
      used.delete(Query.all());
      return;
    }
    Set<String> missing =
        used.find(Query.all(), Query.by("_id").json(), 0, 0).stream()
            .map(UsedKey::id)
            .collect(Collectors.toCollection(TreeSet::new));
    if (missing.isEmpty()) {
      // Stored by a release without check values.
      try {
        add(vault.keyName(any.getFirst().blob()));
      } catch (MissingDnaKeyException other) {
        LOG.error("stored DNA sequences cannot be read: {}", other.getMessage());
        return;
      } catch (IOException unreadable) {
        LOG.warn("the key of the DNA sequences was not checked: {}", unreadable.toString());
        return;
      }
    }
    missing.removeAll(vault.keys().names());
    if (!missing.isEmpty()) {
      LOG.error(
          "stored DNA sequences cannot be read: encrypted with the keys {}, which this node does not"
              + " have: add the earlier key to media.dnaKey",
          missing);
    }
  }
}
