package dev.gatehouse.areas.site.links;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.areas.site.links.ClickDays.ClickDay;
import dev.gatehouse.areas.site.links.ClickTally.TopCounts;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.Documents;
import dev.gatehouse.time.Age;

/** Operations for the statistics of clicks, of one short URL and of all. */
public record ClickStatistics(Clicks clicks, InstantSource clock) {
  /** Maximum number of hosts and of short URLs in a reply. */
  private static final int MAX_SHOWN = 25;

  /** Maximum number of short URLs that are looked up for a reply; deleted ones are left out. */
  private static final int MAX_LOOKUPS = 100;

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    return Map.of(
        "site.shortUrlStatistics", Area.returning(OfOne.class, this::one),
        "site.linkStatistics", Area.returning(OfAll.class, this::all));
  }

  private record OfOne(boolean success, String key, @JsonUnwrapped Period period) {}

  private record OfAll(
      boolean success, @JsonUnwrapped Period period, List<Link> links, long otherLinks) {}

  private record Period(
      String from,
      String to,
      long clicks,
      ClickTally.Devices devices,
      List<Host> referrers,
      long direct,
      long otherReferrers,
      List<Day> timeline) {}

  private record Host(String host, long clicks) {}

  private record Link(String key, long clicks) {}

  private record Day(String date, long clicks, List<Long> hours) {}

  /** Clicks of a period, and the last day of it. */
  private record Found(List<ClickDay> days, LocalDate from, LocalDate to) {
    /** Returns the sum, with all names that the days contain. */
    ClickTally sum() {
      ClickTally sum = ClickTally.NONE;
      for (ClickDay day : days) {
        sum = sum.plus(day.tally(), Integer.MAX_VALUE);
      }
      return sum;
    }
  }

  private Answer one(Call call) {
    String key = call.text("key");
    ShortUrl url =
        clicks
            .urls()
            .find(key)
            .orElseThrow(
                () -> ApiException.of(ErrorCode.SHORT_URL_NOT_FOUND, "short URL not found"));
    Found found = found(ClickDay.link(url), call);
    return Answer.ok(new OfOne(true, key, period(found, found.sum())));
  }

  private Answer all(Call call) {
    Found found = found("", call);
    ClickTally sum = found.sum();
    List<Link> links = existing(sum.links().top());
    long shown = links.stream().mapToLong(Link::clicks).sum();
    return Answer.ok(new OfAll(true, period(found, sum), links, sum.links().clicks() - shown));
  }

  private Found found(String link, Call call) {
    LocalDate today = clock.instant().atOffset(ZoneOffset.UTC).toLocalDate();
    LocalDate from = today.minusDays(call.number("days") - 1);
    clicks.recorder().flush(link);
    return new Found(clicks.days().of(link, from, today), from, today);
  }

  private static Period period(Found found, ClickTally sum) {
    TopCounts hosts = TopCounts.NONE.plus(sum.referrers(), MAX_SHOWN);
    return new Period(
        found.from().toString(),
        found.to().toString(),
        sum.clicks(),
        sum.devices(),
        hosts.top().stream().map(each -> new Host(each.name(), each.clicks())).toList(),
        sum.direct(),
        hosts.other(),
        timeline(found));
  }

  private static List<Day> timeline(Found found) {
    Map<LocalDate, ClickDay> byDate =
        found.days().stream().collect(Collectors.toMap(ClickDay::date, Function.identity()));
    return found
        .from()
        .datesUntil(found.to().plusDays(1))
        .map(date -> {
          ClickTally clicks =
              Optional.ofNullable(byDate.get(date)).map(ClickDay::tally).orElse(ClickTally.NONE);
          return new Day(date.toString(), clicks.clicks(), clicks.hours());
        })
        .toList();
  }

  private List<Link> existing(List<TopCounts.Counted> links) {
    List<Link> existing = new ArrayList<>();
    for (TopCounts.Counted each : links.subList(0, Math.min(MAX_LOOKUPS, links.size()))) {
      String key = ClickDay.key(each.name());
      boolean exists =
          clicks.urls().find(key).filter(url -> ClickDay.link(url).equals(each.name())).isPresent();
      if (exists && existing.size() < MAX_SHOWN) {
        existing.add(new Link(key, each.clicks()));
      }
    }
    return existing;
  }

  /**
   * Counts and statistics of the clicks on short URLs.
   *
   * @param urls the short URLs
   */
  public record Clicks(
      ShortUrls urls, ClickCounter counter, ClickRecorder recorder, ClickDays days) {

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
}
