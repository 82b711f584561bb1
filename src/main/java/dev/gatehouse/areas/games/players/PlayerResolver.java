package dev.gatehouse.areas.games.players;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.areas.games.players.PlayerResolver.PlayerNames.Profile;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.AreaVerticle;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

/**
 * Resolves names to players. A player who is already in the list is kept unchanged, and only new
 * names are looked up. A list can therefore be changed while the name lookup is unavailable.
 */
public record PlayerResolver(PlayerNames names) {
  private static final int PARALLEL = 8;

  /** Names that accounts can have. */
  private static final Pattern LOOKED_UP = Pattern.compile("[A-Za-z0-9_]{3,16}");

  /**
   * A player to be in a list.
   *
   * @param name null for the name in the list
   * @param uuid null if it is in the list, or to be looked up by name
   */
  public record Wanted(String name, String uuid) {}

  /**
   * Returns the players of a new list, in its order. Blocks.
   *
   * @param list its name, for messages
   * @param before the current list
   * @throws ApiException 400 for an unknown name or a duplicate player; 502, 503 or 504 if the name
   *     lookup is unavailable
   */
  public List<Player> resolve(Call call, String list, List<Wanted> wanted, List<Player> before) {
    Map<UUID, Player> byId = new HashMap<>();
    Map<String, Player> byName = new HashMap<>();
    for (Player player : before) {
      byId.put(player.uuid(), player);
      if (names.trusts(player.uuid())) {
        byName.put(names.key(player.name()), player);
      }
    }
    Map<String, Player> unusual = new HashMap<>();
    before.stream()
        .filter(player -> !LOOKED_UP.matcher(player.name()).matches())
        .forEach(player -> unusual.put(player.name(), player));
    List<String> unknown = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Wanted one = wanted.get(i);
      if (one.uuid() == null && !unusual.containsKey(one.name())) {
        String name = lookedUp(list + '[' + i + "].name", one.name());
        if (!byName.containsKey(names.key(name)) && !unknown.contains(name)) {
          unknown.add(name);
        }
      }
    }
    Map<String, Optional<Profile>> found = lookUp(call, unknown);
    List<Player> players = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Wanted one = wanted.get(i);
      String field = list + '[' + i + ']';
      if (one.uuid() != null) {
        players.add(identified(field, byId, one));
      } else if (unusual.containsKey(one.name())) {
        players.add(unusual.get(one.name()));
      } else if (found.containsKey(one.name())) {
        Profile profile =
            found
                .get(one.name())
                .orElseThrow(() ->
                    ApiException.of(
                        ErrorCode.PLAYER_UNKNOWN,
                        field + ".name",
                        field + ".name: no such player: " + one.name()));
        players.add(known(byId, profile.id()).named(profile.name()));
      } else {
        players.add(byName.get(names.key(one.name())));
      }
    }
    eachOnce(list, players);
    return players;
  }

  private static String lookedUp(String field, String name) {
    if (name == null) {
      throw ApiError.missing(field).exception();
    }
    badRequestUnless(
        LOOKED_UP.matcher(name).matches(),
        field,
        "must have 3 to 16 letters, digits or _: for another name, send the uuid too");
    return name;
  }

  private static Player identified(String field, Map<UUID, Player> byId, Wanted one) {
    Player player = known(byId, PlayerIds.parse(one.uuid()).orElseThrow());
    if (one.name() != null) {
      return player.named(one.name());
    }
    badRequestUnless(
        !player.name().isEmpty(),
        field + ".name",
        "is required for a player who is not in the list");
    return player;
  }

  private static Player known(Map<UUID, Player> byId, UUID id) {
    return byId.getOrDefault(id, new Player(id, "", Map.of()));
  }

  private void eachOnce(String list, List<Player> players) {
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < players.size(); i++) {
      Player player = players.get(i);
      badRequestUnless(
          seen.add(player.uuid()) & seen.add(names.key(player.name())),
          list + '[' + i + ']',
          "repeats " + player.name());
    }
  }

  private Map<String, Optional<Profile>> lookUp(Call call, List<String> unknown) {
    Map<String, Future<Optional<Profile>>> asked = new LinkedHashMap<>();
    try (var threads = Executors.newFixedThreadPool(PARALLEL, Thread.ofVirtual().factory())) {
      for (String name : unknown) {
        asked.put(
            name,
            threads.submit(
                () -> ScopedValue.where(AreaVerticle.CALL, call).call(() -> names.find(name))));
      }
    }
    Map<String, Optional<Profile>> found = new HashMap<>();
    asked.forEach((name, answer) -> found.put(name, answered(answer)));
    return found;
  }

  private static Optional<Profile> answered(Future<Optional<Profile>> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ApiException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

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
}
