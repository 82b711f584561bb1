package dev.gatehouse.node;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.FreePort;
import dev.gatehouse.TestSettings;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.time.TimeSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start while the document server does not respond. */
class PatientStartTest {
  @TempDir Path folder;

  @Test
  void waitsForTheStore() throws Exception {
    var settings =
        TestSettings.of(
            "DATA_DIR", folder.toString(),
            "HTTP_PORT", "0",
            "MANAGEMENT_PORT", "0",
            "MONGO_SELECTION_TIMEOUT", "200ms",
            "MONGO_URL", "mongodb://127.0.0.1:" + FreePort.next());
    List<Duration> pauses = new ArrayList<>();
    var end =
        assertThrows(
            InterruptedException.class,
            () ->
                NodeProcess.startPatiently(
                    () -> Node.start(settings, Path.of("."), TimeSource.system()),
                    time -> {
                      pauses.add(time);
                      if (pauses.size() == 2) {
                        throw new InterruptedException("enough");
                      }
                    }));
    assertEquals("enough", end.getMessage());
    assertTrue(pauses.getFirst().toSeconds() >= 1, pauses::toString);
  }

  @Test
  void endsForOtherFaults() {
    assertThrows(
        SettingsException.class,
        () ->
            NodeProcess.startPatiently(
                () -> {
                  throw new SettingsException("invalid");
                },
                time -> {
                  throw new IllegalStateException("paused");
                }));
  }
}
