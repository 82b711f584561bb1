package dev.gatehouse.node.backup;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the scheduled backups.
 *
 * @param folder folder of the backups; empty for none
 * @param every time between the starts of two backups
 * @param keep number of backups to keep
 */
public record BackupSettings(Optional<Path> folder, Duration every, int keep) {
  private static final Duration MIN_PERIOD = Duration.ofHours(1);
  private static final Duration MAX_PERIOD = Duration.ofDays(31);

  /**
   * @param own the section {@code backup}
   */
  public static BackupSettings read(Section own) {
    String folder = own.text("folder");
    Duration every = own.duration("every");
    Check.that(
        every.compareTo(MIN_PERIOD) >= 0 && every.compareTo(MAX_PERIOD) <= 0,
        "backup.every must be 1h to 31d");
    return new BackupSettings(
        Optional.of(folder).filter(set -> !set.isEmpty()).map(Path::of),
        every,
        own.number("keep", 1));
  }
}
