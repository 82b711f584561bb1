package dev.gatehouse.pages;

import dev.gatehouse.pages.MailPart.Fact;
import java.util.ArrayList;
import java.util.List;

/** Email that is being composed. Its parts have the order in which they are added. */
public final class MailDraft {
  private final Pages pages;
  private final String subject;
  private final String title;
  private final List<MailPart> parts = new ArrayList<>();

  /**
   * Starts an email.
   *
   * @param title its first line
   */
  public MailDraft(Pages pages, String subject, String title) {
    this.pages = pages;
    this.subject = subject;
    this.title = title;
  }

  /** Adds a paragraph. A blank one is left out. */
  public MailDraft paragraph(String words) {
    return words.isBlank() ? this : part(new MailPart.Paragraph(words.strip()));
  }

  /** Adds a value that the reader types or copies. */
  public MailDraft highlight(String label, String value) {
    return part(new MailPart.Highlight(label, value));
  }

  /** Adds the main action. */
  public MailDraft button(String label, String url) {
    return part(new MailPart.Link(label, url, true));
  }

  /** Adds another action. An empty address adds nothing. */
  public MailDraft link(String label, String url) {
    return url.isEmpty() ? this : part(new MailPart.Link(label, url, false));
  }

  /** Adds labeled values. Blank values are left out, and line breaks become spaces. */
  public MailDraft facts(Fact... facts) {
    return facts(List.of(facts));
  }

  /** Adds labeled values, as above. */
  public MailDraft facts(List<Fact> facts) {
    List<Fact> shown =
        facts.stream()
            .filter(fact -> fact.value() != null && !fact.value().isBlank())
            .map(fact ->
                new Fact(fact.label(), fact.value().strip().replaceAll("\\R", " "), fact.url()))
            .toList();
    return shown.isEmpty() ? this : part(new MailPart.Facts(shown));
  }

  /** Adds a table of items with their sums. */
  public MailDraft items(List<Fact> items, List<Fact> sums) {
    return part(new MailPart.Items(items, sums));
  }

  /** Adds the text of another person. A blank one is left out. */
  public MailDraft quote(String words) {
    return words.isBlank() ? this : part(new MailPart.Quote(words.strip()));
  }

  private MailDraft part(MailPart part) {
    parts.add(part);
    return this;
  }

  public Mail mail() {
    return pages.mail(subject, title, parts);
  }
}
