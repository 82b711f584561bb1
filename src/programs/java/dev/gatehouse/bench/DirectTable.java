package dev.gatehouse.bench;

import module java.base;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;

/**
 * SQLite as a document table: a column for each indexed field, and the document's bytes. It has the
 * indexes of the log collection, and one thread that commits for all waiting writers.
 */
final class DirectTable implements AutoCloseable {
  private static final int MAX_BATCH = 256;
  private static final List<String> INDEXES =
      List.of(
          "time, id",
          "operation, id",
          "message, id",
          "type, time, id",
          "source, time, id",
          "source, type, time, id");

  private final Path file;
  private final Connection connection;
  private final PreparedStatement insert;
  private final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
  private final Thread thread = Thread.ofPlatform().name("direct-writer").unstarted(this::loop);

  private Connection reader;

  private record Job(List<LogEntries.Entry> entries, CompletableFuture<Void> done) {}

  DirectTable(Path file) throws SQLException {
    this.file = file;
    Properties properties = new Properties();
    properties.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
    connection = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size=4096");
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA cache_size=-16000");
      statement.execute("PRAGMA wal_autocheckpoint=4000");
      statement.execute(
          "CREATE TABLE logs (id TEXT PRIMARY KEY, time INTEGER, source TEXT, operation TEXT,"
              + " type TEXT, message TEXT, bytes BLOB)");
      for (int i = 0; i < INDEXES.size(); i++) {
        statement.execute("CREATE INDEX logs" + i + " ON logs (" + INDEXES.get(i) + ")");
      }
    }
    connection.setAutoCommit(false);
    insert = connection.prepareStatement("INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)");
    thread.start();
  }

  /** Returns when the entries are on disk. */
  void insert(List<LogEntries.Entry> entries) {
    var job = new Job(entries, new CompletableFuture<>());
    jobs.add(job);
    job.done().join();
  }

  /** Returns the number of rows of a query, whose first column is read. */
  int rows(String query) throws SQLException {
    if (reader == null) {
      reader = DriverManager.getConnection("jdbc:sqlite:" + file);
    }
    try (Statement statement = reader.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int count = 0;
      while (rows.next()) {
        rows.getBytes(1);
        count++;
      }
      return count;
    }
  }

  private void loop() {
    List<Job> batch = new ArrayList<>();
    boolean last = false;
    try {
      while (!last) {
        batch.add(jobs.take());
        jobs.drainTo(batch, MAX_BATCH - 1);
        for (Job job : batch) {
          for (LogEntries.Entry entry : job.entries()) {
            write(entry);
          }
        }
        connection.commit();
        last = batch.stream().anyMatch(job -> job.entries().isEmpty());
        batch.forEach(job -> job.done().complete(null));
        batch.clear();
      }
    } catch (InterruptedException | SQLException e) {
      batch.forEach(job -> job.done().completeExceptionally(e));
    }
  }

  private void write(LogEntries.Entry entry) throws SQLException {
    insert.setString(1, entry.id());
    insert.setLong(2, entry.time());
    insert.setString(3, entry.source());
    insert.setString(4, entry.operation());
    insert.setString(5, entry.type());
    insert.setString(6, entry.message());
    insert.setBytes(7, entry.document().encode().getBytes(StandardCharsets.UTF_8));
    insert.executeUpdate();
  }

  /** A job without entries is the last one. */
  @Override
  public void close() throws SQLException {
    insert(List.of());
    connection.close();
    if (reader != null) {
      reader.close();
    }
  }
}
