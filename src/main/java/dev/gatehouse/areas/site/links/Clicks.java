package dev.gatehouse.areas.site.links;

import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;

/**
 * Counts and statistics of the clicks on short URLs.
 *
 * @param urls the short URLs
 */
public record Clicks(ShortUrls urls, ClickCounter counter, ClickRecorder recorder, ClickDays days) {

  public static Clicks of(Documents documents, ShortUrls urls) {
    var days = new ClickDays(documents);
    return new Clicks(
        urls, new ClickCounter(urls, documents.newId()), new ClickRecorder(days, urls), days);
  }

  /** Deletes the statistics of days that began at least this long ago. Blocks. */
  public void deleteOld(Age age) {
    days.deleteOld(age);
  }

  /** Deletes the short URLs that expired at least this long ago, and their clicks. Blocks. */
  public void deleteExpired(Age age) {
    urls.deleteExpired(age, url -> recorder.forget(ClickDay.link(url)));
  }

  /** Writes all waiting clicks. Blocks. */
  public void close() {
    counter.close();
    recorder.close();
  }
}
