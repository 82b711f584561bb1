package dev.gatehouse.time;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.Ran;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time zone rules of this JVM: those of IANA's release that packages contain, or newer ones. */
@Tag("slow")
class ZoneDataTest {
  private static final Pattern LINE =
      Pattern.compile("(\\S+) +\\w{3} (\\w{3} +\\d+ [\\d:]+ \\d+) UTC? = .* gmtoff=(-?\\d+)");
  private static final DateTimeFormatter UT =
      DateTimeFormatter.ofPattern("MMM d HH:mm:ss uuuu", Locale.ROOT);

  /** Laws of 2026 that the rules of the JDK do not have. */
  @ParameterizedTest
  @CsvSource({
    "America/Vancouver, 2027-01-10T10:00, -07:00",
    "America/Havana, 2027-01-10T10:00, -04:00",
    "America/Edmonton, 2027-01-10T10:00, -06:00",
    "America/Winnipeg, 2027-01-10T10:00, -05:00",
    "Africa/Casablanca, 2027-01-10T10:00, +00:00",
    "Europe/Dublin, 2027-07-10T10:00, +01:00",
    "America/Nuuk, 2027-07-10T10:00, -01:00",
    "Australia/Lord_Howe, 2150-01-10T10:00, +11:00",
    "EST, 2027-07-10T10:00, -05:00",
    "US/Eastern, 2027-07-10T10:00, -04:00"
  })
  void knowsCurrentLaw(String zone, LocalDateTime time, String offset) {
    assertEquals(ZoneOffset.of(offset), ZoneId.of(zone).getRules().getOffset(time));
  }

  @Test
  void replacesRulesOfJdk() {
    assertEquals(ZoneData.newest().version(), CurrentZoneRules.version());
    assertTrue(ZoneData.newest().version().compareTo("2026f") >= 0);
    assertFalse(ZoneId.getAvailableZoneIds().contains("Factory"));
    assertThrows(DateTimeException.class, () -> ZoneId.of("Europe/Atlantis"));
  }

  /** IANA's own zdump reads the files that a package contains. */
  @Test
  void agreesWithZdumpInAllZones(@TempDir Path folder) throws Exception {
    assumeTrue(Ran.of("command -v zdump").exit() == 0, "needs zdump of the C library");
    ZoneData data = ZoneData.newest(folder);
    for (Map.Entry<String, byte[]> file : data.packaged().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    Ran ran = Ran.of("find", folder.toString(), "-type f | xargs zdump -v -c 2026,2030");
    int compared = 0;
    for (String line : ran.output().lines().toList()) {
      Matcher found = LINE.matcher(line);
      if (found.matches()) {
        String zone = folder.relativize(Path.of(found.group(1))).toString();
        Instant time =
            LocalDateTime.parse(found.group(2).replaceAll(" +", " "), UT).toInstant(ZoneOffset.UTC);
        int expected = Integer.parseInt(found.group(3));
        assertEquals(expected, data.rules(zone).getOffset(time).getTotalSeconds(), line);
        assertEquals(expected, ZoneId.of(zone).getRules().getOffset(time).getTotalSeconds(), line);
        compared++;
      }
    }
    assertTrue(compared > 1_000, ran.output());
  }

  @Test
  void prefersNewerRulesOfSystem(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("tzdata.zi"), "# version 2999a\n");
    Files.createDirectory(folder.resolve("Europe"));
    byte[] tokyo = ZoneData.newest().packaged().get("Asia/Tokyo");
    Files.write(folder.resolve("Europe/Paris"), tokyo);
    Files.write(folder.resolve("Europe/Rome"), new byte[] {1, 2, 3});
    ZoneData data = ZoneData.newest(folder);
    assertEquals("2999a", data.version());
    assertEquals(folder.toString(), data.source());
    Instant time = Instant.parse("2027-01-10T10:00:00Z");
    assertEquals(ZoneOffset.ofHours(9), data.rules("Europe/Paris").getOffset(time));
    assertEquals(ZoneOffset.ofHours(1), data.rules("Europe/Rome").getOffset(time), "is damaged");
    assertEquals(ZoneOffset.ofHours(1), data.rules("Europe/Oslo").getOffset(time), "is missing");
    Files.writeString(folder.resolve("tzdata.zi"), "# version 2020a\n");
    assertEquals("package", ZoneData.newest(folder).source());
  }
}
