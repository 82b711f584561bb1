package dev.gatehouse.store.s3;

import module java.base;

import dev.gatehouse.store.blobs.TrashLocation;
import software.amazon.awssdk.core.exception.SdkException;

/** Trash for blobs that are objects. They are copied to keys with a separate prefix. */
record S3Trash(S3Objects objects) implements TrashLocation {
  private static final String NOTE = S3Keys.TRASH + "hours";

  @Override
  public List<Entry> list() throws IOException {
    try {
      return objects
          .list(S3Keys.TRASH)
          .map(object -> new Entry(object.key().substring(S3Keys.TRASH.length()), object.size()))
          .toList();
    } catch (SdkException e) {
      throw new IOException("the trash cannot be listed", e);
    }
  }

  @Override
  public int take(Map<String, String> names) throws IOException {
    int taken = 0;
    for (Map.Entry<String, String> one : names.entrySet()) {
      taken += move(S3Keys.blob(one.getKey()), S3Keys.TRASH + one.getValue());
    }
    return taken;
  }

  @Override
  public int giveBack(Map<String, String> ids) throws IOException {
    int given = 0;
    for (Map.Entry<String, String> one : ids.entrySet()) {
      given += move(S3Keys.TRASH + one.getKey(), S3Keys.blob(one.getValue()));
    }
    return given;
  }

  /** Does nothing, because a restored object is as young as its copy. */
  @Override
  public void renew(String name, Instant now) {}

  @Override
  public boolean delete(String name) throws IOException {
    boolean there = objects.find(S3Keys.TRASH + name).isPresent();
    objects.delete(S3Keys.TRASH + name);
    return there;
  }

  @Override
  public Optional<String> note() throws IOException {
    return objects.text(NOTE);
  }

  @Override
  public void note(String line) throws IOException {
    objects.put(NOTE, line);
  }

  private int move(String from, String to) throws IOException {
    if (!objects.copy(from, to)) {
      return 0;
    }
    objects.delete(from);
    return 1;
  }
}
