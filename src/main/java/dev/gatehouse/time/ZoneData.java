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

  /**
   * Reader of one zone in the format TZif (RFC 9636). Transitions after the last listed one follow
   * the file's POSIX rule until the year 2200, the last year that this service accepts.
   */
  static final class ZoneFile {
    private static final int MAGIC = 0x545A6966;
    private static final int HEADER_REST = 16;
    private static final int LAST_YEAR = 2200;

    /** The oldest time that is kept. Some writers begin with the age of the universe. */
    private static final long OLDEST = -10_000_000_000L;

    private static final int HOUR = 3600;
    private static final int MINUTE = 60;
    private static final int MAX_SAVING = 2 * HOUR;

    private static final String NAME = "(?:<[^>]+>|[A-Za-z]+)";
    private static final String TIME = "([-+]?\\d+(?::\\d+){0,2})";
    private static final String DATE = "([JM]?[\\d.]+)(?:/" + TIME + ")?";
    private static final Pattern RULE =
        Pattern.compile(NAME + TIME + "(?:" + NAME + TIME + "?(?:," + DATE + "," + DATE + ")?)?");

    /** Groups of the rule's expression. */
    private static final int STANDARD = 1;

    private static final int SUMMER = 2;
    private static final int BEGIN = 3;
    private static final int END = 5;

    private final List<ZoneOffsetTransition> wall = new ArrayList<>();
    private final List<ZoneOffsetTransition> standard = new ArrayList<>();
    private ZoneOffset offset = ZoneOffset.UTC;
    private ZoneOffset plain = ZoneOffset.UTC;

    /** Offset of local time, and whether it is a summer time. */
    private record Type(int seconds, boolean summer) {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if the bytes are no valid file
     */
    static ZoneRules read(byte[] bytes) {
      try {
        return new ZoneFile().rules(ByteBuffer.wrap(bytes));
      } catch (RuntimeException e) {
        throw new IllegalArgumentException("no valid TZif file: " + e.getMessage(), e);
      }
    }

    private ZoneRules rules(ByteBuffer in) {
      Counts old = Counts.read(in);
      if (old.version == 0) {
        throw new IllegalArgumentException("version 1 has no times after 2037");
      }
      in.position(in.position() + old.length(Integer.BYTES));
      Counts counts = Counts.read(in);
      long[] times = new long[counts.times];
      for (int i = 0; i < times.length; i++) {
        times[i] = in.getLong();
      }
      byte[] kinds = new byte[counts.times];
      in.get(kinds);
      Type[] types = new Type[counts.types];
      for (int i = 0; i < types.length; i++) {
        types[i] = new Type(in.getInt(), in.get() != 0);
        in.get();
      }
      in.position(in.position() + counts.rest(Long.BYTES));
      byte[] footer = new byte[in.remaining()];
      in.get(footer);
      return rules(times, kinds, types, new String(footer, StandardCharsets.US_ASCII).strip());
    }

    private ZoneRules rules(long[] times, byte[] kinds, Type[] types, String footer) {
      int first = 0;
      Type start = types[0];
      while (first < times.length && times[first] < OLDEST) {
        start = types[kinds[first++]];
      }
      offset = ZoneOffset.ofTotalSeconds(start.seconds);
      plain = offset;
      ZoneOffset base = offset;
      for (int i = first; i < times.length; i++) {
        change(times[i], types[kinds[i]]);
      }
      long last = times.length == 0 ? OLDEST : times[times.length - 1];
      follow(footer, last);
      return ZoneRules.of(base, base, standard, wall, List.of());
    }

    private void change(long time, Type type) {
      var next = ZoneOffset.ofTotalSeconds(type.seconds);
      ZoneOffset normal = type.summer ? withoutSaving(type.seconds) : next;
      if (!normal.equals(plain)) {
        standard.add(transition(time, plain, normal));
        plain = normal;
      }
      if (!next.equals(offset)) {
        wall.add(transition(time, offset, next));
        offset = next;
      }
    }

    private ZoneOffset withoutSaving(int seconds) {
      int saving = seconds - plain.getTotalSeconds();
      boolean known = saving != 0 && Math.abs(saving) <= MAX_SAVING;
      return known ? plain : ZoneOffset.ofTotalSeconds(seconds - HOUR);
    }

    private static ZoneOffsetTransition transition(long time, ZoneOffset from, ZoneOffset to) {
      LocalDateTime local = LocalDateTime.ofEpochSecond(time, 0, from);
      return ZoneOffsetTransition.of(local, from, to);
    }

    /** Adds the transitions of a POSIX rule after a time. */
    private void follow(String footer, long last) {
      if (footer.isEmpty()) {
        return;
      }
      Matcher rule = RULE.matcher(footer);
      if (!rule.matches()) {
        throw new IllegalArgumentException("unknown rule " + footer);
      }
      int usual = -seconds(rule.group(STANDARD));
      if (rule.group(BEGIN) == null) {
        if (rule.group().matches(NAME + TIME)) {
          // Some zones change for the last time to the offset of their rule.
          change(Math.max(last, OLDEST), new Type(usual, false));
        }
        return;
      }
      int saved = rule.group(SUMMER) == null ? usual + HOUR : -seconds(rule.group(SUMMER));
      int from = Instant.ofEpochSecond(Math.max(last, 0)).atOffset(ZoneOffset.UTC).getYear();
      for (int year = from; year <= LAST_YEAR; year++) {
        long begin = time(rule, BEGIN, year) - usual;
        long end = time(rule, END, year) - saved;
        if (begin < end) {
          changeAfter(last, begin, new Type(saved, true));
          changeAfter(last, end, new Type(usual, false));
        } else {
          changeAfter(last, end, new Type(usual, false));
          changeAfter(last, begin, new Type(saved, true));
        }
      }
    }

    private void changeAfter(long last, long time, Type type) {
      if (time > last) {
        change(time, type);
      }
    }

    /** Returns a local time of a rule as seconds since 1970. */
    private static long time(Matcher rule, int group, int year) {
      String clock = rule.group(group + 1);
      LocalDate day = day(rule.group(group), year);
      return day.toEpochDay() * 24 * HOUR + (clock == null ? 2 * HOUR : seconds(clock));
    }

    private static LocalDate day(String text, int year) {
      if (text.startsWith("M")) {
        String[] parts = text.substring(1).split("\\.");
        YearMonth month = YearMonth.of(year, Integer.parseInt(parts[0]));
        int week = Integer.parseInt(parts[1]);
        int number = Integer.parseInt(parts[2]);
        DayOfWeek weekday = number == 0 ? DayOfWeek.SUNDAY : DayOfWeek.of(number);
        return week == 5
            ? month.atEndOfMonth().with(TemporalAdjusters.previousOrSame(weekday))
            : month.atDay(1).with(TemporalAdjusters.dayOfWeekInMonth(week, weekday));
      }
      if (text.startsWith("J")) {
        int day = Integer.parseInt(text.substring(1));
        boolean leap = Year.isLeap(year) && day > LocalDate.of(2001, 2, 28).getDayOfYear();
        return LocalDate.ofYearDay(year, leap ? day + 1 : day);
      }
      return LocalDate.ofYearDay(year, 1).plusDays(Integer.parseInt(text));
    }

    /** Returns a time such as {@code 2}, {@code -1} or {@code 3:30} in seconds. */
    private static int seconds(String text) {
      String[] parts = text.replaceAll("[-+]", "").split(":");
      int seconds = Integer.parseInt(parts[0]) * HOUR;
      if (parts.length > 1) {
        seconds += Integer.parseInt(parts[1]) * MINUTE;
      }
      if (parts.length > 2) {
        seconds += Integer.parseInt(parts[2]);
      }
      return text.startsWith("-") ? -seconds : seconds;
    }

    /** Header of a block: the numbers of its entries. */
    private record Counts(
        byte version, int flags, int marks, int leaps, int times, int types, int letters) {
      static Counts read(ByteBuffer in) {
        if (in.getInt() != MAGIC) {
          throw new IllegalArgumentException("not TZif");
        }
        byte version = in.get();
        in.position(in.position() + HEADER_REST - 1);
        return new Counts(
            version, in.getInt(), in.getInt(), in.getInt(), in.getInt(), in.getInt(), in.getInt());
      }

      /** Returns the length of the block after its header. */
      int length(int timeBytes) {
        return times * (timeBytes + 1) + types * 6 + rest(timeBytes);
      }

      /** Returns the length of what follows the types. */
      int rest(int timeBytes) {
        return letters + leaps * (timeBytes + Integer.BYTES) + marks + flags;
      }
    }
  }
}
