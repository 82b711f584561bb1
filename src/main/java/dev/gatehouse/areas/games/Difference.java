package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.areas.games.players.Player;

/** The difference between two lists of players, identified by their ids. */
record Difference(List<Player> before, List<Player> after) {

  /** Returns the players that are only in the first list. */
  List<Player> gone() {
    return only(before, after);
  }

  /** Returns the players that are only in the second list. */
  List<Player> come() {
    return only(after, before);
  }

  private static List<Player> only(List<Player> some, List<Player> others) {
    Map<UUID, Player> known = byId(others);
    return some.stream().filter(player -> !known.containsKey(player.uuid())).toList();
  }

  private static Map<UUID, Player> byId(List<Player> players) {
    Map<UUID, Player> byId = new HashMap<>();
    players.forEach(player -> byId.put(player.uuid(), player));
    return byId;
  }

  /**
   * Returns the changes, one per line.
   *
   * @param rights of a player, shown beside the name
   */
  List<String> lines(Function<Player, Object> rights) {
    Map<UUID, Player> former = byId(before);
    List<String> lines = new ArrayList<>();
    gone().forEach(player -> lines.add("removed " + text(player, rights)));
    for (Player player : after) {
      Player was = former.get(player.uuid());
      if (was == null) {
        lines.add("added " + text(player, rights));
      } else if (!text(was, rights).equals(text(player, rights))) {
        lines.add("changed " + text(was, rights) + " to " + text(player, rights));
      }
    }
    return lines;
  }

  private static String text(Player player, Function<Player, Object> rights) {
    return (player.uuid() + " " + player.name() + ' ' + rights.apply(player)).strip();
  }
}
