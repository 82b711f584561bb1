package dev.gatehouse.store.blobs;

import module java.base;

import dev.gatehouse.store.blobs.Trash.TrashLocation;
import dev.gatehouse.time.Age;

/**
 * Blobs that no document names any more, kept for a time before they are deleted.
 *
 * <p>Each has two ages: one by the clock, and one in hours counted by the trash, one per sweep. A
 * blob is old only if both ages say so. A clock that is wrong by a year therefore deletes nothing
 * too early, and neither do sweeps in quick succession.
 */
public record Trash(TrashLocation place) {
  private static final Pattern NAME =
      Pattern.compile("([0-9a-f]{24})\\.([0-9]{8}T[0-9]{6}Z)\\.([0-9]{1,18})");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * Blob in the trash.
   *
   * @param size size in bytes
   * @param entered time when it was moved here, by the clock of that time
   * @param hour the trash's hour count at that time
   */
  public record Item(String id, long size, Instant entered, long hour) {
    private String name() {
      return id + '.' + TIME.format(entered) + '.' + hour;
    }
  }

  /** Returns all items, ordered by id. */
  public List<Item> items() throws IOException {
    List<Item> items = new ArrayList<>();
    for (TrashLocation.Entry entry : place.list()) {
      Matcher name = NAME.matcher(entry.name());
      if (name.matches()) {
        Instant entered = TIME.parse(name.group(2), Instant::from);
        items.add(new Item(name.group(1), entry.size(), entered, Long.parseLong(name.group(3))));
      }
    }
    items.sort(Comparator.comparing(Item::id));
    return items;
  }

  /** Moves blobs here durably; returns how many existed. */
  public int take(Collection<String> ids, Instant now) throws IOException {
    long hour = hour();
    Map<String, String> names = new LinkedHashMap<>();
    ids.forEach(id -> names.put(id, new Item(id, 0, now, hour).name()));
    return place.take(names);
  }

  /** Moves blobs back to their places durably; returns how many existed. */
  public int giveBack(Collection<Item> items) throws IOException {
    Map<String, String> ids = new LinkedHashMap<>();
    items.forEach(item -> ids.put(item.name(), item.id()));
    return place.giveBack(ids);
  }

  /** Resets the age of blobs in the trash, so that sweeps keep them after they are restored. */
  public void renew(Collection<Item> items, Instant now) throws IOException {
    for (Item item : items) {
      place.renew(item.name(), now);
    }
  }

  /** Deletes blobs permanently; returns how many existed. */
  public int delete(Collection<Item> items) throws IOException {
    int deleted = 0;
    for (Item item : items) {
      if (place.delete(item.name())) {
        deleted++;
      }
    }
    return deleted;
  }

  /** Adds one hour. One node calls this once an hour. */
  public void countHour() throws IOException {
    // Not synchronized to disk, because a lost count only makes the items younger.
    place.note(Long.toString(hour() + 1));
  }

  /**
   * Returns the items that have been here for at least this time by both counts.
   *
   * @param age this time by the guarded clock
   */
  public List<Item> olderThan(Duration kept, Age age) throws IOException {
    long hour = hour();
    return items().stream()
        .filter(item -> age.reached(item.entered()) && item.hour() + kept.toHours() <= hour)
        .toList();
  }

  /** Returns the counted hours. If the count was lost, the youngest item's hour is used. */
  private long hour() throws IOException {
    long hour = items().stream().mapToLong(Item::hour).max().orElse(0);
    return place
        .note()
        .filter(text -> text.matches("[0-9]{1,18}"))
        .map(text -> Math.max(hour, Long.parseLong(text)))
        .orElse(hour);
  }

  /** Location where a trash stores its blobs, each under a name that begins with its id. */
  public interface TrashLocation {
    /** Item of the trash, with its size in bytes. */
    record Entry(String name, long size) {}

    List<Entry> list() throws IOException;

    /** Moves blobs here durably, given names by id; returns how many existed. */
    int take(Map<String, String> names) throws IOException;

    /** Moves blobs back durably, given ids by name; returns how many existed. */
    int giveBack(Map<String, String> ids) throws IOException;

    /** Makes an item's blob as young as {@code now} once it is restored. */
    void renew(String name, Instant now) throws IOException;

    /** Deletes an item permanently; returns whether it existed. */
    boolean delete(String name) throws IOException;

    /** Returns the line that is stored beside the blobs; empty if there is no line. */
    Optional<String> note() throws IOException;

    /** Replaces the line. A power loss may undo this. */
    void note(String line) throws IOException;
  }
}
