package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.node.backup.DataPlaces.SettingsCopy;
import dev.gatehouse.settings.OwnSettings;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.blobs.BlobOwner;
import dev.gatehouse.store.blobs.BlobStoreIdentity;

/**
 * Data of a node: its embedded store, its blobs in any kind of blob store, its secrets and
 * settings.
 *
 * @param owners returns the collections whose documents name blobs
 */
public record DataPlaces(
    Path data,
    Path documents,
    BlobStoreIdentity blobs,
    Path secrets,
    SettingsCopy settings,
    Function<Documents, List<BlobOwner>> owners) {
  /**
   * Returns the locations of a node's data.
   *
   * @param blobs the blob store that the settings select
   * @param owners returns the collections whose documents name blobs
   * @throws IllegalStateException if its documents are on a document server
   */
  public static DataPlaces of(
      Settings settings, BlobStoreIdentity blobs, Function<Documents, List<BlobOwner>> owners) {
    if (!settings.mongo().url().isEmpty()) {
      throw new IllegalStateException(
          "GATEHOUSE_MONGO_URL is set: use the tools of that server for its documents");
    }
    Path data = settings.data().dir();
    return new DataPlaces(
        data,
        data.resolve("documents"),
        blobs,
        data.resolve("secrets"),
        SettingsCopy.of(settings),
        owners);
  }

  /**
   * Settings of a node for its backup, without secrets, and the files of its design and legal
   * pages.
   *
   * @param text a settings file with all values that are not defaults
   * @param files files by their path in the backup
   */
  public record SettingsCopy(String text, SortedMap<String, Path> files) {
    static final String NAME = "gatehouse.yaml";

    /** Returns the copy of a node's settings. */
    static SettingsCopy of(Settings settings) {
      Section theme = settings.section("theme");
      SortedMap<String, Path> files = new TreeMap<>();
      for (String key : List.of("logo", "legal", "templates")) {
        if (!theme.text(key).isBlank()) {
          add(files, "theme/" + key, theme.path(key));
        }
      }
      return new SettingsCopy(OwnSettings.yaml(settings.effective()), files);
    }

    private static void add(SortedMap<String, Path> files, String name, Path from) {
      try {
        for (Path file : BackupFiles.regularFiles(from)) {
          String below = from.relativize(file).toString().replace('\\', '/');
          files.put(name + '/' + (below.isEmpty() ? file.getFileName() : below), file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("the files of the setting " + name + " cannot be read", e);
      }
    }
  }
}
