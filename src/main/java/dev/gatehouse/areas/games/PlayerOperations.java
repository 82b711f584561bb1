package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.areas.games.players.Player;
import dev.gatehouse.areas.games.players.PlayerFile;
import dev.gatehouse.areas.games.players.PlayerResolver;
import dev.gatehouse.areas.games.players.PlayerResolver.Wanted;
import dev.gatehouse.areas.games.rcon.RconCommand;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;

/**
 * Operations on operators and the whitelist. A running server keeps both in memory and overwrites
 * its files from there. Changes are therefore sent to its console first, and then written to the
 * files for its next start.
 */
record PlayerOperations(
    ServerLists lists, PlayerResolver resolver, GameConsole console, AuditLog audit) {
  Map<String, Area.Handler> operations() {
    return Map.of(
        "games.operators", Area.returning(Operators.class, this::operators),
        "games.setOperators",
            Area.returning(NewOperators.class, OperatorsRequest.class, this::setOperators),
        "games.whitelist", Area.returning(Whitelist.class, this::whitelist),
        "games.setWhitelist",
            Area.returning(NewWhitelist.class, WhitelistRequest.class, this::setWhitelist));
  }

  private record OperatorRequest(String name, String uuid, Integer level) {}

  private record OperatorsRequest(List<OperatorRequest> operators) {}

  private record PlayerRequest(String name, String uuid) {}

  private record WhitelistRequest(List<PlayerRequest> whitelist) {}

  private record Operator(String uuid, String name, int level) {
    static List<Operator> of(List<Player> players) {
      return players.stream()
          .map(player -> new Operator(player.uuid().toString(), player.name(), player.level()))
          .toList();
    }
  }

  private record Listed(String uuid, String name) {
    static List<Listed> of(List<Player> players) {
      return players.stream()
          .map(player -> new Listed(player.uuid().toString(), player.name()))
          .toList();
    }
  }

  private record Operators(List<Operator> operators) {}

  private record NewOperators(List<Operator> operators, GameConsole.Word server) {}

  private record Whitelist(List<Listed> whitelist) {}

  private record NewWhitelist(List<Listed> whitelist, GameConsole.Word server) {}

  private Answer operators(Call call) {
    return Answer.ok(new Operators(Operator.of(lists.read(lists.operators()))));
  }

  private Answer whitelist(Call call) {
    return Answer.ok(new Whitelist(Listed.of(lists.read(lists.whitelist()))));
  }

  private Answer setOperators(Call call, OperatorsRequest request) {
    return lists.changing(() -> {
      PlayerFile list = lists.operators();
      Optional<List<Player>> known = lists.known(list);
      List<Player> after = operators(call, request, known.orElse(List.of()));
      GameConsole.Word word =
          audit.recording(
              call,
              "operators.replace",
              after.size() + " operators",
              notes -> {
                note(list, known, after, Player::level).forEach(notes);
                return makeOperators(call, known, after, notes);
              });
      return Answer.ok(new NewOperators(Operator.of(after), word));
    });
  }

  private static List<String> note(
      PlayerFile list,
      Optional<List<Player>> before,
      List<Player> after,
      Function<Player, Object> rights) {
    List<String> lines = new ArrayList<>();
    if (before.isEmpty()) {
      lines.add(list.name() + " was incomplete and was renamed to " + list.name() + ".broken");
    }
    lines.addAll(new Difference(before.orElse(List.of()), after).lines(rights));
    return lines;
  }

  private List<Player> operators(Call call, OperatorsRequest request, List<Player> before) {
    List<OperatorRequest> wanted = request.operators();
    List<Player> players =
        resolver.resolve(
            call,
            "operators",
            wanted.stream().map(one -> new Wanted(one.name(), one.uuid())).toList(),
            before);
    List<Player> leveled = new ArrayList<>();
    for (int i = 0; i < players.size(); i++) {
      Integer level = wanted.get(i).level();
      leveled.add(
          players.get(i).withLevel(Objects.requireNonNullElse(level, players.get(i).level())));
    }
    return leveled;
  }

  private GameConsole.Word makeOperators(
      Call call, Optional<List<Player>> known, List<Player> after, Consumer<String> notes) {
    PlayerFile list = lists.operators();
    try (GameConsole.Session session = console.open(call)) {
      if (session.live()) {
        // Only the file shows which players the running server must remove.
        List<Player> before = known.orElseThrow(() -> ServerLists.unreadable(list).exception());
        commands(new Difference(before, after)).forEach(session::run);
      }
      // The running server may have written the file meanwhile, with its own level.
      if (!lists.known(list).equals(Optional.of(after))) {
        lists.write(list, after);
      }
      return noted(session, notes);
    }
  }

  /** Returns only the commands that change the server's lists. */
  private static List<RconCommand> commands(Difference difference) {
    List<RconCommand> commands = new ArrayList<>();
    difference
        .gone()
        .forEach(player -> commands.add(command(player, RconCommand.deop(player.name()))));
    difference
        .come()
        .forEach(player -> commands.add(command(player, RconCommand.op(player.name()))));
    return commands;
  }

  private static RconCommand command(Player player, Optional<RconCommand> command) {
    return command.orElseThrow(() ->
        ApiException.of(
            ErrorCode.PLAYER_NAME_UNSAFE,
            "the name of %s cannot be part of a command: stop the game server first"
                .formatted(player.uuid())));
  }

  private Answer setWhitelist(Call call, WhitelistRequest request) {
    return lists.changing(() -> {
      PlayerFile list = lists.whitelist();
      Optional<List<Player>> known = lists.known(list);
      List<Player> after =
          resolver.resolve(
              call,
              "whitelist",
              request.whitelist().stream().map(one -> new Wanted(one.name(), one.uuid())).toList(),
              known.orElse(List.of()));
      GameConsole.Word word =
          audit.recording(
              call,
              "whitelist.replace",
              after.size() + " players",
              notes -> {
                note(list, known, after, player -> "").forEach(notes);
                return makeWhitelist(call, list, after, notes);
              });
      return Answer.ok(new NewWhitelist(Listed.of(after), word));
    });
  }

  private GameConsole.Word makeWhitelist(
      Call call, PlayerFile list, List<Player> after, Consumer<String> notes) {
    try (GameConsole.Session session = console.open(call)) {
      lists.write(list, after);
      if (session.live()) {
        session.run(RconCommand.RELOAD_WHITELIST);
      }
      return noted(session, notes);
    }
  }

  private static GameConsole.Word noted(GameConsole.Session session, Consumer<String> notes) {
    GameConsole.Word word = session.word();
    notes.accept("server: " + word.state());
    word.replies().forEach(notes);
    return word;
  }

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
}
