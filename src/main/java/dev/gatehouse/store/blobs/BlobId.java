package dev.gatehouse.store.blobs;

import module java.base;

/** Ids of blobs, which are 24 lower-case hexadecimal digits. */
public final class BlobId {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");
  private static final int BYTES = 12;

  private BlobId() {}

  public static String fresh(RandomGenerator random) {
    byte[] id = new byte[BYTES];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  public static boolean is(String text) {
    return ID.matcher(text).matches();
  }

  /**
   * Returns the id unchanged.
   *
   * @throws IllegalArgumentException if it is not a valid id
   */
  public static String checked(String id) {
    if (!is(id)) {
      throw new IllegalArgumentException("not a blob id");
    }
    return id;
  }
}
