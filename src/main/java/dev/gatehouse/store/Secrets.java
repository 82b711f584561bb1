package dev.gatehouse.store;

import module java.base;

import dev.gatehouse.formats.CommandName;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.files.PrivateFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets of a node, each in a small text file under {@code DATA_DIR/secrets}. Only the owner can
 * read the files. A secret is created on first use.
 */
public final class Secrets {
  private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);
  private static final int RANDOM_BYTES = 48;

  private final Path folder;
  private final SecureRandom random;

  /** Opens the folder and creates it if necessary. */
  public Secrets(Path dataDir, SecureRandom random) throws IOException {
    this.folder = PrivateFiles.closed(dataDir.resolve("secrets"));
    this.random = random;
  }

  /** Returns a random text of 64 characters, created on first use. */
  public String random(String name) throws IOException {
    return keep(
        name,
        () -> {
          byte[] bytes = new byte[RANDOM_BYTES];
          random.nextBytes(bytes);
          return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        });
  }

  /**
   * Returns the secret of this name, created if missing. A new secret is durable when this returns.
   *
   * @param name consists of a-z and -
   */
  public String keep(String name, Supplier<String> make) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      put(name, make.get());
    }
    String text = read(file);
    if (text.isEmpty()) {
      throw new IOException(
          file + " is empty: restore it from a backup, or delete it to have a new one made");
    }
    return text;
  }

  /**
   * Writes a secret, or replaces it. It is durable when this returns.
   *
   * @param name consists of a-z and -
   */
  public void put(String name, String text) throws IOException {
    PrivateFiles.write(folder.resolve(name), text + "\n");
  }

  /** Returns the secret of this name; empty if no such file exists. */
  public Optional<String> find(String name) throws IOException {
    return holds(name) ? Optional.of(read(folder.resolve(name))) : Optional.empty();
  }

  /** Deletes a secret. Returns whether it existed. */
  public boolean delete(String name) throws IOException {
    return Files.deleteIfExists(folder.resolve(name));
  }

  public boolean holds(String name) {
    return Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private static String read(Path file) throws IOException {
    PrivateFiles.tightened(file)
        .ifPresent(found ->
            LOG.warn(
                "{} could be read by others ({}), permissions corrected;"
                    + " if others use this machine, change the secret",
                file,
                found));
    return Files.readString(file).strip();
  }

  /**
   * Identifies the node whose generated secrets belong to shared documents. Without configured
   * secrets, a node generates the owner's code, the API key and the token secret. A second node
   * would generate others, and their credentials would be valid on one node only.
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
}
