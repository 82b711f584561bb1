package dev.gatehouse.areas.calendar.busy;

import module java.base;

/** Time zones by the names that calendar programs use, with or without a definition in the file. */
final class ZoneNames {
  private static final Properties WINDOWS = windows();

  private ZoneNames() {}

  private static Properties windows() {
    var names = new Properties();
    try (InputStream in =
        ZoneNames.class.getResourceAsStream("/calendar/windows-zones.properties")) {
      names.load(in);
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds a zone of the IANA database, also behind a program's path, or an offset. */
  static Optional<ZoneId> find(String name) {
    String[] path = name.split("/");
    return Stream.of(name, last(path, 3), last(path, 2))
        .flatMap(each -> of(each).stream())
        .findFirst();
  }

  /**
   * Finds a zone as {@link #find}, by its name in Windows, which Exchange numbers if it has several
   * definitions, or by one of the cities in its title.
   */
  static Optional<ZoneId> guess(String name) {
    String windows = name.replaceFirst(" [0-9]+$", "");
    return find(name)
        .or(() -> Optional.ofNullable(WINDOWS.getProperty(windows)).flatMap(ZoneNames::of))
        .or(() -> city(name));
  }

  private static Optional<ZoneId> city(String name) {
    if (!name.startsWith("(")) {
      return Optional.empty();
    }
    return Arrays.stream(name.substring(name.indexOf(')') + 1).split(","))
        .map(city -> '/' + city.strip().replace(' ', '_'))
        .flatMap(
            city -> ZoneId.getAvailableZoneIds().stream().filter(id -> id.endsWith(city)).sorted())
        .findFirst()
        .map(ZoneId::of);
  }

  private static String last(String[] path, int count) {
    return String.join(
        "/", Arrays.copyOfRange(path, Math.max(0, path.length - count), path.length));
  }

  private static Optional<ZoneId> of(String name) {
    try {
      return Optional.of(ZoneId.of(name));
    } catch (DateTimeException unknown) {
      return Optional.empty();
    }
  }
}
