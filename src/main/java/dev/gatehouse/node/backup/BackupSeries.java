package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.node.backup.BackupFiles.Manifest;
import dev.gatehouse.store.files.PrivateFiles;

/**
 * Numbered backups of one store in one folder. Their numbers order them, so a wrong clock cannot
 * make a new backup look old. A backup gets its final name when it is complete and verified.
 *
 * @param store id of the store
 */
record BackupSeries(Path folder, String store) {
  private static final String PARTIAL = ".partial";
  private static final String REMOVED = ".removed";
  private static final Pattern NAME =
      Pattern.compile(
          "backup-([0-9]{6,9})(?:-[0-9]{4,9}-[0-9]{2}-[0-9]{2})?(?:-[0-9a-f]{12})?(\\.partial|\\.removed)?");

  private record Member(int number, String suffix, Path folder) {}

  /** Returns the number in a backup's name; 0 for other names. */
  static int number(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private List<Member> members() throws IOException {
    List<Member> members = new ArrayList<>();
    try (Stream<Path> all = Files.list(PrivateFiles.durableFolder(folder))) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Matcher name = NAME.matcher(each.getFileName().toString());
        if (name.matches() && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
          String suffix = Optional.ofNullable(name.group(2)).orElse("");
          members.add(new Member(Integer.parseInt(name.group(1)), suffix, each));
        }
      }
    }
    members.sort(Comparator.comparingInt(Member::number));
    return members;
  }

  /** Returns the complete backups with intact manifests, oldest first. */
  List<Path> complete() throws IOException {
    List<Path> complete = new ArrayList<>();
    for (Member member : members()) {
      if (member.suffix().isEmpty() && isOurs(member.folder())) {
        complete.add(member.folder());
      }
    }
    return complete;
  }

  Optional<Path> newest() throws IOException {
    return complete().reversed().stream().findFirst();
  }

  /** Returns whether this program created the folder as a backup of the store, to its end. */
  private boolean isOurs(Path backup) throws IOException {
    var files = new BackupFiles(backup);
    try {
      return files.isBackup()
          && files.blobs().store().equals(Optional.of(store))
          && files.manifest().isPresent();
    } catch (IllegalStateException damagedOrNewer) {
      return false;
    }
  }

  /**
   * Returns the folder for the next backup: an incomplete one, or a new one.
   *
   * @param highest highest number that is in use elsewhere
   * @throws IllegalStateException if the series belongs to another store
   */
  Path next(int highest) throws IOException {
    List<Member> members = members();
    for (Member member : members) {
      Optional<String> theirs = new BackupFiles(member.folder()).blobs().store();
      if (theirs.isPresent() && !theirs.get().equals(store)) {
        throw new IllegalStateException(
            member.folder() + " is a backup of another store: use another folder for this one");
      }
    }
    return members.stream()
        .filter(member -> member.suffix().equals(PARTIAL))
        .findFirst()
        .map(Member::folder)
        .orElseGet(() ->
            folder.resolve(
                String.format(
                    Locale.ROOT,
                    "backup-%06d%s",
                    1 + Math.max(highest, members.isEmpty() ? 0 : members.getLast().number()),
                    PARTIAL)));
  }

  /** Gives a verified backup its final name, which contains its date. */
  Path complete(Path partial, Manifest manifest) throws IOException {
    String name = partial.getFileName().toString().replace(PARTIAL, "");
    Path done =
        folder.resolve(name + '-' + manifest.created().atOffset(ZoneOffset.UTC).toLocalDate());
    PrivateFiles.move(partial, done);
    return done;
  }

  /**
   * Removes the oldest complete backups, except the newest {@code keep}. Files that no manifest
   * lists remain. Continues an interrupted removal.
   *
   * @return the number of removed backups
   */
  int removeOld(int keep) throws IOException {
    List<Path> complete = complete();
    List<Path> old = complete.subList(0, Math.max(0, complete.size() - keep));
    for (Path backup : old) {
      PrivateFiles.move(backup, backup.resolveSibling(backup.getFileName() + REMOVED));
    }
    for (Member member : members()) {
      if (member.suffix().equals(REMOVED)) {
        remove(member.folder());
      }
    }
    return old.size();
  }

  /** Deletes the listed files, and then the manifest, so that a removal can be continued. */
  private void remove(Path backup) throws IOException {
    var files = new BackupFiles(backup);
    if (files.isBackup()) {
      SortedMap<String, Manifest.Entry> listed;
      try {
        listed = files.manifest().map(Manifest::files).orElse(Manifest.none());
      } catch (IllegalStateException damagedOrNewer) {
        return;
      }
      for (String name : listed.keySet()) {
        Path file = backup.resolve(name).normalize();
        if (file.startsWith(backup)) {
          Files.deleteIfExists(file);
        }
      }
      files.deleteOwn();
    }
    deleteEmptyFolders(backup);
  }

  private static void deleteEmptyFolders(Path backup) throws IOException {
    List<Path> folders;
    try (Stream<Path> all = Files.walk(backup)) {
      folders = all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : folders) {
      try {
        Files.delete(each);
      } catch (DirectoryNotEmptyException others) {
        // Files of other programs remain.
      }
    }
  }
}
