package dev.gatehouse.areas.games.rcon;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A command that the game's console may be given. There are no others, and no text of a caller is
 * in one but a name, of letters that end nothing and begin nothing.
 */
public final class RconCommand {
  public static final RconCommand RELOAD_WHITELIST = new RconCommand("whitelist reload");

  /** With a dot in front, as players are called who come through a bridge of other editions. */
  private static final Pattern NAME = Pattern.compile("\\.?[A-Za-z0-9_]{1,16}");

  private final String text;

  private RconCommand(String text) {
    this.text = text;
  }

  /** Makes a player an operator; empty if his name is none that a command may hold. */
  public static Optional<RconCommand> op(String name) {
    return named("op ", name);
  }

  /** Makes an operator a player; empty if his name is none that a command may hold. */
  public static Optional<RconCommand> deop(String name) {
    return named("deop ", name);
  }

  private static Optional<RconCommand> named(String verb, String name) {
    return NAME.matcher(name).matches()
        ? Optional.of(new RconCommand(verb + name))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return text;
  }
}
