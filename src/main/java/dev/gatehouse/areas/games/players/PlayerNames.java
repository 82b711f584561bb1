package dev.gatehouse.areas.games.players;

import java.util.Optional;
import java.util.UUID;

/**
 * Finds the players that names belong to. Implementations may call a provider, so they may block
 * and fail.
 */
public interface PlayerNames {
  /**
   * A player.
   *
   * @param name as written in the account
   */
  record Profile(UUID id, String name) {}

  /** Returns the player with a name, or empty. */
  Optional<Profile> find(String name);

  /** Returns the canonical form of a player's name, which is equal for all its spellings. */
  String key(String name);

  /** Returns whether the id of a name in the game's own file can be used without a lookup. */
  boolean trusts(UUID id);

  /**
   * Returns the names of a server in offline mode. It accepts every name, and names are
   * case-sensitive.
   */
  static PlayerNames offline() {
    return new PlayerNames() {
      @Override
      public Optional<Profile> find(String name) {
        return Optional.of(new Profile(PlayerIds.offline(name), name));
      }

      @Override
      public String key(String name) {
        return name;
      }

      @Override
      public boolean trusts(UUID id) {
        return false;
      }
    };
  }
}
