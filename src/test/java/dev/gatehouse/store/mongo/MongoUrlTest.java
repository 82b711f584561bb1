package dev.gatehouse.store.mongo;

import static org.junit.jupiter.api.Assertions.*;

import com.mongodb.ConnectionString;
import com.mongodb.ReadConcern;
import dev.gatehouse.Words;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * MongoDB addresses: which are rejected, how the others are normalized, and that none is disclosed.
 */
class MongoUrlTest {
  @ParameterizedTest
  @CsvSource({
    "?w=0, w=0",
    "?w=1, w=1",
    "other?w=2, w=2",
    "?safe=false, w=0",
    "?journal=false, journal=false",
    "?w=majority&journal=false, journal=false",
    "?readPreference=secondary, readPreference=secondary",
    "?readPreference=secondaryPreferred, readPreference=secondaryPreferred",
    "?readPreference=primaryPreferred, readPreference=primaryPreferred",
    "?readPreference=nearest, readPreference=nearest",
  })
  void rejectsUnsafeReadAndWriteOptions(String rest, String named) {
    String url = "mongodb://user:hidden@127.0.0.1:27017/" + rest;
    String message =
        assertThrows(IllegalArgumentException.class, () -> MongoUrl.of(url)).getMessage();
    assertTrue(message.startsWith("mongo.url has " + named + ": "), message);
    assertFalse(message.contains("hidden"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://127.0.0.1:27017, gatehouse",
    "mongodb://127.0.0.1:27017/, gatehouse",
    "mongodb://127.0.0.1:27017/other, other",
    "mongodb://127.0.0.1:27017/?serverSelectionTimeoutMS=3000, gatehouse",
    "mongodb://127.0.0.1:27017/other?w=majority, other",
    "mongodb://127.0.0.1:27017/?journal=true, gatehouse",
    "'mongodb://a:1,b:2,c:3/other?replicaSet=r&wtimeoutMS=5000&readPreference=primary', other",
  })
  void setsMajorityWritesAndPrimaryReads(String url, String database) {
    JsonObject settings = MongoUrl.of(url).settings();
    var driver = new ConnectionString(settings.getString("connection_string"));
    assertEquals("majority", driver.getWriteConcern().getWObject());
    assertEquals(ReadConcern.MAJORITY, driver.getReadConcern());
    assertEquals(database, settings.getString("db_name"));
    assertEquals("primary", settings.getString("readPreference"));
  }

  @Test
  void keepsTheReadConcernOfTheOwner() {
    JsonObject settings =
        MongoUrl.of("mongodb://127.0.0.1:27017/?readConcernLevel=local").settings();
    var driver = new ConnectionString(settings.getString("connection_string"));
    assertEquals(ReadConcern.LOCAL, driver.getReadConcern());
  }

  @ParameterizedTest
  @Words(
      """
      mongodb://user:hid/den@127.0.0.1:27017/other mongodb://user:hid@den@127.0.0.1:27017/other
      mongodb://user:hid:den@127.0.0.1:27017/other mongodb://user:hid%zden@127.0.0.1:27017/other
      mongodb://user:hidden@127.0.0.1:port/other mongodb://user:hidden@/other mongo://user:hidden@127.0.0.1/other
      user:hidden@127.0.0.1
      """)
  void noMessageShowsAPassword(String url) {
    var refused = assertThrows(IllegalArgumentException.class, () -> MongoUrl.of(url));
    assertTrue(refused.getMessage().startsWith("mongo.url cannot be used: "));
    assertFalse(refused.getMessage().matches(".*(hid|den@|zden).*"), refused.getMessage());
    assertNull(refused.getCause(), "a cause is logged as well");
  }
}
