package dev.gatehouse.bench;

import java.nio.file.Path;

/**
 * What scripts/bench passes on.
 *
 * @param work folder with the installed peers
 * @param rounds in which every server takes its turn
 * @param seconds a turn
 */
record Options(Path work, int rounds, double seconds) {
  private static final int ROUNDS = 5;
  private static final double SECONDS = 2;

  static Options of(String... arguments) {
    var options = new Options(Path.of(arguments[0]), ROUNDS, SECONDS);
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      options =
          switch (arguments[i]) {
            case "--rounds" ->
                new Options(options.work, Integer.parseInt(arguments[i + 1]), options.seconds);
            case "--seconds" ->
                new Options(options.work, options.rounds, Double.parseDouble(arguments[i + 1]));
            default -> throw new IllegalArgumentException(arguments[i]);
          };
    }
    return options;
  }
}
