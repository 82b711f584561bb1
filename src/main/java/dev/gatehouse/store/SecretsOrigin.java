package dev.gatehouse.store;

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
public final class SecretsOrigin {
  private static final String NAME = "secrets-origin";
  private static final int MARK_BYTES = 16;

  private final Documents documents;

  public SecretsOrigin(Documents documents) {
    this.documents = documents;
  }

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
          "another node made the owner's code and key for these documents, and this one would make"
              + " its own: there would be two owners. Give GATEHOUSE_ACCESS_PERMANENT_CODE,"
              + " GATEHOUSE_ACCESS_API_KEY and GATEHOUSE_ACCESS_JWT_SECRET to both nodes, the same"
              + " (see cluster.enabled); or this one the other's DATA_DIR/secrets, if it takes its"
              + " place; or, if it is permanently lost, run scripts/gatehouse store adopt"
              + " --yes");
    }
  }

  /** Deletes the mark at the owner's request; blocks. Returns whether there was one. */
  public boolean forget() {
    return documents.deleteSecret(NAME);
  }
}
