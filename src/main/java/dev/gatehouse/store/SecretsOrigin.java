package dev.gatehouse.store;

import dev.gatehouse.formats.Sha256;
import java.io.IOException;

/**
 * Tells whose secrets belong to documents that several nodes can reach. A node that is given none
 * makes the owner's code and key and the secret of its tokens by itself; a second one over the same
 * documents would make others, and there would be two owners, each a stranger to the other's node.
 * The first that makes them leaves its mark in the documents, and who has another one is refused.
 */
public final class SecretsOrigin {
  private static final String NAME = "secrets-origin";
  private static final int MARK_BYTES = 16;

  private final Documents documents;

  public SecretsOrigin(Documents documents) {
    this.documents = documents;
  }

  /**
   * Leaves a node's mark, or looks whether it is the one that is there; blocks.
   *
   * @throws IllegalStateException that says what to do where it is another one
   */
  public void mustBe(Secrets own) throws IOException {
    // The digest of a file that goes where the other secrets go, and opens nothing.
    String mark = Sha256.hex(own.random(NAME), MARK_BYTES);
    if (!documents.secret(NAME, mark).equals(mark)) {
      throw new IllegalStateException(
          "another node made the owner's code and key for these documents, and this one would make"
              + " its own: there would be two owners. Give GATEHOUSE_ACCESS_PERMANENT_CODE,"
              + " GATEHOUSE_ACCESS_API_KEY and GATEHOUSE_ACCESS_JWT_SECRET to both nodes, the same"
              + " (see cluster.enabled); or this one the other's DATA_DIR/secrets, if it takes its"
              + " place; or, if that is lost for good, say so with scripts/gatehouse store adopt"
              + " --yes");
    }
  }

  /**
   * Forgets whose they are, on the owner's word; blocks. Returns whether anybody's mark was there.
   */
  public boolean forget() {
    return documents.deleteSecret(NAME);
  }
}
