package dev.gatehouse.areas.site.links;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.area.ListQuery;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The maximum number of short URLs: the cost of a page, a count and a click. */
class ManyShortUrlsTest {
  private static final Instant NOW = Instant.parse("2027-03-12T20:00:00Z");
  private static final int ALL = 10_000;
  private static final int PAGE = 100;

  @TempDir Path folder;

  @Test
  void readsFewDocumentsPerPage() {
    try (EmbeddedStore store = EmbeddedStore.open(folder, false)) {
      var documents = new Documents(store.documents(), new SecureRandom());
      ShortUrls urls = new ShortUrls(documents);
      documents.createIndexes();
      DocumentCollection<ShortUrl> all = documents.collection("shortUrls", ShortUrl.class);
      for (int from = 0; from < ALL; from += 1_000) {
        all.insert(IntStream.range(from, from + 1_000).mapToObj(ManyShortUrlsTest::url).toList());
      }
      Set<String> seen = new HashSet<>();
      for (int skip : List.of(0, ALL / 2, ALL - PAGE)) {
        long before = store.documentsRead();
        urls.page(NOW, ListQuery.ALL, skip, PAGE).forEach(each -> seen.add(each.id()));
        assertEquals(PAGE, store.documentsRead() - before, "after " + skip);
      }
      assertEquals(3 * PAGE, seen.size());
      long before = store.documentsRead();
      assertEquals(ALL, urls.count(NOW, ListQuery.ALL));
      urls.unlist(NOW);
      assertEquals(before, store.documentsRead());
    }
  }

  /** Returns a short URL. Every second one expires in a year. */
  private static ShortUrl url(int number) {
    String url = "https://example.org/" + number;
    Instant start = NOW.minusSeconds(number);
    Instant end = number % 2 == 0 ? ShortUrl.NEVER : NOW.plusSeconds(31_536_000);
    return new ShortUrl("key-" + number, url, "number", start, end, true, 0, "", List.of());
  }
}
