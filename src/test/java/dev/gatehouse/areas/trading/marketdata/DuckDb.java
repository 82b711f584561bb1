package dev.gatehouse.areas.trading.marketdata;

import module java.base;

import dev.gatehouse.Unchecked;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** DuckDB in memory. Writes files for imports and reads their contents. */
public final class DuckDb implements AutoCloseable {
  /** Minute bars with gaps in every optional column; {@code n} rows as the table bars. */
  public static final String MINUTES =
      """
      create table bars as select
        case when i % 13 = 0 then null else 'SPY' end as symbol,
        make_timestamp(1262304000000000 + i * 60000000) as timeUtc,
        round(100 + 40 * sin(i / 900.0) + (hash(i) %% 100) / 100, 2) as open,
        round(101 + 40 * sin(i / 900.0) + (hash(i + 1) %% 100) / 100, 2) as high,
        round(99 + 40 * sin(i / 900.0) + (hash(i + 2) %% 100) / 100, 2) as low,
        case when i %% 97 = 5 then null else round(100 + 40 * sin(i / 900.0), 4) end as close,
        case when i %% 11 = 3 then null else (hash(i + 3) %% 1000000)::double end as volume,
        case when i %% 5 = 0 then null else 100 + 40 * sin(i / 900.0) end as vwap,
        case when i %% 7 = 2 then null else (hash(i + 4) %% 5000)::bigint end as tradeCount,
        case when i %% 3 = 0 then null when i %% 3 = 1 then 'XNAS' else 'ARCX' end as exchange,
        case when i %% 4 = 0 then null else i %% 4 = 1 end as otc
      from range(%d) t(i)
      """
          .replace("i % 13", "i %% 13");

  private final Connection connection;

  public DuckDb() {
    connection = Unchecked.get(() -> DriverManager.getConnection("jdbc:duckdb:"));
    Unchecked.get(() -> run("set threads = 1").run("set timezone = 'UTC'"));
  }

  /** Opens a database with minute bars. */
  public DuckDb(int rows) throws SQLException {
    this();
    minutes(rows);
  }

  /** Returns the bars of a file that a node has served. */
  public static List<Bar> read(Path file, String symbol) throws SQLException {
    try (DuckDb duck = new DuckDb()) {
      return duck.bars("'" + file + "'", symbol);
    }
  }

  /** Writes a query over minute bars as Parquet. */
  public static Path upload(int rows, String query, Path folder) throws SQLException {
    try (DuckDb duck = new DuckDb(rows)) {
      return duck.parquet(query, folder);
    }
  }

  public DuckDb run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
    return this;
  }

  public void minutes(int rows) throws SQLException {
    run(String.format(java.util.Locale.ROOT, MINUTES, rows));
  }

  /** Writes a query's rows; {@code options} as in {@code COPY … (FORMAT parquet, …)}. */
  public Path write(String query, Path file, String options) throws SQLException {
    run("copy (" + query + ") to '" + file + "' (" + options + ")");
    return file;
  }

  public Path parquet(String query, Path folder) throws SQLException {
    return write(query, folder.resolve("u.parquet"), "format parquet");
  }

  public Connection connection() {
    return connection;
  }

  /** The bars of a relation with our column names, ordered by time. */
  public List<Bar> bars(String relation, String symbol) throws SQLException {
    List<Bar> bars = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select epoch_us(timeUtc::timestamp), open::double, high::double, low::double,"
                    + " close::double, volume::double, vwap::double, tradeCount::bigint, exchange, otc from "
                    + relation
                    + " order by timeUtc")) {
      while (rows.next()) {
        bars.add(
            new Bar(
                symbol,
                Instant.EPOCH.plus(rows.getLong(1), ChronoUnit.MICROS),
                rows.getObject(2, Double.class),
                rows.getObject(3, Double.class),
                rows.getObject(4, Double.class),
                rows.getObject(5, Double.class),
                rows.getObject(6, Double.class),
                rows.getObject(7, Double.class),
                rows.getObject(8, Long.class),
                rows.getString(9),
                rows.getObject(10, Boolean.class)));
      }
    }
    return bars;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
