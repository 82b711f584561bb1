package dev.gatehouse.store.sqlite;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

/**
 * A connection to a file of SQLite with its statements, each parsed once: parsing costs more than
 * most statements' work. One thread uses it at a time.
 */
final class Sql implements AutoCloseable {
  /** Steps of SQLite's own, some microseconds together, between two looks for an interruption. */
  private static final int STEPS = 1_000;

  private final Path file;
  private final SQLiteConnection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  /** Makes something of one row, or of its absence. */
  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  Sql(Path file) {
    this.file = file;
    try {
      // As a URI: in a plain name the driver takes what follows a question mark for settings.
      String uri = file.toUri().getRawPath();
      this.connection = JDBC.createConnection("jdbc:sqlite:file:" + uri, properties());
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static Properties properties() {
    Properties properties = new Properties();
    // Otherwise the driver parses and runs a question for the new row's number at every insert.
    properties.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
    return properties;
  }

  Path file() {
    return file;
  }

  /** Reads or changes a setting of the connection or the file; the answer is its first word. */
  String pragma(String setting) {
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute("PRAGMA " + setting)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() ? rows.getString(1) : "";
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Runs a statement; values are Long, Integer, String or byte[]. */
  void run(String sql, Object... values) {
    try {
      prepare(sql, values).execute();
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  /** Runs a statement and says how many rows it changed. */
  int change(String sql, Object... values) {
    try {
      return prepare(sql, values).executeUpdate();
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  <T> T query(Reader<T> reader, String sql, Object... values) {
    try (ResultSet rows = prepare(sql, values).executeQuery()) {
      return reader.read(rows);
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  /** Runs what takes long; its statements fail when the thread is interrupted. */
  <T> T interruptibly(Supplier<T> work) {
    try {
      ProgressHandler.setHandler(
          connection,
          STEPS,
          new ProgressHandler() {
            @Override
            protected int progress() {
              return Thread.currentThread().isInterrupted() ? 1 : 0;
            }
          });
      try {
        return work.get();
      } finally {
        ProgressHandler.clearHandler(connection);
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private PreparedStatement prepare(String sql, Object... values) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case Long number -> statement.setLong(i + 1, number);
        case Integer number -> statement.setInt(i + 1, number);
        case byte[] bytes -> statement.setBytes(i + 1, bytes);
        case Object other -> statement.setString(i + 1, other.toString());
      }
    }
    return statement;
  }

  /** The driver closes a statement that failed: it has to be parsed anew. */
  private StoreFailure failed(String sql, SQLException e) {
    statements.remove(sql);
    return failure(e);
  }

  private StoreFailure failure(SQLException e) {
    return StoreFailure.of(file, e);
  }

  @Override
  public void close() {
    try {
      for (PreparedStatement statement : statements.values()) {
        statement.close();
      }
      connection.close();
    } catch (SQLException e) {
      throw failure(e);
    }
  }
}
