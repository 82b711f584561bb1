package dev.gatehouse.node.backup;

import module java.base;

import dev.gatehouse.settings.OwnSettings;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;

/**
 * Settings of a node for its backup, without secrets, and the files of its design and legal pages.
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
