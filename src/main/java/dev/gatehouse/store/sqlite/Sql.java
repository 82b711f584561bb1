package dev.gatehouse.store.sqlite;

import module java.base;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

/**
 * Connection to a SQLite file with cached statements, because parsing a statement costs more than
 * most statements' work. Used by one thread at a time.
 */
final class Sql implements AutoCloseable {
  /**
   * Number of SQLite's steps between two checks for an interruption, which take some microseconds.
   */
  private static final int STEPS = 1_000;

  private static final int MAX_STATEMENTS = 300;

  private final Path file;
  private final SQLiteConnection connection;
  private final Map<String, PreparedStatement> statements =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> oldest) {
          if (size() <= MAX_STATEMENTS) {
            return false;
          }
          close(oldest.getValue());
          return true;
        }
      };

  /** Converts a row, or its absence, to a result. */
  interface Reader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  Sql(Path file) {
    this.file = file;
    try {
      // A URI, because in a plain name the driver parses the text after a question mark as
      // settings.
      String uri = file.toUri().getRawPath();
      this.connection = JDBC.createConnection("jdbc:sqlite:file:" + uri, properties());
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static Properties properties() {
    Properties properties = new Properties();
    // Otherwise the driver queries the new row's number after every insert.
    properties.setProperty(SQLiteConfig.Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, "false");
    return properties;
  }

  Path file() {
    return file;
  }

  /**
   * Reads or changes a setting of the connection or the file; returns the first value of the
   * result.
   */
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

  /** Runs a statement. Values are Long, Integer, Double, String or byte[]. */
  void run(String sql, Object... values) {
    try {
      prepare(sql, values).execute();
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  /** Runs a statement and returns the number of changed rows. */
  int change(String sql, Object... values) {
    try {
      return prepare(sql, values).executeUpdate();
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  <T> List<T> list(Reader<T> row, String sql, Object... values) {
    return query(
        rows -> {
          List<T> found = new ArrayList<>();
          while (rows.next()) {
            found.add(row.read(rows));
          }
          return found;
        },
        sql,
        values);
  }

  <T> T query(Reader<T> reader, String sql, Object... values) {
    try (ResultSet rows = prepare(sql, values).executeQuery()) {
      return reader.read(rows);
    } catch (SQLException e) {
      throw failed(sql, e);
    }
  }

  /** Runs slow work, whose statements fail if the thread is interrupted. */
  <T> T interruptibly(Supplier<T> work) {
    return stepwise(() -> true, work);
  }

  /**
   * Runs slow work, whose statements fail if the thread is interrupted.
   *
   * @param step is run often, and returns whether to continue
   */
  <T> T stepwise(BooleanSupplier step, Supplier<T> work) {
    try {
      ProgressHandler.setHandler(
          connection,
          STEPS,
          new ProgressHandler() {
            @Override
            protected int progress() {
              return !Thread.currentThread().isInterrupted() && step.getAsBoolean() ? 0 : 1;
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
        case Double number -> statement.setDouble(i + 1, number);
        case byte[] bytes -> statement.setBytes(i + 1, bytes);
        case Object other -> statement.setString(i + 1, other.toString());
      }
    }
    return statement;
  }

  /** Returns a name of a table or an index for a statement. */
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns a text for a statement. */
  static String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private void close(PreparedStatement statement) {
    try {
      statement.close();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Creates the failure and drops the cached statement, which the driver has closed. */
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
