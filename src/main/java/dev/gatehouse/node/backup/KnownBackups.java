package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.messages.PeopleMessages.PersonBackup;
import dev.gatehouse.node.health.LastBackup;
import dev.gatehouse.settings.Settings;

/**
 * Backups that this node knows: those of its series, and the last one of the command line.
 *
 * @param data the data folder
 */
public record KnownBackups(Settings settings, Path data, InstantSource clock) {
  /** Returns the backups, oldest first. Blocks. */
  public List<PersonBackup> list() {
    try {
      List<PersonBackup> known = new ArrayList<>();
      String folder = settings.section("backup").text("folder");
      if (!folder.isEmpty() && Files.isDirectory(Path.of(folder))) {
        try (Stream<Path> all = Files.list(Path.of(folder))) {
          for (Path each : (Iterable<Path>) all.sorted()::iterator) {
            if (Files.isDirectory(each)) {
              add(known, each);
            }
          }
        }
      }
      LastBackup.of(data)
          .filter(last -> known.stream().noneMatch(each -> each.name().equals(last.folder())))
          .ifPresent(last -> known.add(backup(last.folder(), last.at())));
      return known;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(List<PersonBackup> known, Path folder) throws IOException {
    String name = folder.toAbsolutePath().toString();
    try {
      new BackupFiles(folder)
          .manifest()
          .ifPresent(manifest -> known.add(backup(name, manifest.created())));
    } catch (IllegalStateException damagedOrNewer) {
      known.add(backup(name, Files.getLastModifiedTime(folder).toInstant()));
    }
  }

  private PersonBackup backup(String name, Instant created) {
    return new PersonBackup(
        name, created, Math.max(0, Duration.between(created, clock.instant()).toDays()));
  }
}
