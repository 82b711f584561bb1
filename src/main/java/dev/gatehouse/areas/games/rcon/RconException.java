package dev.gatehouse.areas.games.rcon;

/** Thrown when a command to a game server's console fails. */
public final class RconException extends Exception {
  private final Kind kind;

  public enum Kind {
    /** The connection is refused: the server is down, or its console is disabled. */
    ABSENT("does not listen"),
    /** The server cannot be reached, so it is unknown whether it runs. */
    UNREACHABLE("cannot be reached"),
    /** The server rejects the password. */
    REFUSED("rejects the password"),
    /** The server took too long. */
    SLOW("took too long"),
    /** The connection ended early, or the server sent invalid RCON data. */
    BROKEN("failed");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Returns a phrase that follows "the game server" in messages. */
    public String words() {
      return words;
    }
  }

  RconException(Kind kind, String why) {
    super(why);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
