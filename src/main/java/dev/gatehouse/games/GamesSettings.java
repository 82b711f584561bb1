package dev.gatehouse.games;

import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Size;
import java.time.Duration;

/**
 * The area's settings.
 *
 * @param saveSize bytes of one world save
 * @param auditRetention how long the log of changes is kept; zero for good
 */
record GamesSettings(Size saveSize, Duration auditRetention) {
  static GamesSettings read(Section own) {
    return new GamesSettings(own.size("saveSize"), own.duration("auditRetention"));
  }
}
