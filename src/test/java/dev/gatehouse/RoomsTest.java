package dev.gatehouse;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.gatehouse.node.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rooms of the house and the doors between them: dependencies point one way. */
class RoomsTest {
  private static final String HOUSE = "dev.gatehouse";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(HOUSE);

  private static final Set<String> AREAS =
      Set.of(
          "access", "media", "calendar", "trading", "games", "commerce", "notifications", "site");

  /** What each room may know, beside libraries. The areas know the same four rooms. */
  private static final Map<String, Set<String>> DOORS =
      Map.ofEntries(
          Map.entry("bus", Set.of()),
          Map.entry("contract", Set.of("formats")),
          Map.entry("settings", Set.of()),
          Map.entry("formats", Set.of()),
          Map.entry("store", Set.of()),
          Map.entry("embedded", Set.of("store")),
          Map.entry("marketdata", Set.of()),
          Map.entry("module", Set.of("bus", "store", "settings")),
          Map.entry("provider", Set.of("bus")),
          Map.entry("gate", Set.of("bus")),
          Map.entry("http", Set.of("contract", "gate", "bus", "store", "settings", "formats")));

  private static final Set<String> OF_AN_AREA =
      Set.of("bus", "store", "provider", "settings", "formats", "module");

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
    switch (room) {
      case "node" -> only(room, without("command"));
      case "command" -> only(room, without());
      case "access" -> only(room, with(OF_AN_AREA, "gate"));
      case "trading" -> only(room, with(OF_AN_AREA, "marketdata"));
      default -> only(room, AREAS.contains(room) ? OF_AN_AREA : DOORS.getOrDefault(room, Set.of()));
    }
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
    String name = type.getPackageName();
    return name.equals(HOUSE) ? "" : name.substring(HOUSE.length() + 1).split("\\.")[0];
  }

  static final List<ArchRule> RULES =
      List.of(
          slices().matching(HOUSE + ".(*)..").should().beFreeOfCycles(),
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
                  "io\\.vertx\\.(core\\.http\\.HttpServer.*|ext\\.web\\.(?!client\\.).*)"),
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
              .accessField(System.class, "err"));

  @ParameterizedTest
  @FieldSource("RULES")
  void theHouseRulesHold(ArchRule rule) {
    rule.check(CLASSES);
  }

  @Test
  void aDoorThatIsNotThereIsNoticed() {
    assertThrows(AssertionError.class, () -> only("http", Set.of("bus")));
  }
}
