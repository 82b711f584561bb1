package dev.gatehouse.settings;

import java.util.Map;
import java.util.Set;

/**
 * Areas that the owner does not use.
 *
 * @param names of areas
 */
record AreasOff(Set<String> names) {
  /** Areas that can be off, each with the areas that need it. */
  private static final Map<String, Set<String>> USERS =
      Map.of(
          "calendar", Set.of(),
          "codehost", Set.of(),
          "commerce", Set.of("storefront"),
          "games", Set.of(),
          "media", Set.of(),
          "payments", Set.of("storefront"),
          "storefront", Set.of(),
          "trading", Set.of());

  static AreasOff read(Section own) {
    Set<String> off = Set.copyOf(own.list("off", USERS.keySet()));
    off.forEach(area ->
        USERS
            .get(area)
            .forEach(user ->
                Check.that(
                    off.contains(user),
                    own.key("off") + ": " + user + " needs " + area + ": add " + user + " too")));
    return new AreasOff(off);
  }
}
