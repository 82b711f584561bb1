package dev.gatehouse.areas.commerce.printshop.taxes;

import module java.base;

/** Printable page of the form without scripts, in the order of its lines. */
final class ScheduleCPage {
  private ScheduleCPage() {}

  /**
   * Returns the page, which contains no text from users.
   *
   * @param others currencies that the form omits
   */
  static String html(ScheduleC form, List<String> others, ScheduleCOperations.ShopSales shop) {
    String title = "Schedule C, " + form.year();
    String lines =
        form.lines().stream()
            .map(line -> row(line.line(), line.description(), line.amount()))
            .collect(Collectors.joining());
    String expenses =
        form.otherExpenses().stream()
            .map(line -> row("48", line.description(), line.amount()))
            .collect(Collectors.joining());
    return """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>%1$s</title>
    <style>
    body { font: 11pt serif; margin: 2cm auto; max-width: 17cm }
    table { border-collapse: collapse; margin-bottom: 1cm; width: 100%% }
    caption { font-weight: bold; text-align: left }
    th, td { border-bottom: 1px solid #999; padding: 2pt 4pt; text-align: left }
    td:last-child, th:last-child { text-align: right }
    @media print { body { margin: 0 } }
    </style>
    <h1>%1$s</h1>
    %2$s
    %3$s
    %4$s
    </html>
    """
        .formatted(
            title,
            table("Profit or loss, " + form.currency(), lines),
            table("Part V: other expenses, " + form.currency(), expenses),
            note(form, others, shop));
  }

  private static String note(
      ScheduleC form, List<String> others, ScheduleCOperations.ShopSales shop) {
    String contents =
        shop == null
            ? "<p>The lines do not contain the sales of the shop.</p>"
            : "<p>Line 1 contains %1$s %3$s of the shop, and line 2 %2$s %3$s, without collected sales tax.</p>"
                .formatted(
                    shop.receipts().toPlainString(),
                    shop.returns().toPlainString(),
                    form.currency());
    if (others.isEmpty()) {
      return contents;
    }
    return contents
        + "<p>Amounts in "
        + String.join(", ", others)
        + " are not included in these lines.</p>";
  }

  private static String table(String caption, String rows) {
    return ("<table><caption>%s</caption><thead><tr><th scope=\"col\">Line<th"
            + " scope=\"col\">Description<th scope=\"col\">Amount</thead><tbody>%s</tbody></table>")
        .formatted(caption, rows);
  }

  private static String row(String line, String description, BigDecimal amount) {
    return "<tr><td>" + line + "<td>" + description + "<td>" + amount.toPlainString() + "\n";
  }
}
