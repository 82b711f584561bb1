package dev.gatehouse.messages;

import module java.base;

import com.fasterxml.jackson.annotation.JsonFormat;

/** The figures of an area for the daily report and the metrics. */
public record Figures(List<Figure> figures) {

  /**
   * A line of the report.
   *
   * @param amounts sums of money of what was counted, one for each currency and kind
   */
  public record Figure(String name, long count, List<Amount> amounts) {
    public Figure {
      // An earlier release sends none.
      amounts = List.copyOf(Objects.requireNonNullElse(amounts, List.of()));
    }

    public Figure(String name, long count) {
      this(name, count, List.of());
    }

    /** Returns the name with the amounts in parentheses, for people. */
    public String title() {
      if (amounts.isEmpty()) {
        return name;
      }
      return amounts.stream().map(Amount::text).collect(Collectors.joining(", ", name + " (", ")"));
    }
  }

  /**
   * A sum of money.
   *
   * @param kind what is summed up, for example "royalties"; empty if the figure's name says it
   * @param currency three letters of ISO 4217
   */
  public record Amount(
      String kind, String currency, @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal value) {
    String text() {
      return (kind + ' ' + value.toPlainString() + ' ' + currency).strip();
    }
  }

  /** The request for the figures of a period, whose end is excluded. */
  public record Period(Instant from, Instant until) {}
}
