package dev.gatehouse.security;

import module java.base;

/**
 * Durations of an address's first, second and later bans. The last step applies to all further
 * bans.
 */
public record BanLadder(List<Optional<Duration>> steps) {
  /**
   * Parses steps such as {@code 1h}, {@code 30d} and {@code permanent}; units are s, m, h and d.
   *
   * @throws IllegalArgumentException if a step is invalid; the message names it
   */
  public static BanLadder parse(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("the ban ladder has no step");
    }
    List<Optional<Duration>> steps = new ArrayList<>();
    for (String text : texts) {
      steps.add(step(text.strip()));
    }
    return new BanLadder(List.copyOf(steps));
  }

  private static Optional<Duration> step(String text) {
    if (text.equals("permanent")) {
      return Optional.empty();
    }
    if (!text.matches("[1-9][0-9]{0,5}[smhd]")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a step of a ban ladder: 30m, 1h, 30d or permanent");
    }
    long amount = Long.parseLong(text.substring(0, text.length() - 1));
    return Optional.of(
        switch (text.charAt(text.length() - 1)) {
          case 's' -> Duration.ofSeconds(amount);
          case 'm' -> Duration.ofMinutes(amount);
          case 'h' -> Duration.ofHours(amount);
          default -> Duration.ofDays(amount);
        });
  }

  /**
   * Returns the end of a ban that begins now; empty for a permanent ban.
   *
   * @param earlier number of bans that the address has had before
   */
  public Optional<Instant> until(int earlier, Instant now) {
    return steps.get(Math.min(earlier, steps.size() - 1)).map(now::plus);
  }
}
