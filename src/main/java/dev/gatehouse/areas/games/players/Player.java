package dev.gatehouse.areas.games.players;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A player as one of the game's files names him.
 *
 * @param more the file's other fields, which are kept as they are: {@code level} and {@code
 *     bypassesPlayerLimit} of an operator, and what a later game may add
 */
public record Player(UUID uuid, String name, Map<String, Object> more) {
  /** The rights of an operator of whom nothing else is said, as the game has it. */
  public static final int USUAL_LEVEL = 4;

  private static final String LEVEL = "level";
  private static final String BYPASSES = "bypassesPlayerLimit";

  public Player {
    more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
  }

  /** The rights of an operator, 0 to 4. */
  public int level() {
    return more.get(LEVEL) instanceof Number level
        ? Math.clamp(level.longValue(), 0, USUAL_LEVEL)
        : USUAL_LEVEL;
  }

  /** This player as an operator of a level. */
  public Player withLevel(int level) {
    Map<String, Object> changed = new LinkedHashMap<>(more);
    changed.put(LEVEL, level);
    changed.putIfAbsent(BYPASSES, false);
    return new Player(uuid, name, changed);
  }

  /** This player under another name. */
  public Player named(String other) {
    return new Player(uuid, other, more);
  }
}
