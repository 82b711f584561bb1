package dev.gatehouse.areas.site.search;

import static dev.gatehouse.store.Query.where;

import dev.gatehouse.formats.Sha256;
import dev.gatehouse.store.DocumentCollection;
import dev.gatehouse.store.Documents;
import dev.gatehouse.store.Query;
import java.util.List;

/**
 * Stores which pages have changed since their last submission. Each node that receives a change
 * event records it, so that none is lost. One node submits all changed pages together.
 */
public final class ChangedPages {
  private static final int ID_BYTES = 12;

  private final DocumentCollection<Page> pages;
  private final IndexNowSettings settings;
  private final Submissions submissions;

  /**
   * A page.
   *
   * @param id its URL
   * @param change unique id of the last change; empty if that change was submitted
   */
  record Page(String id, String change) {}

  public ChangedPages(Documents documents, IndexNowSettings settings, Submissions submissions) {
    this.pages = documents.collection("changedPages", Page.class);
    this.settings = settings;
    this.submissions = submissions;
  }

  /** Records that the pages of an event have changed; blocks. */
  public void changed(String word) {
    for (String page : settings.pages().getOrDefault(word, List.of())) {
      pages.upsert(Query.id(page), Query.set("change", pages.newId()));
    }
  }

  /** Submits the changed pages. Blocks. */
  public void submit() {
    List<Page> changed = pages.find(where("change").after("").json(), Query.by("_id").json(), 0, 0);
    if (changed.isEmpty() || settings.site().isEmpty()) {
      return;
    }
    // The same changes give the same id, so a repeat after a crash does not enqueue a second
    // submission.
    String id = Sha256.hex(changed.toString(), ID_BYTES);
    submissions.enqueue(id, settings.site().get(), changed.stream().map(Page::id).toList());
    changed.forEach(page ->
        pages.update(
            where("_id").is(page.id()).and("change").is(page.change()).json(),
            Query.set("change", ""),
            stored -> stored.change().isEmpty()));
  }
}
