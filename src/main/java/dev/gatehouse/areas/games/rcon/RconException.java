package dev.gatehouse.areas.games.rcon;

/** A game server's console that did not do what it was to do. */
public final class RconException extends Exception {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** The ways in which it fails. */
  public enum Kind {
    /** Nothing listens there: the server is down, or its console is off. */
    ABSENT("does not listen"),
    /** It cannot be reached, which says nothing of whether it runs. */
    UNREACHABLE("cannot be reached"),
    /** It does not know the password. */
    REFUSED("refuses the password"),
    /** It took too long. */
    SLOW("took too long"),
    /** It went away in the middle, or sent what is no RCON. */
    BROKEN("failed");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** The fact in words that go on behind "the game server". */
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
