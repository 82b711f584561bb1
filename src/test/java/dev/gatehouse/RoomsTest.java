package dev.gatehouse;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.gatehouse.node.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rooms of the house and the doors between them: dependencies point one way. */
class RoomsTest {
  private static final String HOUSE = "dev.gatehouse";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(HOUSE);

  private static final Sources SOURCES = Sources.ofTheProduct();

  private static final Set<String> AREAS =
      Set.of(
          "access",
          "media",
          "calendar",
          "codehost",
          "trading",
          "games",
          "commerce",
          "payments",
          "storefront",
          "notifications",
          "site");

  /** What each room may know, beside libraries. The areas know the same four rooms. */
  private static final Map<String, Set<String>> DOORS =
      Map.ofEntries(
          Map.entry("bus", Set.of()),
          Map.entry("contract", Set.of("formats")),
          Map.entry("cluster", Set.of("settings", "gate")),
          Map.entry("settings", Set.of()),
          Map.entry("formats", Set.of()),
          Map.entry("store", Set.of("formats")),
          Map.entry("embedded", Set.of("store")),
          Map.entry("marketdata", Set.of()),
          Map.entry("outbox", Set.of("bus", "store", "formats")),
          Map.entry("module", Set.of("bus", "store", "settings", "outbox", "provider", "formats")),
          Map.entry("provider", Set.of("bus", "formats")),
          Map.entry("webhooks", Set.of("bus", "store", "formats")),
          Map.entry("gate", Set.of("bus", "formats")),
          Map.entry("http", Set.of("contract", "gate", "bus", "store", "settings", "formats")));

  private static final Set<String> OF_AN_AREA =
      Set.of("bus", "store", "provider", "settings", "formats", "module", "outbox", "webhooks");

  private static final Predicate<String> MAKES_TIME_OR_CHANCE =
      Pattern.compile(
              "java\\.security\\.SecureRandom\\.(<init>|getInstance).*"
                  + "|java\\.util\\.(Random|SplittableRandom)\\.<init>\\(\\)"
                  + "|java\\.util\\.random\\.RandomGenerator(Factory)?\\.(of|getDefault|create).*"
                  + "|java\\.util\\.UUID\\.randomUUID.*"
                  + "|java\\.util\\.concurrent\\.ThreadLocalRandom\\..*"
                  + "|java\\.lang\\.(Math\\.random|System\\.currentTimeMillis).*"
                  + "|java\\.time\\.(Clock|InstantSource)\\.(system|tick).*"
                  + "|java\\.time\\..*\\.now\\((java\\.time\\.ZoneId)?\\)"
                  + "|java\\.util\\.Date\\.<init>\\(\\)")
          .asMatchPredicate();

  static Stream<String> rooms() {
    return CLASSES.stream().map(RoomsTest::room).filter(room -> !room.isEmpty()).distinct();
  }

  @Test
  void theClassFilesAreRead() {
    JavaClass node = CLASSES.get(Node.class);
    assertFalse(node.getDirectDependenciesFromSelf().isEmpty());
    assertTrue(CLASSES.size() > 100, "only " + CLASSES.size());
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void everyRoomHasItsDoors(String room) {
    only(room, allowed(room));
  }

  /** What javac inlines, a constant of another room, is in no class file: the source names it. */
  @ParameterizedTest
  @MethodSource("rooms")
  void noRoomNamesAnotherInItsSource(String room) {
    assertEquals(List.of(), strangers(SOURCES, room, with(allowed(room), room)));
  }

  private static List<String> strangers(Sources sources, String room, Set<String> allowed) {
    List<String> strangers = new ArrayList<>();
    for (CompilationUnitTree unit : sources.units()) {
      if (room(Sources.packageOf(unit)).equals(room)) {
        Sources.packagesNamedBy(unit).stream()
            .filter(named -> !allowed.contains(room(named)))
            .forEach(named -> strangers.add(Sources.file(unit) + " names " + named));
      }
    }
    return strangers;
  }

  @Test
  void aConstantOfAnotherRoomIsNoticed(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Borrower.java"),
        """
        package dev.gatehouse.gate;
        import static dev.gatehouse.media.FileName.LENGTH;
        class Borrower { int own = LENGTH; String other = dev.gatehouse.http.Stages.NAME; }
        """);
    List<String> strangers = strangers(Sources.under(folder), "gate", Set.of("gate", "bus"));
    assertEquals(2, strangers.size(), strangers::toString);
  }

  /** Packages, not only rooms; by what the source names and so by constants too. */
  @Test
  void noPackagesDependOnEachOther() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (CompilationUnitTree unit : SOURCES.units()) {
      uses.computeIfAbsent(Sources.packageOf(unit), first -> new TreeSet<>())
          .addAll(Sources.packagesNamedBy(unit));
    }
    assertEquals(Set.of(), circular(uses));
  }

  @Test
  void aCircleIsNoticed() {
    assertEquals(
        Set.of("a", "b"),
        circular(Map.of("a", Set.of("b"), "b", Set.of("a"), "c", Set.of("a"), "d", Set.of())));
  }

  /** Those from which a way leads back. */
  private static Set<String> circular(Map<String, Set<String>> uses) {
    Set<String> circular = new TreeSet<>();
    for (String start : uses.keySet()) {
      Set<String> reached = new HashSet<>();
      Deque<String> next = new ArrayDeque<>(uses.get(start));
      while (!next.isEmpty()) {
        String each = next.pop();
        if (reached.add(each)) {
          next.addAll(uses.getOrDefault(each, Set.of()));
        }
      }
      if (reached.contains(start)) {
        circular.add(start);
      }
    }
    return circular;
  }

  private static Set<String> allowed(String room) {
    return switch (room) {
      case "node" -> without("command");
      case "command" -> without();
      case "access" -> with(OF_AN_AREA, "gate");
      case "trading" -> with(OF_AN_AREA, "marketdata");
      default -> AREAS.contains(room) ? OF_AN_AREA : DOORS.getOrDefault(room, Set.of());
    };
  }

  private static void only(String room, Set<String> allowed) {
    List<String> packages = new ArrayList<>();
    with(allowed, room).forEach(name -> packages.add(HOUSE + '.' + name + ".."));
    noClasses()
        .that()
        .resideInAPackage(HOUSE + '.' + room + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(HOUSE + "..")
                .and(not(resideInAnyPackage(packages.toArray(String[]::new)))))
        .check(CLASSES);
  }

  private static Set<String> without(String... closed) {
    Set<String> all = new HashSet<>(rooms().toList());
    all.removeAll(Set.of(closed));
    return all;
  }

  private static Set<String> with(Set<String> some, String another) {
    Set<String> all = new HashSet<>(some);
    all.add(another);
    return all;
  }

  private static String room(JavaClass type) {
    return room(type.getPackageName());
  }

  private static String room(String name) {
    return name.equals(HOUSE) ? "" : name.substring(HOUSE.length() + 1).split("\\.")[0];
  }

  static final List<ArchRule> RULES =
      List.of(
          slices().matching(HOUSE + ".(*)..").should().beFreeOfCycles(),
          slices().matching(HOUSE + ".(**)").should().beFreeOfCycles(),
          noClasses()
              .that()
              .resideOutsideOfPackage(HOUSE + ".command..")
              .should()
              .dependOnClassesThat()
              .resideInAPackage(HOUSE + ".command.."),
          noClasses()
              .that()
              .resideOutsideOfPackage(HOUSE + ".http..")
              .and()
              .doNotHaveFullyQualifiedName(HOUSE + ".node.Management")
              .should()
              .dependOnClassesThat()
              .haveNameMatching(
                  "io\\.vertx\\.(core\\.http\\.HttpServer.*|ext\\.web\\.(?!client\\.|codec\\.).*)"),
          fields().that().areStatic().should().beFinal(),
          classes().should().haveNameNotMatching(".*(Utils?|Helpers?|Manager|Common|Impl)(\\$.*)?"),
          noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."),
          noClasses()
              .that()
              .resideOutsideOfPackage(HOUSE + ".command..")
              .and()
              .doNotHaveFullyQualifiedName(HOUSE + ".Gatehouse")
              .and()
              // A process of its own, whose ready line this is.
              .doNotHaveFullyQualifiedName(HOUSE + ".embedded.StoreServer")
              .should()
              .accessField(System.class, "out")
              .orShould()
              .accessField(System.class, "err"),
          everyClassIsGivenItsTimeAndChance());

  /** A generator may be seeded by another; a node and the programs besides it have one each. */
  private static ArchRule everyClassIsGivenItsTimeAndChance() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(HOUSE + ".Gatehouse")
        .and()
        .doNotHaveFullyQualifiedName(HOUSE + ".node.Assembly")
        .and()
        .doNotHaveFullyQualifiedName(HOUSE + ".embedded.StoreServer")
        .and()
        .doNotHaveFullyQualifiedName(HOUSE + ".command.ManagementClient")
        .should()
        .accessTargetWhere(
            describe(
                "makes time or chance",
                access -> MAKES_TIME_OR_CHANCE.test(access.getTarget().getFullName())));
  }

  @ParameterizedTest
  @FieldSource("RULES")
  void theHouseRulesHold(ArchRule rule) {
    rule.check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(classes = {TestServices.class, TestClock.class})
  void timeAndChanceOfItsOwnAreNoticed(Class<?> type) {
    JavaClasses strangers = new ClassFileImporter().importClasses(type);
    ArchRule rule = everyClassIsGivenItsTimeAndChance();
    assertThrows(AssertionError.class, () -> rule.check(strangers));
  }

  @Test
  void aDoorThatIsNotThereIsNoticed() {
    assertThrows(AssertionError.class, () -> only("http", Set.of("bus")));
  }
}
