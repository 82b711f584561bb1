package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.TestClock;
import dev.gatehouse.TestNode;
import dev.gatehouse.TestSettings;
import dev.gatehouse.Waiting;
import dev.gatehouse.node.backup.ScheduledBackup;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Scheduled backups of a node: the job, health and metrics. */
class ScheduledBackupNodeTest {
  private static final Path BACKUPS = TestNode.folder("gatehouse-backups");

  @RegisterExtension
  static final TestNode NODE = new TestNode().with("BACKUP_FOLDER", BACKUPS.toString());

  /** A repeated run of this class has another store. */
  @AfterAll
  static void delete() throws IOException {
    try (Stream<Path> all = Files.list(BACKUPS)) {
      all.forEach(TestNode::deleteTree);
    }
  }

  private static long backups() throws IOException {
    try (Stream<Path> all = Files.list(BACKUPS)) {
      return all.filter(each -> Files.exists(each.resolve("manifest"))).count();
    }
  }

  @Test
  void takesBackupAndReportsIt() throws Exception {
    Waiting.until(() -> NODE.metric("gatehouse_backup_verified_seconds") > 0);
    assertEquals(1, backups());
    assertTrue(NODE.metric("gatehouse_backup_size_bytes") > 0);
    assertEquals(0, NODE.metric("gatehouse_backup_failures_total"));
    Client.Reply store = NODE.owner("GET", "/api/proxy/store").send();
    assertTrue(
        store.json().getJsonObject("lastBackup").getString("folder").contains("backup-000001"));
  }

  @Test
  void verifiesTheNewestBackup() throws Exception {
    Waiting.until(() -> NODE.metric("gatehouse_backup_verified_seconds") > 0);
    assertEquals("done", verification().getString("outcome"));
    Path documents;
    try (Stream<Path> all = Files.walk(BACKUPS)) {
      documents = all.filter(file -> file.endsWith("documents.sqlite")).findFirst().orElseThrow();
    }
    byte[] before = Files.readAllBytes(documents);
    byte[] damaged = before.clone();
    damaged[damaged.length / 2] ^= 1;
    Files.write(documents, damaged);
    JsonObject failed = verification();
    Files.write(documents, before);
    assertEquals("failed", failed.getString("outcome"), failed::encode);
    assertTrue(failed.getString("detail").contains("is damaged"), failed::encode);
    assertEquals("done", verification().getString("outcome"));
  }

  private static JsonObject verification() {
    String run = "/api/proxy/node/jobs/store.verifyBackup/run";
    return NODE.owner("POST", run).answer();
  }

  @Test
  void requiresTheEmbeddedStore(@TempDir Path data) {
    var settings =
        TestSettings.of(
            "DATA_DIR", data.toString(),
            "BACKUP_FOLDER", data.resolve("backups").toString(),
            "MONGO_URL", "mongodb://127.0.0.1:1/x");
    var clock = new TestClock().trusted();
    var failed =
        assertThrows(
            SettingsException.class,
            () -> ScheduledBackup.of(settings, null, null, Modules::blobs, clock));
    String message = failed.getMessage();
    assertTrue(message.startsWith("backup.folder and backup.s3Url require the embedded store"));
  }
}
