package dev.gatehouse.pages;

import module java.base;

/** Part of an email. Its plain text is defined here, and its HTML in the template of emails. */
public sealed interface MailPart {
  String text();

  /** Paragraph of one line or several. */
  record Paragraph(String words) implements MailPart {
    public List<String> lines() {
      return words.lines().toList();
    }

    @Override
    public String text() {
      return String.join("\n", lines());
    }
  }

  /** Value that the reader types or copies. */
  record Highlight(String label, String value) implements MailPart {
    @Override
    public String text() {
      return label + ": " + value;
    }
  }

  /**
   * Link for the action that the email is about.
   *
   * @param button whether it is the main action
   */
  record Link(String label, String url, boolean button) implements MailPart {
    @Override
    public String text() {
      return label + ": " + url;
    }
  }

  /**
   * A labeled value.
   *
   * @param url of the page about it; null for none
   */
  record Fact(String label, String value, String url) {
    public Fact(String label, String value) {
      this(label, value, null);
    }

    String text() {
      return label + ": " + value + (url == null ? "" : "\n" + url);
    }
  }

  record Facts(List<Fact> facts) implements MailPart {
    @Override
    public String text() {
      return facts.stream().map(Fact::text).collect(Collectors.joining("\n"));
    }
  }

  /**
   * Table of ordered items.
   *
   * @param items name of each item, and its price
   * @param sums rows below them
   */
  record Items(List<Fact> items, List<Fact> sums) implements MailPart {
    @Override
    public String text() {
      return Stream.concat(items.stream(), sums.stream())
          .map(Fact::text)
          .collect(Collectors.joining("\n"));
    }
  }

  /** Text of another person. Each of its lines is marked, because it may look like a link. */
  record Quote(String words) implements MailPart {
    public List<String> lines() {
      return words.lines().toList();
    }

    @Override
    public String text() {
      return lines().stream()
          .map(line -> ("> " + line).stripTrailing())
          .collect(Collectors.joining("\n"));
    }
  }
}
