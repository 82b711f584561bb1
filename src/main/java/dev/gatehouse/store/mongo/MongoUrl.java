package dev.gatehouse.store.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import io.vertx.core.json.JsonObject;
import java.util.Objects;

/**
 * Connection string of a MongoDB server. Acknowledged writes must be durable and visible to the
 * next read, so writes use the majority and reads the primary. A URL with other settings is
 * rejected. Reads return what a majority has stored, unless the URL sets another level, because
 * some compatible servers support none. No message contains the user or password.
 */
public final class MongoUrl {
  /** Default database if the URL names none. */
  public static final String DATABASE = "gatehouse";

  private static final String MAJORITY = "majority";
  private static final String SCHEME_END = "://";

  private final String text;
  private final String database;

  private MongoUrl(String text, String database) {
    this.text = text;
    this.database = database;
  }

  /**
   * Parses and checks a URL.
   *
   * @throws IllegalArgumentException that describes the problem
   */
  public static MongoUrl of(String text) {
    ConnectionString parsed = parsed(text);
    WriteConcern writes = parsed.getWriteConcern();
    boolean counted = writes != null && writes.getWObject() != null;
    if (counted && !writes.getWObject().equals(MAJORITY)) {
      throw refused(
          "w=" + writes.getWObject(),
          "a server that fails would lose writes that were acknowledged",
          "omit w, or set w=majority");
    }
    if (writes != null && Boolean.FALSE.equals(writes.getJournal())) {
      throw refused(
          "journal=false",
          "a loss of power would lose writes that were acknowledged",
          "omit journal, or set journal=true");
    }
    ReadPreference reads = parsed.getReadPreference();
    if (reads != null && !reads.equals(ReadPreference.primary())) {
      throw refused(
          "readPreference=" + reads.getName(),
          "a secondary does not know yet what was just written",
          "omit readPreference, or set readPreference=primary");
    }
    String database = Objects.requireNonNullElse(parsed.getDatabase(), DATABASE);
    MongoNamespace.checkDatabaseNameValidity(database);
    String writing = counted ? text : with(text, "w=" + MAJORITY);
    boolean chosen = parsed.getReadConcern() != null;
    return new MongoUrl(chosen ? writing : with(writing, "readConcernLevel=" + MAJORITY), database);
  }

  private static IllegalArgumentException refused(String option, String why, String instead) {
    return new IllegalArgumentException("mongo.url has " + option + ": " + why + "; " + instead);
  }

  /**
   * Parses a URL. The driver's messages may contain a part of the password, so they are not passed
   * on.
   */
  private static ConnectionString parsed(String text) {
    try {
      return new ConnectionString(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("mongo.url cannot be used: " + trouble(text));
    }
  }

  private static String trouble(String text) {
    int user = text.indexOf(SCHEME_END) + SCHEME_END.length();
    int host = text.lastIndexOf('@') + 1;
    String bare = host > user ? text.substring(0, user) + text.substring(host) : text;
    try {
      new ConnectionString(bare);
      return "user and password must be percent-encoded";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /** Returns the URL with one more option, even if it has no options or no slash yet. */
  private static String with(String text, String option) {
    if (text.indexOf('?') >= 0) {
      return text + "&" + option;
    }
    boolean slash = text.indexOf('/', text.indexOf(SCHEME_END) + SCHEME_END.length()) >= 0;
    return text + (slash ? "?" : "/?") + option;
  }

  public String database() {
    return database;
  }

  /** Returns the driver's form of the URL, including the password. */
  public ConnectionString connection() {
    return new ConnectionString(text);
  }

  /** Returns the settings of a Vert.x client, including the password. */
  public JsonObject settings() {
    return new JsonObject()
        .put("connection_string", text)
        .put("db_name", database)
        .put("readPreference", ReadPreference.primary().getName())
        .put("useObjectId", false);
  }
}
