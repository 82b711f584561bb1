package dev.gatehouse.time;

import module java.base;

/**
 * Time zone files of one release of IANA's database.
 *
 * @param version such as 2026f
 * @param released its date
 * @param folder of the operating system's files; null for those of the package
 * @param packaged files of the package by zone, which also stand in for missing ones
 */
public record ZoneData(
    String version, LocalDate released, Path folder, Map<String, byte[]> packaged) {
  private static final Path SYSTEM =
      Path.of(System.getProperty("gatehouse.zoneinfo", "/usr/share/zoneinfo"));

  /** IANA publishes several releases a year. */
  private static final Period LIFETIME = Period.ofMonths(6);

  private static final String HEADING = "# version ";

  /** Returns the data in use. */
  public static ZoneData newest() {
    return Newest.DATA;
  }

  private static final class Newest {
    static final ZoneData DATA = newest(SYSTEM);
  }

  /** Returns the data of a folder if it is newer than that of the package. */
  static ZoneData newest(Path folder) {
    ZoneData own = ofPackage();
    return own.in(folder).filter(other -> other.version.compareTo(own.version) > 0).orElse(own);
  }

  private static ZoneData ofPackage() {
    var facts = new Properties();
    Map<String, byte[]> files = new HashMap<>();
    try (InputStream text = resource("zones.properties");
        var zip = new ZipInputStream(resource("zoneinfo.zip"))) {
      facts.load(text);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the time zone rules cannot be read", e);
    }
    return new ZoneData(
        facts.getProperty("version"), LocalDate.parse(facts.getProperty("released")), null, files);
  }

  private static InputStream resource(String name) {
    return ZoneData.class.getResourceAsStream("/zones/" + name);
  }

  /** Returns the data of a folder of TZif files; empty if it names no version. */
  private Optional<ZoneData> in(Path other) {
    Path source = other.resolve("tzdata.zi");
    if (!Files.isRegularFile(source)) {
      return Optional.empty();
    }
    try (BufferedReader lines = Files.newBufferedReader(source)) {
      String line = lines.readLine();
      if (line == null || !line.startsWith(HEADING)) {
        return Optional.empty();
      }
      LocalDate date =
          LocalDate.ofInstant(Files.getLastModifiedTime(source).toInstant(), ZoneOffset.UTC);
      return Optional.of(
          new ZoneData(line.substring(HEADING.length()).strip(), date, other, packaged));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the version, date and origin in words. */
  public String described() {
    return version + " of " + released + " (" + source() + ")";
  }

  /** Returns whether the data is so old that laws may have changed since. */
  public boolean isOld(Instant now) {
    return released.isBefore(LocalDate.ofInstant(now, ZoneOffset.UTC).minus(LIFETIME));
  }

  /** Returns where the data is from. */
  String source() {
    return folder == null ? "package" : folder.toString();
  }

  Set<String> names() {
    return Set.copyOf(packaged.keySet());
  }

  /**
   * Returns the rules of a zone. A file of the operating system that is missing or damaged is
   * replaced by that of the package.
   *
   * @throws IllegalArgumentException for an unknown zone
   */
  ZoneRules rules(String name) {
    byte[] own = packaged.get(name);
    if (own == null) {
      throw new IllegalArgumentException("unknown zone " + name);
    }
    if (folder != null) {
      try {
        return ZoneFile.read(Files.readAllBytes(folder.resolve(name)));
      } catch (IOException | IllegalArgumentException e) {
        return ZoneFile.read(own);
      }
    }
    return ZoneFile.read(own);
  }
}
