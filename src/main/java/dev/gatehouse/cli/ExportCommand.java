package dev.gatehouse.cli;

import module java.base;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.gatehouse.cli.ExportClient.RecordSink;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.NewKey;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Writes the data of all areas in open formats. */
@Command(
    name = "export",
    description = {
      "Writes the data of all areas of the running node into a folder, in open formats: lists as",
      "JSON and CSV, meetings as iCalendar, audio as WAV, pictures as JPEG, market data as parquet,",
      "the resume as PDF, and game saves as uploaded. README.md there lists everything.",
      "Interrupted, it is run again: files that are complete are kept."
    })
final class ExportCommand implements Runnable {
  private static final String KEY = "gatehouse-export";
  private static final int REQUESTS_PER_MINUTE = 60_000;
  private static final long DAY_SECONDS = 86_400;
  private static final int YEARS_BEHIND = 10;
  private static final int YEARS_AHEAD = 2;
  private static final int QUARTER = 3;
  private static final long FULL_BYTES = 1_048_576;

  @Mixin private ResultOutput output;
  @ParentCommand private GatehouseCommand gatehouse;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "Folder to write to. It is created.")
  private Path folder;

  /** Lines of the readme. */
  private final List<String> written = new ArrayList<>();

  private final List<String> missing = new ArrayList<>();
  private ExportClient client;
  private long files;

  /**
   * @param files number of audio files, pictures, parquet files and saves
   * @param missing what the node does not have, with the reason
   */
  private record Exported(String folder, List<String> lists, long files, List<String> missing) {}

  @Override
  public void run() {
    ManagementClient.mustAnswer(gatehouse.settings());
    try (ManagementClient node = gatehouse.managementClient()) {
      try {
        node.call(AccessMessages.REVOKE_KEY, new KeyName(KEY));
      } catch (IllegalStateException none) {
        // There is a key only if an earlier export was killed.
      }
      NewKey wanted = new NewKey(KEY, List.of(), REQUESTS_PER_MINUTE, DAY_SECONDS);
      client =
          new ExportClient(
              gatehouse.settings().http(),
              gatehouse.settings().access().apiKeyHeader(),
              node.call(AccessMessages.ADD_KEY, wanted).key());
      try {
        export();
      } finally {
        node.call(AccessMessages.REVOKE_KEY, new KeyName(KEY));
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "the export failed: " + reason(e) + "; run it again: complete files are kept", e);
    }
    output.print(
        new Exported(folder.toString(), written, files, missing),
        "%s lists and %s files are in %s".formatted(written.size(), files, folder)
            + String.join("", missing.stream().map(line -> "\nnot exported: " + line).toList()));
  }

  private String reason(IOException e) {
    if (folder.toFile().getUsableSpace() < FULL_BYTES) {
      return "the disk of " + folder + " is full";
    }
    return e.toString();
  }

  private void export() throws IOException {
    Files.createDirectories(folder);
    list("site/links", "/api/proxy/hyperlinks");
    list("site/short-urls", "/api/proxy/redirects/public?limit=100");
    list("site/services", "/deployment/services");
    list("shop/products", "/api/proxy/products?status=all&limit=100", this::pictures);
    file("shop/products-shopify.csv", "/api/proxy/products/csv");
    list("shop/orders", "/api/proxy/storefront/orders?limit=100");
    list("shop/subscribers", "/api/proxy/storefront/customers?limit=100");
    list("shop/payments", "/payments/orders?limit=100");
    for (String state : List.of("approved", "pending", "rejected", "spam")) {
      list("shop/reviews-" + state, "/api/proxy/reviews/moderation?limit=100&state=" + state);
    }
    for (String market : List.of("marketplace-a", "marketplace-b")) {
      list("shop/listings-" + market, "/api/proxy/listings?type=" + market);
    }
    list("books/print-shop-orders", "/api/proxy/printshop/orders?limit=100&page=1");
    list("books/expenses", "/api/proxy/printshop/expenditures?limit=100");
    list("inbox/hire-forms", "/api/proxy/hire?limit=100");
    list("inbox/hire-forms-spam", "/api/proxy/hire?limit=100&state=spam");
    list("inbox/notifications", "/api/proxy/notifications?limit=100");
    meetings();
    list(
        "audio/audio",
        "/audio?limit=100",
        song -> {
          String name = song.getString("filename");
          file("audio/" + name, "/audio/" + encoded(name));
        });
    file("resume.pdf", "/api/proxy/resume/download");
    list("trading/log", "/api/proxy/bots/trading/logs?limit=100&page=1");
    list("trading/watchlist", "/api/proxy/trading/watchlist?limit=200");
    list("trading/positions", "/api/proxy/public/trading/positions");
    list(
        "trading/symbols",
        "/api/proxy/historical-data?limit=500",
        symbol -> {
          String name = encoded(symbol.getString("symbol"));
          file("trading/" + name + ".parquet", "/api/proxy/historical-data/" + name + "/download");
        });
    list("games/operators", "/games/blockgame/operators");
    list("games/whitelist", "/games/blockgame/whitelist");
    list("games/audit", "/games/blockgame/audit?limit=100");
    list(
        "games/saves",
        "/games/blockgame/saves?limit=100",
        save ->
            file(
                "games/%s-%s".formatted(save.getString("_id"), plain(save.getString("filename"))),
                "/games/blockgame/save/" + save.getString("_id")));
    readme();
  }

  private void list(String name, String path) throws IOException {
    list(name, path, record -> {});
  }

  private void list(String name, String path, RecordSink each) throws IOException {
    list(name, List.of(path), each);
  }

  /** Writes a list as JSON, with one record in each line, and as CSV. */
  private void list(String name, List<String> paths, RecordSink each) throws IOException {
    ExportTable table = new ExportTable(folder.resolve(name));
    try {
      for (String path : paths) {
        client.pages(
            path,
            record -> {
              table.add(record);
              each.add(record);
            });
      }
      written.add("%s.json, %s.csv: %s records".formatted(name, name, table.finish()));
    } catch (ExportClient.AbsentException absent) {
      missing.add(name + ": " + absent.getMessage());
    } finally {
      table.close();
    }
  }

  /** The API returns one quarter at a time. */
  private void meetings() throws IOException {
    List<String> quarters = new ArrayList<>();
    LocalDate today = ManagementClient.today();
    for (LocalDate day = today.minusYears(YEARS_BEHIND).withDayOfMonth(1);
        day.isBefore(today.plusYears(YEARS_AHEAD));
        day = day.plusMonths(QUARTER)) {
      quarters.add(
          "/api/proxy/calendar/events?startDate=%s&endDate=%s"
              .formatted(day, day.plusMonths(QUARTER).minusDays(1)));
    }
    Path file = folder.resolve("calendar/meetings.ics");
    Files.createDirectories(file.getParent());
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Gatehouse//export//EN\r\n");
      list("calendar/meetings", quarters, meeting -> out.write(ExportTable.event(meeting)));
      out.write("END:VCALENDAR\r\n");
    }
  }

  private void pictures(JsonObject product) throws IOException {
    int number = 0;
    for (Object image : product.getJsonArray("images")) {
      String path = image.toString().replaceFirst("#.*", "");
      number++;
      if (path.startsWith("/pictures/")) {
        file("shop/pictures/%s-%s.jpg".formatted(product.getString("_id"), number), path);
      }
    }
  }

  private void file(String name, String path) throws IOException {
    try {
      client.download(path, folder.resolve(name));
      files++;
      spec.commandLine().getErr().println(name);
    } catch (ExportClient.AbsentException absent) {
      missing.add(name + ": " + absent.getMessage());
    }
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N} ._()-]", "-");
  }

  private void readme() throws IOException {
    String lists = String.join("", written.stream().map(line -> "- " + line + "\n").toList());
    String absent = String.join("", missing.stream().map(line -> "- " + line + "\n").toList());
    Files.writeString(
        folder.resolve("README.md"),
        """
        # Export of %s

        Each list has two files: JSON, with one record in each line, and CSV in UTF-8 with a header.
        Times are in UTC. `calendar/meetings.ics` has the meetings of the last ten and the next two
        years. `audio` has WAV files, `shop/pictures` JPEG files, `trading` parquet files, `games` the
        world saves. Other shops import `shop/products-shopify.csv`.

        %s
        Not here: API keys, passkeys and secrets; DNA sequences, whose random IDs no list contains;
        visitors' clicks by day; deleted records. `gatehouse backup` copies these, too. The settings are
        in your settings file: `gatehouse config show` prints them.

        ## Not exported

        %s\
        """
            .formatted(ManagementClient.today(), lists, absent.isEmpty() ? "Nothing.\n" : absent));
  }

  /** A list as JSON with one record in each line, and as CSV with the columns of all records. */
  static final class ExportTable implements AutoCloseable {
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

    /**
     * Returns the values of a record by their columns. Nested fields have names like {@code a.b}.
     */
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
}
