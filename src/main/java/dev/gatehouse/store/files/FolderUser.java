package dev.gatehouse.store.files;

import module java.base;

/**
 * User of a data folder. Files of another user would keep its node from starting, so root must not
 * create any in it.
 */
public final class FolderUser {
  private static final Path SELF = Path.of("/proc/self");

  private FolderUser() {}

  /**
   * Returns why this process must not write to a data folder: it runs as root, and the folder's
   * secrets, or the folder without any, belong to another user.
   *
   * @param command what the user has called, for the remedy
   */
  public static Optional<String> fault(Path data, String command) {
    Path known = data.resolve("secrets");
    if (!Files.isDirectory(known)) {
      known = data;
    }
    try {
      if (!Files.isDirectory(known)
          || !Files.isDirectory(SELF)
          || user(SELF) != 0
          || user(known) == 0) {
        return Optional.empty();
      }
      String owner = Files.getOwner(known).getName();
      return Optional.of(
          ("%s belongs to the user %s, whose node could not use files of root: run the command as"
                  + " that user, for example: sudo -u %s %s")
              .formatted(
                  known, owner, owner.matches("\\d+") ? "'#" + owner + "'" : owner, command));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      // File systems without Unix users.
      return Optional.empty();
    }
  }

  private static int user(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid");
  }
}
