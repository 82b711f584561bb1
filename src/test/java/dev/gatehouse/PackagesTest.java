package dev.gatehouse;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.gatehouse.node.Modules;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages and the dependencies between them, which point one way. */
class PackagesTest {
  static final String ROOT = "dev.gatehouse";
  private static final String AREAS = "areas";

  /** More would not fit on one screen. */
  private static final int MAX_TOP_LEVEL = 19;

  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  static final Sources SOURCES = Sources.ofTheProduct();

  /** The packages of the modules that {@link Modules} lists. */
  private static final Set<String> MODULES =
      CLASSES.get(Modules.class).getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .filter(type -> type.getSimpleName().endsWith("Module"))
          .map(PackagesTest::part)
          .filter(part -> part.startsWith(AREAS + '.'))
          .map(part -> part.substring(AREAS.length() + 1))
          .collect(Collectors.toUnmodifiableSet());

  /** The packages that each top-level package may use, beside libraries. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("bus", Set.of("contract", "tracing")),
          Map.entry("caching", Set.of()),
          Map.entry("contract", Set.of("formats")),
          Map.entry("cluster", Set.of("settings", "security", "formats")),
          Map.entry("settings", Set.of()),
          Map.entry("formats", Set.of()),
          Map.entry("store", Set.of("caching", "contract", "formats", "time", "tracing")),
          Map.entry("time", Set.of()),
          Map.entry("tracing", Set.of("settings")),
          Map.entry("pages", Set.of("bus", "formats", "settings")),
          Map.entry("messages", Set.of("bus")),
          Map.entry(
              "outbox", Set.of("bus", "contract", "pages", "store", "formats", "time", "tracing")),
          Map.entry(
              "area",
              Set.of(
                  "bus",
                  "contract",
                  "messages",
                  "store",
                  "settings",
                  "outbox",
                  "pages",
                  "provider",
                  "formats",
                  "time")),
          Map.entry(
              "provider",
              Set.of("bus", "caching", "contract", "store", "formats", "time", "tracing")),
          Map.entry("security", Set.of("bus", "contract", "formats", "time")),
          Map.entry(
              "http",
              Set.of(
                  "caching",
                  "contract",
                  "security",
                  "bus",
                  "messages",
                  "pages",
                  "store",
                  "settings",
                  "formats",
                  "time",
                  "tracing")));

  /** The packages that every area may use. */
  private static final Set<String> OF_AN_AREA =
      Set.of(
          "bus",
          "caching",
          "contract",
          "messages",
          "store",
          "provider",
          "settings",
          "formats",
          "area",
          "outbox",
          "pages",
          "time",
          "tracing");

  static Stream<String> parts() {
    return CLASSES.stream().map(PackagesTest::part).filter(part -> !part.isEmpty()).distinct();
  }

  @Test
  void findsAreasByTheirModules() {
    assertTrue(MODULES.containsAll(Set.of("access", "commerce", "site")), MODULES::toString);
  }

  @Test
  void shipsEveryAreaInVerticlesJson() throws IOException {
    String plan = Files.readString(Path.of("verticles.json"));
    Set<String> all = new TreeSet<>(MODULES);
    all.addAll(Set.of("http", "node"));
    assertEquals(all, new TreeSet<>(new JsonObject(plan).fieldNames()), "edit verticles.json");
  }

  @Test
  void keepsTopLevelPackagesFew() {
    Set<String> top = new TreeSet<>();
    parts().forEach(part -> top.add(part.split("\\.")[0]));
    assertTrue(top.size() <= MAX_TOP_LEVEL, top.size() + " top-level packages: " + top);
  }

  /** The table of the architecture page is the one that newcomers read, so it must be this one. */
  @Test
  void agreesWithTheTableOfTheArchitecture() throws IOException {
    Map<String, Set<String>> documented = new TreeMap<>();
    Pattern row = Pattern.compile("(?m)^\\| `([a-z]+)` \\|[^|]*\\| ([^|]*) \\|$");
    row.matcher(architecture())
        .results()
        .forEach(match -> documented.put(match.group(1), codeIn(match.group(2).split(";")[0])));
    Map<String, Set<String>> enforced = new TreeMap<>(ALLOWED);
    enforced.put(AREAS, OF_AN_AREA);
    enforced.put("node", Set.of("cli"));
    enforced.put("cli", Set.of());
    assertEquals(enforced, documented, "src/docs/architecture.md");
  }

  @Test
  void describesEveryPackage() throws IOException {
    Set<String> described = codeIn(architecture());
    Set<String> missing = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      String name = type.getPackageName();
      if (!name.equals(ROOT)) {
        String[] all = name.substring(ROOT.length() + 1).split("\\.");
        boolean known =
            all.length == 1
                ? described.contains(all[0])
                : described.contains(all[0] + '.' + all[1])
                    && (all.length < 3 || described.contains(all[2]));
        if (!known) {
          missing.add(name);
        }
      }
    }
    missing.removeIf(name -> name.startsWith(ROOT + ".areas.commerce."));
    assertEquals(Set.of(), missing, "src/docs/architecture.md");
  }

  private static String architecture() throws IOException {
    return Files.readString(Path.of("src/docs/architecture.md"))
        .split("## Packages")[1]
        .split("\n## ")[0];
  }

  private static Set<String> codeIn(String text) {
    Set<String> words = new TreeSet<>();
    Pattern.compile("`([^`]+)`").matcher(text).results().forEach(m -> words.add(m.group(1)));
    return words;
  }

  @ParameterizedTest
  @MethodSource("parts")
  void usesAllowedPackagesOnly(String part) {
    only(part, allowed(part));
  }

  /** javac inlines the constants of another package, so only the source names that package. */
  @ParameterizedTest
  @MethodSource("parts")
  void namesAllowedPackagesOnly(String part) {
    assertEquals(List.of(), forbidden(SOURCES, part, with(allowed(part), part)));
  }

  private static List<String> forbidden(Sources sources, String part, Set<String> allowed) {
    List<String> forbidden = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      if (part(Sources.packageOf(unit)).equals(part)) {
        Sources.packagesNamedBy(unit).stream()
            .filter(named -> !allowed.contains(part(named)))
            .forEach(named -> forbidden.add(Sources.file(unit) + " names " + named));
      }
    }
    return forbidden;
  }

  @Test
  void detectsAConstantOfAnotherPackage(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Borrower.java"),
        """
        package dev.gatehouse.security;
        import static dev.gatehouse.areas.media.FileName.LENGTH;
        class Borrower { int own = LENGTH; String other = dev.gatehouse.http.Stages.NAME; }
        """);
    Set<String> allowed = Set.of("security", "bus");
    List<String> forbidden = forbidden(Sources.under(folder), "security", allowed);
    assertEquals(2, forbidden.size(), forbidden::toString);
  }

  private static Set<String> allowed(String part) {
    return switch (part) {
      case "node" -> without("cli");
      case "cli" -> without();
      case "areas.access" -> with(OF_AN_AREA, "security");
      default -> part.startsWith(AREAS + '.') ? OF_AN_AREA : ALLOWED.getOrDefault(part, Set.of());
    };
  }

  private static void only(String part, Set<String> allowed) {
    List<String> packages = new ArrayList<>();
    with(allowed, part).forEach(name -> packages.add(ROOT + '.' + name + ".."));
    noClasses()
        .that()
        .resideInAPackage(ROOT + '.' + part + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(ROOT + "..")
                .and(not(resideInAnyPackage(packages.toArray(String[]::new)))))
        .check(CLASSES);
  }

  private static Set<String> without(String... closed) {
    Set<String> all = new HashSet<>(parts().toList());
    all.removeAll(Set.of(closed));
    return all;
  }

  private static Set<String> with(Set<String> some, String another) {
    Set<String> all = new HashSet<>(some);
    all.add(another);
    return all;
  }

  private static String part(JavaClass type) {
    return part(type.getPackageName());
  }

  /** Returns the part that a package belongs to: a top-level package, or one area. */
  private static String part(String name) {
    if (name.equals(ROOT)) {
      return "";
    }
    String[] segments = name.substring(ROOT.length() + 1).split("\\.");
    return segments[0].equals(AREAS) && segments.length > 1
        ? AREAS + '.' + segments[1]
        : segments[0];
  }

  @Test
  void detectsAForbiddenDependency() {
    assertThrows(AssertionError.class, () -> only("http", Set.of("bus")));
  }
}
