package dev.gatehouse.areas.calendar.busy;

import module java.base;

import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;

/**
 * An event of an iCalendar file.
 *
 * @param line of its beginning in the file
 * @param uid empty if the file has none
 * @param recurrence original time of the occurrence that it changes; empty if it changes none
 * @param text a calendar that contains only this event with its times, and the zones that it names
 */
record EventText(long line, String uid, String recurrence, String title, String text) {
  private static final Set<String> KEPT =
      Set.of(
          "UID",
          "SUMMARY",
          "DTSTART",
          "DTEND",
          "DURATION",
          "RRULE",
          "RDATE",
          "EXDATE",
          "RECURRENCE-ID",
          "STATUS",
          "TRANSP",
          "X-MICROSOFT-CDO-BUSYSTATUS");

  private static final Pattern NAME = Pattern.compile("^([A-Za-z0-9-]+)([;:].*)$");
  private static final Pattern FOLD_IN_CHARACTER =
      Pattern.compile("(\r?\n[ \t])([\u0080-\u00bf]+)");
  private static final Pattern ZONE = Pattern.compile(";TZID=(\"[^\"]*\"|[^;:]*)");

  /**
   * Events of a file.
   *
   * @param others names of components that are no events
   */
  record File(List<EventText> events, Set<String> others) {}

  /** An unfolded line of a file. */
  private record Line(long number, String name, String rest) {
    String value() {
      return rest.substring(rest.indexOf(':') + 1).strip();
    }

    boolean is(String named, String valued) {
      return name.equals(named) && value().equalsIgnoreCase(valued);
    }
  }

  /**
   * Returns the text of a file. Some programs fold a line within a character, because RFC 5545
   * counts bytes.
   */
  static String decoded(byte[] file) {
    String bytes = new String(file, StandardCharsets.ISO_8859_1);
    String whole = FOLD_IN_CHARACTER.matcher(bytes).replaceAll("$2$1");
    return ImportText.of(whole.getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Divides a file.
   *
   * @throws ApiException 400 if it contains no calendar
   */
  static File read(String file) {
    List<Line> lines = lines(file);
    if (lines.stream().noneMatch(line -> line.is("BEGIN", "VCALENDAR"))) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID,
          "the file contains no calendar: export it as iCalendar (.ics)");
    }
    String zone =
        lines.stream()
            .filter(line -> line.name().equals("X-WR-TIMEZONE"))
            .findFirst()
            .map(line -> line.name() + line.rest() + "\r\n")
            .orElse("");
    Map<String, String> zones = new LinkedHashMap<>();
    for (List<Line> defined : components(lines, "VTIMEZONE"::equals)) {
      zones.put(value(defined, "TZID"), text(defined, line -> true));
    }
    List<EventText> events =
        components(lines, "VEVENT"::equals).stream().map(event -> of(event, zone, zones)).toList();
    Set<String> others =
        components(lines, name -> !Set.of("VCALENDAR", "VEVENT", "VTIMEZONE").contains(name))
            .stream()
            .map(component -> component.getFirst().value().toUpperCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return new File(events, others);
  }

  private static EventText of(List<Line> event, String zone, Map<String, String> zones) {
    String text = text(event, line -> KEPT.contains(line.name()));
    Matcher named = ZONE.matcher(text);
    String used =
        named
            .results()
            .map(found -> zones.getOrDefault(found.group(1).replace("\"", ""), ""))
            .distinct()
            .collect(Collectors.joining());
    return new EventText(
        event.getFirst().number(),
        value(event, "UID"),
        value(event, "RECURRENCE-ID"),
        unescaped(value(event, "SUMMARY")),
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + zone + used + text + "END:VCALENDAR\r\n");
  }

  private static String unescaped(String text) {
    return text.replaceAll("\\\\[nN]", " ").replaceAll("\\\\(.)", "$1");
  }

  /** Returns the components of some names, without those that lie in an event or a zone. */
  private static List<List<Line>> components(List<Line> lines, Predicate<String> names) {
    List<List<Line>> found = new ArrayList<>();
    List<Line> open = null;
    String name = "";
    for (Line line : lines) {
      String value = line.value().toUpperCase(Locale.ROOT);
      if (open == null && line.name().equals("BEGIN") && !value.equals("VCALENDAR")) {
        open = new ArrayList<>();
        name = value;
      }
      if (open != null) {
        open.add(line);
        if (line.is("END", name)) {
          if (names.test(name)) {
            found.add(open);
          }
          open = null;
        }
      }
    }
    return found;
  }

  /** Returns a component with some of its lines, without the components in it. */
  private static String text(List<Line> component, Predicate<Line> kept) {
    String name = component.getFirst().value().toUpperCase(Locale.ROOT);
    boolean zone = name.equals("VTIMEZONE");
    StringBuilder text = new StringBuilder("BEGIN:" + name + "\r\n");
    for (Line line : own(component, zone)) {
      if (kept.test(line)) {
        text.append(line.name()).append(line.rest()).append("\r\n");
      }
    }
    return text.append("END:").append(name).append("\r\n").toString();
  }

  private static List<Line> own(List<Line> component, boolean nested) {
    List<Line> lines = component.subList(1, Math.max(1, component.size() - 1));
    if (nested) {
      return lines;
    }
    List<Line> own = new ArrayList<>();
    int depth = 0;
    for (Line line : lines) {
      depth += line.name().equals("BEGIN") ? 1 : 0;
      if (depth == 0) {
        own.add(line);
      }
      depth -= line.name().equals("END") ? 1 : 0;
    }
    return own;
  }

  private static String value(List<Line> component, String name) {
    return own(component, false).stream()
        .filter(line -> line.name().equals(name))
        .map(Line::value)
        .findFirst()
        .orElse("");
  }

  /** Returns the lines, unfolded. */
  private static List<Line> lines(String file) {
    List<Line> lines = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    long number = 0;
    long begun = 1;
    for (String line : file.split("\r\n|\n|\r", -1)) {
      number++;
      if (line.startsWith(" ") || line.startsWith("\t")) {
        open.append(line, 1, line.length());
        continue;
      }
      add(lines, begun, open.toString());
      open.setLength(0);
      open.append(line);
      begun = number;
    }
    add(lines, begun, open.toString());
    return lines;
  }

  private static void add(List<Line> lines, long number, String text) {
    Matcher line = NAME.matcher(text);
    if (line.matches()) {
      lines.add(new Line(number, line.group(1).toUpperCase(Locale.ROOT), line.group(2)));
    }
  }
}
