package dev.gatehouse.areas.site.search;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import dev.gatehouse.area.TextPages;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.WebAddress;
import dev.gatehouse.outbox.OutboxEntry;

/**
 * Operations for IndexNow: the latest submissions, a manual submission, and the file that proves
 * the ownership of the key.
 */
public record IndexNowOperations(
    IndexNowSettings settings, String key, Submissions submissions, TextPages pages) {
  private static final int SHOWN = 20;
  private static final int RETRY_SECONDS = 60;

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.indexNow", Area.returning(Report.class, this::report),
        "site.submitUrls", Area.returning(Receipt.class, IndexNowRequest.class, this::submit),
        "site.indexNowKey", this::keyFile);
  }

  private record IndexNowRequest(List<String> urls) {}

  private record Receipt(boolean success, String message, int urlCount) {}

  private record Submission(
      Instant createdAt, Instant sentAt, int urlCount, String state, int attempts, String error) {}

  private record Report(
      boolean success, String key, String keyLocation, List<Submission> submissions) {}

  private Answer report(Call call) {
    String location = settings.keyLocation(key).orElse(call.base() + '/' + key + ".txt");
    List<Submission> latest =
        submissions.latest(SHOWN).stream().map(IndexNowOperations::shown).toList();
    return Answer.ok(new Report(true, key, location, latest));
  }

  private static Submission shown(OutboxEntry entry) {
    OutboxEntry.Progress progress = entry.progress();
    return new Submission(
        entry.times().createdAt(),
        entry.times().sentAt(),
        entry.body(Submissions.Addresses.class).urls().size(),
        progress.state().name().toLowerCase(Locale.ROOT),
        progress.attempts(),
        progress.error());
  }

  private Answer submit(Call call, IndexNowRequest request) {
    WebAddress site =
        settings
            .site()
            .orElseThrow(() ->
                ApiException.of(
                    ErrorCode.NOT_CONFIGURED,
                    "indexnow is not configured: set GATEHOUSE_PUBLIC_URL"));
    Set<String> urls = new LinkedHashSet<>();
    for (int i = 0; i < request.urls().size(); i++) {
      urls.add(url("urls[" + i + "]", request.urls().get(i), site));
    }
    if (submissions.full()) {
      throw ApiException.busy(
          ErrorCode.OVERLOADED, "too many submissions are waiting", RETRY_SECONDS);
    }
    submissions.enqueue(submissions.newId(), site, List.copyOf(urls));
    return Answer.ok(new Receipt(true, "the URLs will be submitted within seconds", urls.size()));
  }

  private static String url(String field, String text, WebAddress site) {
    try {
      WebAddress url = WebAddress.parse(text);
      badRequestUnless(url.host().equals(site.host()), field, "must be a URL of " + site.host());
      return url.text();
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(field, e.getMessage());
    }
  }

  private Answer keyFile(Call call) {
    if (!key.equals(call.text("name"))) {
      throw ApiException.of(ErrorCode.PATH_NOT_FOUND, "path not found");
    }
    return Answer.stored(pages.claim(key));
  }
}
