package dev.gatehouse.areas.games.rcon;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A command for the game's console. The set of commands is fixed. The only text from a caller is a
 * player's name, whose characters cannot start or end a command.
 */
public final class RconCommand {
  public static final RconCommand RELOAD_WHITELIST = new RconCommand("whitelist reload");

  /** A leading sign marks players who connect through a bridge from other editions. */
  private static final Pattern NAME = Pattern.compile("[.*+-]?[A-Za-z0-9_]{1,16}");

  private final String text;

  private RconCommand(String text) {
    this.text = text;
  }

  /**
   * Returns the command that makes a player an operator; empty if the name is not allowed in a
   * command.
   */
  public static Optional<RconCommand> op(String name) {
    return named("op ", name);
  }

  /**
   * Returns the command that removes operator rights; empty if the name is not allowed in a
   * command.
   */
  public static Optional<RconCommand> deop(String name) {
    return named("deop ", name);
  }

  private static Optional<RconCommand> named(String verb, String name) {
    return Optional.of(name)
        .filter(NAME.asMatchPredicate())
        .map(known -> new RconCommand(verb + known));
  }

  @Override
  public String toString() {
    return text;
  }
}
