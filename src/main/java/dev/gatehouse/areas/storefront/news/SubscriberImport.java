package dev.gatehouse.areas.storefront.news;

import module java.base;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportTable;
import dev.gatehouse.area.imports.ImportText;
import dev.gatehouse.areas.storefront.news.Subscribers.Subscriber;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.formats.MailText;
import dev.gatehouse.formats.PlainText;
import dev.gatehouse.time.StoredTime;

/**
 * Import of subscribers, as newsletter programs and shops export them. An address that has
 * unsubscribed here is refused.
 */
final class SubscriberImport implements ImportKind {
  private static final int MAX_SOURCE = 200;

  /** Values of a consent. A file without such a column has only subscribers. */
  private static final Set<String> AGREED =
      Set.of("yes,y,true,1,subscribed,active,enabled,confirmed,ja,oui,opt-in,opted in".split(","));

  private final Subscribers subscribers;
  private final InstantSource clock;
  private Columns columns;

  SubscriberImport(Subscribers subscribers, InstantSource clock) {
    this.subscribers = subscribers;
    this.clock = clock;
  }

  private record Columns(
      List<String> email,
      List<String> agreed,
      List<String> left,
      List<String> time,
      List<String> source) {
    static Columns of(ImportTable table) {
      return new Columns(
          table.columns("email emailaddress mail subscriber customeremail emailadresse"),
          table.columns(
              "acceptsemailmarketing acceptsmarketing status subscriptionstatus "
                  + "emailmarketingstatus emailmarketingconsent consent subscribed "
                  + "subscribedtoemails state subscriberstate"),
          table.columns(
              "unsubtime unsubscribedat unsubscribed deletedat emailblacklisted "
                  + "emaildisabled cleantime bouncedat"),
          table.columns(
              "confirmtime optintime consentat consentdate "
                  + "emailmarketingconsentupdatedat subscribedat subscribedon subscribedate "
                  + "optindate confirmedat createdat datecreated addedtime created dateadded "
                  + "dateregistered timestamp date datum"),
          table.columns("source signupsource optinsource emailmarketingconsentsource"));
    }
  }

  @Override
  public List<Entry> entries(ImportTable table) {
    columns = Columns.of(table);
    if (columns.email().isEmpty()) {
      throw ApiException.of(
          ErrorCode.CONTENT_INVALID, "the file must be CSV whose first line names a column email");
    }
    return table.rows().stream()
        .map(row -> new Entry(row.first(columns.email()), List.of(row)))
        .toList();
  }

  private void mustNotHaveLeft(ImportTable.Row row) {
    for (String column : columns.left()) {
      String left = row.text(column).toLowerCase(Locale.ROOT);
      if (!left.isEmpty() && !Set.of("no", "false", "0").contains(left)) {
        throw ApiException.invalid(
            column, "is no consent to news: " + PlainText.abbreviated(row.text(column), 40));
      }
    }
  }

  @Override
  public Result store(Entry entry, boolean dry, Consumer<String> adjusted) {
    ImportTable.Row row = entry.rows().getFirst();
    String agreed = row.first(columns.agreed()).toLowerCase(Locale.ROOT);
    boolean isTime = ImportText.time(agreed.toUpperCase(Locale.ROOT)).isPresent();
    if (!columns.agreed().isEmpty() && !isTime && !AGREED.contains(agreed)) {
      throw ApiException.invalid(
          columns.agreed().getFirst(),
          "is no consent to news: " + PlainText.abbreviated(agreed, 40));
    }
    mustNotHaveLeft(row);
    String email =
        MailText.asciiAddress(entry.name())
            .orElseThrow(() -> ApiException.invalid("email", "must be an email address"))
            .toLowerCase(Locale.ROOT);
    String id = Subscriber.id(email);
    if (subscribers.find(id).isPresent()) {
      return Result.UNCHANGED;
    }
    Optional<Instant> left = subscribers.leftAt(id);
    if (left.isPresent()) {
      throw ApiException.invalid("email", "has unsubscribed here at " + left.get());
    }
    Instant now = StoredTime.now(clock);
    Optional<Instant> consent =
        columns.time().stream()
            .map(row::text)
            .flatMap(text -> ImportText.past(text, now).stream())
            .findFirst()
            .or(() -> isTime ? ImportText.time(agreed.toUpperCase(Locale.ROOT)) : Optional.empty());
    if (consent.isEmpty()) {
      adjusted.accept("has no time of the consent: keep the file as a proof");
    }
    String given = AcceptableText.toLine(row.first(columns.source())).strip();
    String source =
        (consent.isEmpty() ? "import, time of consent unknown" : "import")
            + PlainText.prefixed(": ", PlainText.abbreviated(given, MAX_SOURCE));
    if (!dry) {
      subscribers.add(
          new Subscriber(id, email, consent.orElse(now).truncatedTo(ChronoUnit.MILLIS), source));
    }
    return Result.CREATED;
  }
}
