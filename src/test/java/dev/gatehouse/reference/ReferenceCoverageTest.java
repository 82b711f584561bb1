package dev.gatehouse.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import module java.base;

import dev.gatehouse.Unchecked;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.settings.SettingDescription;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything in the reference is in at least one other page, or is listed in {@code
 * reference-only.txt}.
 */
class ReferenceCoverageTest {
  private static final Path ONLY = Path.of("src/test/resources/reference-only.txt");
  private static final Pattern NOT_GUIDES =
      Pattern.compile("src/docs/(reference/.*|decisions/.*|(errors|metrics|changelog)\\.md)");
  private static final String GUIDES =
      PageBlock.pages().stream()
          .filter(page -> !NOT_GUIDES.matcher(page.toString()).matches())
          .map(ReferenceCoverageTest::read)
          .collect(Collectors.joining("\n"))
          .replace("$BASE", "");

  /** Kinds of entries, with their names. */
  enum Kind {
    SETTINGS,
    METRICS,
    ERRORS,
    COMMANDS,
    OPERATIONS
  }

  private static String read(Path page) {
    return Unchecked.get(() -> Files.readString(page));
  }

  /**
   * Returns whether the guides match.
   *
   * @param part of each match, because a search for it is faster
   */
  private static boolean found(String part, String pattern) {
    return GUIDES.contains(part) && Pattern.compile(pattern).matcher(GUIDES).find();
  }

  /** Returns the names of a kind that no guide mentions. */
  private static Set<String> unmentioned(Kind kind) {
    return switch (kind) {
      case SETTINGS ->
          SettingDescription.all().stream()
              .filter(each ->
                  !found(each.key(), "(?<![\\w.])" + Pattern.quote(each.key()) + "(?!\\w)")
                      && !found(variable(each), "_" + variable(each) + "(_FILE)?(?![A-Z0-9_])"))
              .map(SettingDescription::key)
              .collect(Collectors.toCollection(TreeSet::new));
      case METRICS ->
          names(
              Pattern.compile("(?m)^\\| `(\\w+)`")
                  .matcher(read(Path.of("src/docs/metrics.md")))
                  .results()
                  .map(each -> each.group(1)),
              name -> GUIDES.contains(name));
      case ERRORS ->
          names(
              Arrays.stream(ErrorCode.values()).map(ErrorCode::wire),
              name -> found(name, "[`\"]" + name + "[`\"]"));
      case COMMANDS ->
          names(
              OwnerPages.all().stream()
                  .map(each -> each.qualifiedName().replaceFirst("gatehouse ", "")),
              name -> found(name, "(gatehouse|\\|) " + name + "\\b"));
      case OPERATIONS ->
          new ApiPages()
              .operations().stream()
                  .filter(each ->
                      !found(
                          each.path().split("[{]")[0],
                          "(?<![\\w/])" + pattern(each.path()) + "(?![\\w/])"))
                  .map(each -> each.id())
                  .collect(Collectors.toCollection(TreeSet::new));
    };
  }

  private static String variable(SettingDescription setting) {
    return setting.variable().replaceFirst("GATEHOUSE_", "");
  }

  private static String pattern(String path) {
    return Arrays.stream(path.split("\\{\\w+}", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining("[^/\\s`\"']+"));
  }

  private static Set<String> names(Stream<String> all, Predicate<String> isMentioned) {
    return all.filter(isMentioned.negate()).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> listed(Kind kind) throws IOException {
    return Files.readAllLines(ONLY).stream()
        .filter(line -> line.startsWith(kind.name().toLowerCase(java.util.Locale.ROOT) + ' '))
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @EnumSource
  void isInAGuideOrListed(Kind kind) throws IOException {
    assertEquals(
        String.join("\n", listed(kind)),
        String.join("\n", unmentioned(kind)),
        "describe what is new in a guide, or list it in " + ONLY);
  }
}
