package dev.gatehouse.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blobs that no document named any more, kept for a time before they are deleted.
 *
 * <p>Each has two ages: by the clock, and in hours that the trash has counted, one for each sweep.
 * It is old when both say so. So a clock that is wrong by a year deletes nothing early, and neither
 * do sweeps that follow each other too fast.
 */
public final class Trash {
  static final String FOLDER = "trash";

  private static final String HOURS = "hours";
  private static final Pattern NAME =
      Pattern.compile("([0-9a-f]{24})\\.([0-9]{8}T[0-9]{6}Z)\\.([0-9]{1,18})");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final FileBlobs blobs;
  private final Path folder;

  /**
   * A blob in the trash.
   *
   * @param size bytes
   * @param entered when it was moved here, by the clock of that time
   * @param hour the trash's hour at that time
   */
  public record Item(String id, long size, Instant entered, long hour) {
    private String fileName() {
      return id + '.' + TIME.format(entered) + '.' + hour;
    }
  }

  Trash(FileBlobs blobs, Path root) {
    this.blobs = blobs;
    this.folder = root.resolve(FOLDER);
  }

  /** All that lies here, in the order of their ids. */
  public List<Item> items() throws IOException {
    List<Item> items = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (name.matches()) {
          add(file, name, items);
        }
      }
    }
    items.sort(Comparator.comparing(Item::id));
    return items;
  }

  private static void add(Path file, Matcher name, List<Item> items) throws IOException {
    try {
      Instant entered = TIME.parse(name.group(2), Instant::from);
      items.add(new Item(name.group(1), Files.size(file), entered, Long.parseLong(name.group(3))));
    } catch (NoSuchFileException gone) {
      // Another node was quicker.
    }
  }

  /** Moves blobs here; returns how many there were. It lasts when this returns. */
  public int take(Collection<String> ids, Instant now) throws IOException {
    long hour = hour();
    Set<Path> left = new HashSet<>();
    int taken = 0;
    for (String id : ids) {
      Path blob = blobs.path(id);
      if (move(blob, folder.resolve(new Item(id, 0, now, hour).fileName()))) {
        left.add(blob.getParent());
        taken++;
      }
    }
    OwnFiles.sync(folder);
    syncAll(left);
    return taken;
  }

  /** Moves blobs back to their places; returns how many there were. It lasts when this returns. */
  public int giveBack(Collection<Item> items) throws IOException {
    Set<Path> entered = new HashSet<>();
    int given = 0;
    for (Item item : items) {
      Path blob = blobs.path(item.id());
      if (move(folder.resolve(item.fileName()), blob)) {
        entered.add(blob.getParent());
        given++;
      }
    }
    syncAll(entered);
    OwnFiles.sync(folder);
    return given;
  }

  /** Makes blobs in the trash as young as if they were written now, so that sweeps spare them. */
  public void renew(Collection<Item> items, Instant now) throws IOException {
    for (Item item : items) {
      try {
        Files.setLastModifiedTime(folder.resolve(item.fileName()), FileTime.from(now));
      } catch (NoSuchFileException gone) {
        // Then it is not given back either.
      }
    }
  }

  /** Deletes for good; returns how many there were. */
  public int delete(Collection<Item> items) throws IOException {
    int deleted = 0;
    for (Item item : items) {
      deleted += Files.deleteIfExists(folder.resolve(item.fileName())) ? 1 : 0;
    }
    return deleted;
  }

  /** Counts one more hour; to be called once an hour, by one node. */
  public void countHour() throws IOException {
    // A lost count makes everything here younger, so that it need not be forced to the disk.
    Path draft = folder.resolve(HOURS + ".new");
    Files.writeString(draft, (hour() + 1) + "\n", StandardCharsets.US_ASCII);
    Files.move(draft, folder.resolve(HOURS), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Those that have been here for so long by both counts. */
  public List<Item> olderThan(Duration kept, Instant now) throws IOException {
    long hour = hour();
    return items().stream()
        .filter(item ->
            item.entered().isBefore(now.minus(kept)) && item.hour() + kept.toHours() <= hour)
        .toList();
  }

  /** The hours counted; where the count was lost, those that the youngest entry knows. */
  private long hour() throws IOException {
    long hour = items().stream().mapToLong(Item::hour).max().orElse(0);
    try {
      String text = Files.readString(folder.resolve(HOURS), StandardCharsets.US_ASCII).strip();
      return text.matches("[0-9]{1,18}") ? Math.max(hour, Long.parseLong(text)) : hour;
    } catch (NoSuchFileException none) {
      return hour;
    }
  }

  private static boolean move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  private static void syncAll(Set<Path> folders) throws IOException {
    for (Path each : folders) {
      OwnFiles.sync(each);
    }
  }
}
