package dev.gatehouse.bench;

import module java.base;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The log of {@link GrowthFill} in SQLite and in PocketBase, with the same entries and pages. */
final class GrowthPeers {
  private static final int PAGE = 50;
  private static final String PAGES = "SELECT * FROM logs ORDER BY time DESC, id DESC LIMIT 50";
  private static final String FILTERED =
      "SELECT * FROM logs WHERE type = 'type-3' AND source = 'source-3' ORDER BY time DESC LIMIT 50";

  private final Path work;

  GrowthPeers(Path work) {
    this.work = work.toAbsolutePath();
  }

  /** Something that is measured. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  /** Returns the median duration of each operation in milliseconds, of SQLite without a server. */
  Map<String, Double> sqlite(int count) throws Exception {
    Path file = work.resolve("data/growth-sqlite.db");
    Files.createDirectories(file.getParent());
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(Path.of(file + suffix));
    }
    Map<String, Double> millis = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute(
          "CREATE TABLE logs (id INTEGER PRIMARY KEY, time INTEGER, source TEXT, operation TEXT,"
              + " type TEXT, message TEXT)");
      statement.execute("CREATE INDEX by_time ON logs (time, id)");
      statement.execute("CREATE INDEX by_type ON logs (type, time)");
      statement.execute("CREATE INDEX by_source ON logs (source, time)");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?)")) {
        insert(insert, 0, count);
        connection.commit();
        int[] next = {count};
        millis.put(
            "log, an entry added",
            GrowthCosts.median(() -> {
              insert(insert, next[0]++, 1);
              connection.commit();
            }));
      }
      millis.put("log, first page", GrowthCosts.median(() -> read(statement, PAGES)));
      String middle = PAGES + " OFFSET " + count / 2;
      millis.put("log, middle page", GrowthCosts.median(() -> read(statement, middle)));
      millis.put("log, two fields", GrowthCosts.median(() -> read(statement, FILTERED)));
    }
    return millis;
  }

  private static void insert(PreparedStatement insert, int first, int count) throws SQLException {
    for (int i = first; i < first + count; i++) {
      insert.setInt(1, i);
      insert.setLong(2, i);
      insert.setString(3, "source-" + i % 7);
      insert.setString(4, "operation-" + i % 40);
      insert.setString(5, "type-" + i % 5);
      insert.setString(6, "Order " + i + " was filled at the price of the day");
      insert.addBatch();
      if (i % 1_000 == 999) {
        insert.executeBatch();
      }
    }
    insert.executeBatch();
  }

  private static void read(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      int count = 0;
      while (rows.next()) {
        count += rows.getString(6).isEmpty() ? 0 : 1;
      }
      if (count != PAGE) {
        throw new SQLException(count + " rows for " + query);
      }
    }
  }

  /** Returns the same of PocketBase over HTTP; empty if it was not built. */
  Map<String, Double> pocketBase(int count) throws Exception {
    Path program = Path.of("target/peers/pocketbase/pocketbase").toAbsolutePath();
    if (!Files.isExecutable(program)) {
      return Map.of();
    }
    Path data = work.resolve("data/growth-pocketbase-" + count);
    run(program.toString(), "fill", Integer.toString(count), "--dir=" + data);
    int port = ServerProcess.freePort();
    List<String> command =
        List.of(program.toString(), "serve", "--http=127.0.0.1:" + port, "--dir=" + data);
    try (ServerProcess server =
            ServerProcess.start(command, Map.of(), port, work.resolve("pocketbase.log"));
        HttpClient http = HttpClient.newHttpClient()) {
      String records = server.address() + "/api/collections/logs/records";
      String page = records + "?perPage=50&sort=-time&page=";
      String filter = "&filter=type%3D%22type-3%22%26%26source%3D%22source-3%22";
      Map<String, Double> millis = new LinkedHashMap<>();
      millis.put("log, first page", GrowthCosts.median(() -> get(http, page + 1)));
      millis.put("log, middle page", GrowthCosts.median(() -> get(http, page + count / 100)));
      millis.put("log, two fields", GrowthCosts.median(() -> get(http, page + 1 + filter)));
      HttpRequest add =
          HttpRequest.newBuilder(URI.create(records))
              .header("Content-Type", "application/json")
              .POST(
                  BodyPublishers.ofString(
                      "{\"time\":1,\"source\":\"s\",\"type\":\"t\",\"message\":\"An order was filled\"}"))
              .build();
      millis.put("log, an entry added", GrowthCosts.median(() -> send(http, add)));
      return millis;
    }
  }

  private static void get(HttpClient http, String address) throws Exception {
    send(http, HttpRequest.newBuilder(URI.create(address)).build());
  }

  private static void send(HttpClient http, HttpRequest request) throws Exception {
    var reply = http.send(request, BodyHandlers.ofString());
    if (reply.statusCode() >= 400) {
      throw new IOException(reply.statusCode() + " " + reply.body());
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }
}
