package dev.gatehouse.formats;

/** Name of the owner's command line: {@code gatehouse} in a package, a script in a checkout. */
public final class CommandName {
  /** System property that the start script of a package sets. */
  static final String PROPERTY = "gatehouse.command";

  private CommandName() {}

  public static String get() {
    return System.getProperty(PROPERTY, "scripts/gatehouse");
  }

  /** Returns a command line to recommend, such as {@code gatehouse store verify}. */
  public static String with(String arguments) {
    return get() + ' ' + arguments;
  }
}
