package dev.gatehouse.cli;

import module java.base;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A list as JSON with one record in each line, and as CSV with the columns of all records. */
final class ExportTable implements AutoCloseable {
  private static final DateTimeFormatter ICALENDAR =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path json;
  private final Path csv;
  private final Path part;
  private final Writer out;
  private final Set<String> columns = new LinkedHashSet<>();
  private long records;

  /**
   * @param name path of the files without their extensions
   */
  ExportTable(Path name) throws IOException {
    Files.createDirectories(name.toAbsolutePath().getParent());
    this.json = name.resolveSibling(name.getFileName() + ".json");
    this.csv = name.resolveSibling(name.getFileName() + ".csv");
    this.part = name.resolveSibling(name.getFileName() + ".part");
    this.out = Files.newBufferedWriter(part);
    out.write("[\n");
  }

  void add(JsonObject record) throws IOException {
    out.write((records == 0 ? "" : ",\n") + record.encode());
    columns.addAll(cells(record).keySet());
    records++;
  }

  /** Completes both files, and returns the number of records. */
  long finish() throws IOException {
    out.write("\n]\n");
    out.close();
    Files.move(part, json, StandardCopyOption.REPLACE_EXISTING);
    try (BufferedReader lines = Files.newBufferedReader(json);
        CsvWriter table = CsvWriter.builder().build(part)) {
      table.writeRecord(columns);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          Map<String, String> cells = cells(new JsonObject(line.replaceFirst(",$", "")));
          table.writeRecord(
              columns.stream().map(column -> cells.getOrDefault(column, "")).toList());
        }
      }
    }
    Files.move(part, csv, StandardCopyOption.REPLACE_EXISTING);
    return records;
  }

  /** Deletes an incomplete file. */
  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(part);
  }

  /** Returns the values of a record by their columns. Nested fields have names like {@code a.b}. */
  static Map<String, String> cells(JsonObject record) {
    Map<String, String> cells = new LinkedHashMap<>();
    record.forEach(field -> {
      Object value = field.getValue();
      if (value instanceof JsonObject nested) {
        cells(nested).forEach((name, text) -> cells.put(field.getKey() + '.' + name, text));
      } else if (value instanceof JsonArray array
          && array.stream().noneMatch(ExportTable::isJson)) {
        cells.put(field.getKey(), String.join("; ", texts(array)));
      } else {
        cells.put(field.getKey(), value == null ? "" : safe(value));
      }
    });
    return cells;
  }

  private static boolean isJson(Object value) {
    return value instanceof JsonObject || value instanceof JsonArray;
  }

  private static List<String> texts(JsonArray array) {
    return array.stream().map(ExportTable::safe).toList();
  }

  /** Spreadsheets run a visitor's text that begins like a formula. */
  private static String safe(Object value) {
    String text = value.toString();
    return value instanceof String && text.matches("(?s)[=+\\-@\\t\\r].*") ? "'" + text : text;
  }

  /** Returns a meeting in iCalendar form. */
  static String event(JsonObject meeting) {
    StringBuilder event = new StringBuilder("BEGIN:VEVENT\r\n");
    line(event, "UID:" + meeting.getString("id") + "@gatehouse");
    line(event, "DTSTAMP:" + time(meeting, "start"));
    line(event, "DTSTART:" + time(meeting, "start"));
    line(event, "DTEND:" + time(meeting, "end"));
    line(event, "SUMMARY:" + escaped(meeting.getString("title")));
    line(event, "DESCRIPTION:" + escaped(meeting.getString("description")));
    line(event, "LOCATION:" + escaped(meeting.getString("location")));
    for (Object guest : meeting.getJsonArray("attendees")) {
      line(event, "ATTENDEE:mailto:" + ((JsonObject) guest).getString("email"));
    }
    return event.append("END:VEVENT\r\n").toString();
  }

  private static String time(JsonObject meeting, String field) {
    return ICALENDAR.format(Instant.parse(meeting.getString(field)));
  }

  private static String escaped(String text) {
    return (text == null ? "" : text)
        .replaceAll("([\\\\;,])", "\\\\$1")
        .replaceAll("\\r\\n|\\r|\\n", "\\\\n");
  }

  /** Lines have at most 75 bytes; the rest follows after a blank. */
  private static void line(StringBuilder event, String text) {
    event.append(text.replaceAll("(?s)(.{18})(?=.)", "$1\r\n ")).append("\r\n");
  }
}
