package dev.gatehouse.store.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.MongoNamespace;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import io.vertx.core.json.JsonObject;

/**
 * The connection string of a MongoDB server. What is acknowledged must stay and be read by the next
 * call, so writes are the majority's and reads the primary's; an address that says otherwise is
 * refused. No message shows its user or password.
 */
public final class MongoUrl {
  /** The database where the address names none. */
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
   * Reads and checks an address.
   *
   * @throws IllegalArgumentException that says what is wrong with it
   */
  public static MongoUrl of(String text) {
    ConnectionString parsed = parsed(text);
    WriteConcern writes = parsed.getWriteConcern();
    boolean counted = writes != null && writes.getWObject() != null;
    if (counted && !writes.getWObject().equals(MAJORITY)) {
      throw refused(
          "w=" + writes.getWObject(),
          "a server that fails would lose writes that were acknowledged",
          "leave w out, or say w=majority");
    }
    if (writes != null && Boolean.FALSE.equals(writes.getJournal())) {
      throw refused(
          "journal=false",
          "a loss of power would lose writes that were acknowledged",
          "leave journal out, or say journal=true");
    }
    ReadPreference reads = parsed.getReadPreference();
    if (reads != null && !reads.equals(ReadPreference.primary())) {
      throw refused(
          "readPreference=" + reads.getName(),
          "a secondary does not know yet what was just written",
          "leave readPreference out, or say readPreference=primary");
    }
    String database = parsed.getDatabase() == null ? DATABASE : parsed.getDatabase();
    MongoNamespace.checkDatabaseNameValidity(database);
    return new MongoUrl(counted ? text : with(text, "w=" + MAJORITY), database);
  }

  private static IllegalArgumentException refused(String option, String why, String instead) {
    return new IllegalArgumentException("mongo.url says " + option + ": " + why + "; " + instead);
  }

  /** The driver's own words may repeat a part of the password, and so are not passed on then. */
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

  /** The address with one more option, whether it has any yet or not even a slash. */
  private static String with(String text, String option) {
    if (text.indexOf('?') >= 0) {
      return text + "&" + option;
    }
    boolean slash = text.indexOf('/', text.indexOf(SCHEME_END) + SCHEME_END.length()) >= 0;
    return text + (slash ? "?" : "/?") + option;
  }

  /** The database that the documents lie in. */
  public String database() {
    return database;
  }

  /** The driver's form of it; holds the password. */
  public ConnectionString connection() {
    return new ConnectionString(text);
  }

  /** The settings of a Vert.x client; they hold the password. */
  public JsonObject settings() {
    return new JsonObject()
        .put("connection_string", text)
        .put("db_name", database)
        .put("readPreference", ReadPreference.primary().getName())
        .put("useObjectId", false);
  }
}
