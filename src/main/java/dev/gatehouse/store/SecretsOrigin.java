package dev.gatehouse.store;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.Sha256;
import java.io.IOException;

/**
 * Identifies the node whose generated secrets belong to shared documents. Without configured
 * secrets, a node generates the owner's code, the API key and the token secret. A second node would
 * generate others, and their credentials would be valid on one node only.
 *
 * <p>The first node therefore stores a mark in the documents, and a node with another mark is
 * rejected.
 */
public record SecretsOrigin(Documents documents) {
  private static final String NAME = "secrets-origin";
  private static final int MARK_BYTES = 16;

  /**
   * Stores this node's mark, or compares it with the stored mark; blocks.
   *
   * @throws IllegalStateException that names the remedy if the stored mark is another node's
   */
  public void mustBe(Secrets own) throws IOException {
    // Digest of a file that is kept with the other secrets and grants no access.
    String mark = Sha256.hex(own.random(NAME), MARK_BYTES);
    if (!documents.secret(NAME, mark).equals(mark)) {
      throw new IllegalStateException(
          ("another node generated the owner's code and key for these documents. Set the same"
                  + " GATEHOUSE_ACCESS_PERMANENT_CODE, GATEHOUSE_ACCESS_API_KEY and"
                  + " GATEHOUSE_ACCESS_JWT_SECRET on both nodes (see cluster.enabled). If this node"
                  + " replaces the other, copy the other's DATA_DIR/secrets to this node. If they are"
                  + " lost, run %s store adopt --yes")
              .formatted(CommandName.get()));
    }
  }

  /** Deletes the mark at the owner's request; blocks. Returns whether there was one. */
  public boolean forget() {
    return documents.deleteSecret(NAME);
  }
}
