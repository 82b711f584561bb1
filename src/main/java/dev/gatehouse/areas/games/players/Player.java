package dev.gatehouse.areas.games.players;

import module java.base;

/**
 * A player in one of the game's files.
 *
 * @param more the file's other fields, kept unchanged: an operator's {@code level} and {@code
 *     bypassesPlayerLimit}, and fields of later game versions
 */
public record Player(UUID uuid, String name, Map<String, Object> more) {
  /** The game's default level for an operator. */
  public static final int USUAL_LEVEL = 4;

  private static final String BYPASSES = "bypassesPlayerLimit";

  public Player {
    more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
  }

  /** Returns the level of an operator, 0 to 4. */
  public int level() {
    if (!(more.get("level") instanceof Number level)) {
      return USUAL_LEVEL;
    }
    return Math.clamp(level.longValue(), 0, USUAL_LEVEL);
  }

  public Player withLevel(int level) {
    Map<String, Object> changed = new LinkedHashMap<>(more);
    changed.put("level", level);
    changed.putIfAbsent(BYPASSES, false);
    return new Player(uuid, name, changed);
  }

  public Player named(String other) {
    return new Player(uuid, other, more);
  }
}
