package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.settings.Check;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.store.s3.S3Location;

/**
 * Settings of the scheduled backups.
 *
 * @param folder folder of the backups; empty for none
 * @param bucket bucket for their copies; empty for none
 * @param every time between the starts of two backups
 * @param keep number of backups to keep
 */
record BackupSettings(Optional<Path> folder, Optional<Bucket> bucket, Duration every, int keep) {
  private static final Duration MIN_PERIOD = Duration.ofHours(1);
  private static final Duration MAX_PERIOD = Duration.ofDays(31);

  /**
   * Bucket for copies of the backups.
   *
   * @param prefix start of all keys; empty or with a slash at the end
   */
  record Bucket(S3Location location, String prefix) {}

  /**
   * @param own the section {@code backup}
   */
  static BackupSettings read(Section own) {
    String folder = own.text("folder");
    Duration every = own.duration("every");
    Check.that(
        every.compareTo(MIN_PERIOD) >= 0 && every.compareTo(MAX_PERIOD) <= 0,
        "backup.every must be 1h to 31d");
    return new BackupSettings(
        Optional.of(folder).filter(set -> !set.isEmpty()).map(Path::of),
        bucket(own),
        every,
        own.number("keep", 1));
  }

  private static Optional<Bucket> bucket(Section own) {
    String url = own.url("s3Url");
    String bucket = own.text("s3Bucket");
    String region = own.text("s3Region");
    var credential = new S3Location.Credential(own.text("s3AccessKey"), own.text("s3SecretKey"));
    Optional<Path> certificate =
        Optional.of(own.text("s3Certificate")).filter(set -> !set.isEmpty()).map(Path::of);
    Duration timeout = own.duration("s3Timeout");
    String prefix =
        own.text("s3Prefix", "([A-Za-z0-9._-]+/)*", "must be empty or end with a slash");
    if (url.isEmpty()) {
      return Optional.empty();
    }
    if (bucket.isEmpty() || credential.accessKey().isEmpty()) {
      throw new SettingsException(
          own.key("s3Url") + " requires s3Bucket, s3AccessKey and s3SecretKey");
    }
    var server = new S3Location.Server(URI.create(url), Optional.empty(), certificate);
    return Optional.of(
        new Bucket(new S3Location(server, bucket, region, credential, timeout), prefix));
  }
}
