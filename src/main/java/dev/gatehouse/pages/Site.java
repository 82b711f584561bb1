package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.formats.Money;

/**
 * Name, files and texts of the site, which every template gets.
 *
 * @param lang language tag
 * @param files paths of the files that each page loads
 * @param links at the end of each page, after those to the legal pages
 * @param legal pages with texts that laws require
 */
public record Site(
    String name,
    String lang,
    Files files,
    List<FooterLink> links,
    List<LegalPage> legal,
    Texts texts) {
  /** A currency without a symbol has a code of letters, such as HUF. */
  private static final String LETTER_BESIDE_DIGIT = "(?<=\\p{L})(?=\\p{N})|(?<=\\p{N})(?=\\p{L})";

  /**
   * Paths of files.
   *
   * @param booking script of the booking pages
   * @param music script of the page with songs
   * @param logo null without one
   */
  public record Files(String style, String icon, String booking, String music, String logo) {}

  /** Link at the end of each page. */
  public record FooterLink(String text, String url) {}

  /** Returns the links at the end of each page. */
  public List<FooterLink> footer() {
    return Stream.concat(
            legal.stream().map(page -> new FooterLink(text("legal." + page.name()), page.path())),
            links.stream())
        .toList();
  }

  /** Returns the path of a legal page; null if the owner has none. */
  public String legal(String page) {
    return legal.stream()
        .filter(each -> each.name().equals(page))
        .findFirst()
        .map(LegalPage::path)
        .orElse(null);
  }

  /** Returns an amount in the format of the language, with all decimals that it can have. */
  public String price(Money money) {
    return price(money.currency(), new BigDecimal(money.text()));
  }

  /** Returns an amount with all its decimals, which may be more than the currency has. */
  public String price(String currency, BigDecimal amount) {
    NumberFormat format = NumberFormat.getCurrencyInstance(locale());
    format.setCurrency(Currency.getInstance(currency));
    format.setMinimumFractionDigits(amount.scale());
    format.setMaximumFractionDigits(amount.scale());
    return format.format(amount).replaceAll(LETTER_BESIDE_DIGIT, "\u00a0");
  }

  /**
   * Returns a number in the format of the language.
   *
   * @param digits and decimals after a point
   */
  public String number(String digits) {
    var number = new BigDecimal(digits);
    NumberFormat format = NumberFormat.getInstance(locale());
    format.setMinimumFractionDigits(number.scale());
    format.setMaximumFractionDigits(number.scale());
    return format.format(number);
  }

  private Locale locale() {
    return Locale.forLanguageTag(lang);
  }

  /** Returns the day of a time, in UTC. */
  public String date(Instant time) {
    return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
        .withLocale(locale())
        .format(time.atOffset(ZoneOffset.UTC));
  }

  /** Returns a time with its day, in UTC. */
  public String time(Instant time) {
    return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
        .withLocale(locale())
        .format(time.atOffset(ZoneOffset.UTC));
  }

  /** Returns the time from a start to an end, in a time zone. */
  public String span(Instant start, Instant end, ZoneId zone) {
    ZonedDateTime from = start.atZone(zone);
    ZonedDateTime to = end.atZone(zone);
    return text(
        from.toLocalDate().equals(to.toLocalDate()) ? "time.span" : "time.days",
        day(from),
        time(from),
        day(to),
        time(to),
        zone.getId());
  }

  /** Returns the day of a time, with its weekday. */
  public String day(TemporalAccessor time) {
    return format("time.day", time);
  }

  public String month(YearMonth month) {
    return format("time.month", month);
  }

  /** Returns the name of a weekday, whole or short. */
  public String weekday(DayOfWeek day, boolean whole) {
    return day.getDisplayName(
        whole ? TextStyle.FULL_STANDALONE : TextStyle.SHORT_STANDALONE, locale());
  }

  /** Returns the time of day, with its offset if the clocks show it twice on this day. */
  public String time(ZonedDateTime time) {
    String clock = format("time.clock", time);
    boolean repeated = time.getZone().getRules().getValidOffsets(time.toLocalDateTime()).size() > 1;
    return repeated ? text("time.repeated", clock, time.getOffset().getId()) : clock;
  }

  private String format(String key, TemporalAccessor time) {
    return DateTimeFormatter.ofPattern(text(key), locale()).format(time);
  }

  public String text(String key, Object... values) {
    return texts.text(key, values);
  }
}
