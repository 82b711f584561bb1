package dev.gatehouse.store;

import module java.base;

/**
 * Plain text of a generated credential, in a file that only the owner can read. It is stored before
 * the credential's hash and deleted at the credential's first use, so a start that fails or is
 * killed loses no credential. Backups exclude the file.
 */
public final class InitialCredential {
  private static final String PREFIX = "initial-";

  private final Secrets secrets;
  private final String file;
  private Optional<String> text;

  /**
   * Reads the file, which may be missing.
   *
   * @param hash name of the secret that contains the credential's hash
   */
  public InitialCredential(Secrets secrets, String hash) throws IOException {
    this.secrets = secrets;
    this.file = PREFIX + hash;
    this.text = secrets.find(file).filter(found -> !found.isEmpty());
  }

  /** Returns whether a secret of this name contains the plain text of a credential. */
  public static boolean isPlainText(String name) {
    return name.startsWith(PREFIX);
  }

  /** Stores a plain text if none is stored. It is durable when this returns. */
  public synchronized void keep(Supplier<String> make) throws IOException {
    if (text.isEmpty()) {
      put(make.get());
    }
  }

  /** Stores a plain text, or replaces it. It is durable when this returns. */
  public synchronized void put(String next) throws IOException {
    secrets.put(file, next);
    text = Optional.of(next);
  }

  /** Returns the plain text; empty if the owner has used or acknowledged the credential. */
  public synchronized Optional<String> text() {
    return text;
  }

  /** Returns whether this is the plain text. */
  public boolean is(String presented) {
    return text().filter(presented::equals).isPresent();
  }

  /**
   * Deletes the plain text unless another one has replaced it.
   *
   * @return whether it was deleted
   */
  public synchronized boolean delete(String expected) throws IOException {
    if (!is(expected)) {
      return false;
    }
    text = Optional.empty();
    return secrets.delete(file);
  }
}
