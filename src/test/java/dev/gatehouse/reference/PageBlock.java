package dev.gatehouse.reference;

import module java.base;

import dev.gatehouse.FileTree;
import dev.gatehouse.Unchecked;

/**
 * Code block of a page.
 *
 * @param comments the comments directly before it, without their marks
 */
record PageBlock(Path page, int line, String language, String comments, String text) {
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)((?:^<!-- [^\n]* -->\n+)*)^( *)```(\\w*)\n(.*?)^\\2```$");
  private static final Pattern REASON = Pattern.compile("not run: ([^>]+) -->");
  private static final Pattern RUN_BY = Pattern.compile("run by (\\w+) -->");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(curl|mvn|mkdir|cp|cd|scripts/\\w+|gatehouse|sudo|apt|docker|tar) .*");
  private static final Set<String> PROGRAMS = Set.of("sh", "js", "python", "yaml", "html", "java");
  private static final Path DOCUMENTS = Path.of("src/docs");

  /** What happens to a block. */
  enum Fate {
    /** It is run with its page. */
    RUN,
    /** Its text is compared with an output or a fixture. */
    COMPARED,
    /** Another test runs it. */
    OWN_TEST,
    /** It cannot run, for a reason that its comment states. */
    EXCUSED,
    /** It is a picture or a layout. */
    TEXT,
    /** It looks like a program, but nothing runs it. */
    FORGOTTEN
  }

  /** Returns the README and all documents. */
  static List<Path> pages() {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    pages.addAll(FileTree.of(DOCUMENTS, ".md"));
    return pages;
  }

  static List<PageBlock> of(Path page) {
    String text = Unchecked.get(() -> Files.readString(page));
    return BLOCK.matcher(text).results().map(found -> of(page, text, found)).toList();
  }

  private static PageBlock of(Path page, String text, MatchResult found) {
    int line = (int) text.substring(0, found.start(3)).lines().count();
    String indent = found.group(2);
    String block = indent.isEmpty() ? found.group(4) : found.group(4).replace("\n" + indent, "\n");
    return new PageBlock(page, line, found.group(3), found.group(1), block.stripIndent());
  }

  String reason() {
    Matcher reason = REASON.matcher(comments);
    return reason.find() ? reason.group(1) : "";
  }

  /** Returns the class that runs the block, or an empty text. */
  String test() {
    Matcher test = RUN_BY.matcher(comments);
    return test.find() ? test.group(1) : "";
  }

  /** Returns whether it shows the output of the block before it. */
  boolean isOutput() {
    return comments.contains("<!-- output -->");
  }

  boolean isReference() {
    return page.startsWith(DOCUMENTS.resolve("reference/api"));
  }

  Fate fate() {
    if (!reason().isEmpty()) {
      return Fate.EXCUSED;
    }
    if (!test().isEmpty()) {
      return Fate.OWN_TEST;
    }
    if (isOutput() || comments.contains("<!-- fixture ")) {
      return Fate.COMPARED;
    }
    if (language.equals("sh") || language.equals("yaml") || isReference()) {
      return Fate.RUN;
    }
    boolean program = PROGRAMS.contains(language) || COMMAND.matcher(text).find();
    return program || language.equals("json") ? Fate.FORGOTTEN : Fate.TEXT;
  }

  @Override
  public String toString() {
    return page + ":" + line;
  }
}
