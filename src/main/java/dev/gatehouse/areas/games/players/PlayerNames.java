package dev.gatehouse.areas.games.players;

import java.util.Optional;
import java.util.UUID;

/** The players that names belong to. May ask a provider, so that it may block and fail. */
public interface PlayerNames {
  /**
   * A player.
   *
   * @param name as his account writes it
   */
  record Profile(UUID id, String name) {}

  /** The player of a name; empty if there is none. */
  Optional<Profile> find(String name);

  /** The one form of all ways in which a player's name may be written. */
  String key(String name);

  /** Returns whether a name that the game's own file gives an id need not be looked up. */
  boolean trusts(UUID id);

  /** The names of a server in offline mode: any, and each letter counts. */
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
