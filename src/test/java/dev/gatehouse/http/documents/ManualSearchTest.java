package dev.gatehouse.http.documents;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.TestSettings;
import dev.gatehouse.http.documents.Manual.ManualSearch;
import dev.gatehouse.pages.ManualPage;
import dev.gatehouse.pages.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManualSearchTest {
  @Test
  void hidesPagesOfUnusedAreas() {
    Pages pages = Pages.of(TestSettings.of());
    String link = "/docs/guides/block-game";
    Page all = new Manual(pages, Set.of(), Set.of()).search("whitelist");
    assertTrue(all.bytes().toString().contains(link));
    Page fewer = new Manual(pages, Set.of("games"), Set.of()).search("whitelist");
    assertFalse(fewer.bytes().toString().contains(link));
    assertTrue(all.bytes().toString().contains("/docs/reference/api/games"));
    assertFalse(fewer.bytes().toString().contains("/docs/reference/api/games"));
  }

  /** Words of owners who look for an answer. */
  @ParameterizedTest
  @CsvSource({
    "GDPR, guides/personal-data", "newsletter, guides/personal-data", "bookmarks, guides/moving-in",
    "renew, operate/domain", "certificate, operate/domain", "holiday, guides/",
    "bank transfer, guides/shop", "time zone, guides/calendar", "spam, guides/notifications",
    "Linktree, guides/moving-in", "export, guides/leaving",
  })
  void findsWordsOfOwners(String words, String page) {
    Pages pages = Pages.of(TestSettings.of());
    String found = new Manual(pages, Set.of(), Set.of()).search(words).bytes().toString();
    assertTrue(found.contains("/docs/" + page), found);
  }

  @Test
  void knowsThePagesOfAreas() {
    Manual manual = new Manual(Pages.of(TestSettings.of()), Set.of(), Set.of());
    Manual.OF_AREAS.values().stream()
        .flatMap(Set::stream)
        .forEach(page -> assertTrue(manual.find("/docs/" + page).isPresent(), page));
  }

  /** Anyone can search, and reading all pages takes longer than a search. */
  @Test
  void readsThePagesOnce() {
    var search = new ManualSearch();
    var index = new ManualPage.Index(List.of(), Map.of());
    assertSame(search.sections(index), search.sections(index));
  }
}
