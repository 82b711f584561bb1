package dev.gatehouse.http.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import module java.base;

import dev.gatehouse.pages.Pages;
import dev.gatehouse.settings.SettingsReader;
import org.junit.jupiter.api.Test;

class ManualSearchTest {
  /** Anyone can search, and reading all pages for each search takes a twentieth of a second. */
  @Test
  void readsThePagesOnce() {
    var manual = new Manual(Pages.of(new SettingsReader(Map.of()).read(Path.of("none.yaml"))));
    Page first = manual.search("a");
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 500; i++) {
            assertEquals(first.etag(), manual.search("a").etag());
          }
        });
  }
}
