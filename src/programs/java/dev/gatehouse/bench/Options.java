package dev.gatehouse.bench;

import java.nio.file.Path;

/**
 * What scripts/bench passes on.
 *
 * @param work folder with the installed peers
 * @param rounds in which every server takes its turn
 * @param seconds a turn
 * @param rows of market data
 * @param minutes of hostile load, or of growth's
 * @param scale of growth's data: 1 for all of them
 */
record Options(Path work, int rounds, double seconds, int rows, int minutes, double scale) {
  private static final int ROUNDS = 5;
  private static final double SECONDS = 2;
  private static final int ROWS = 5_000_000;
  private static final int MINUTES = 10;

  static Options of(String... arguments) {
    int rounds = ROUNDS;
    double seconds = SECONDS;
    int rows = ROWS;
    int minutes = MINUTES;
    double scale = 1;
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--rounds" -> rounds = Integer.parseInt(value);
        case "--seconds" -> seconds = Double.parseDouble(value);
        case "--minutes" -> minutes = Integer.parseInt(value);
        case "--scale" -> scale = Double.parseDouble(value);
        case "--rows" -> rows = Integer.parseInt(value);
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
    return new Options(Path.of(arguments[0]), rounds, seconds, rows, minutes, scale);
  }
}
