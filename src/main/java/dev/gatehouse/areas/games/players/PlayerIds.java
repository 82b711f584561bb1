package dev.gatehouse.areas.games.players;

import module java.base;

/** Parses and creates the game's player ids: UUIDs, with or without dashes. */
public final class PlayerIds {
  private static final Pattern BARE =
      Pattern.compile(
          "([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})",
          Pattern.CASE_INSENSITIVE);
  private static final int RANDOM = 4;

  private PlayerIds() {}

  /** Parses an id. Empty if the text is not a valid id. */
  public static Optional<UUID> parse(String text) {
    var parts = BARE.matcher(text.replace("-", ""));
    if (!parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(UUID.fromString(parts.replaceFirst("$1-$2-$3-$4-$5")));
  }

  /**
   * Returns the id that a server in offline mode derives from a name. The name is case-sensitive.
   */
  public static UUID offline(String name) {
    return UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns whether an id belongs to an account, as opposed to an id derived from a name. */
  public static boolean ofAnAccount(UUID id) {
    return id.version() == RANDOM;
  }
}
