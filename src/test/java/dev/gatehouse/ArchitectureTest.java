package dev.gatehouse;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
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
import com.tngtech.archunit.lang.ArchRule;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.node.Node;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules on cycles, names and the use of some libraries. */
class ArchitectureTest {
  private static final String ROOT = PackagesTest.ROOT;
  private static final JavaClasses CLASSES = PackagesTest.CLASSES;

  private static final Predicate<String> MAKES_TIME_OR_CHANCE =
      Pattern.compile(
              "java\\.security\\.SecureRandom\\.(<init>|getInstance).*"
                  + "|java\\.util\\.(Random|SplittableRandom)\\.<init>\\(\\)"
                  + "|java\\.util\\.random\\.RandomGenerator(Factory)?\\.(of|getDefault|create).*"
                  + "|java\\.util\\.UUID\\.randomUUID.*"
                  + "|java\\.util\\.concurrent\\.ThreadLocalRandom\\..*"
                  + "|java\\.lang\\.(Math\\.random|System\\.currentTimeMillis).*"
                  + "|java\\.time\\.(Clock|InstantSource)\\.(system|tick).*"
                  + "|dev\\.gatehouse\\.time\\.TimeSource\\.system.*"
                  + "|java\\.time\\..*\\.now\\((java\\.time\\.ZoneId)?\\)"
                  + "|java\\.util\\.Date\\.<init>\\(\\)")
          .asMatchPredicate();

  static final List<ArchRule> RULES =
      List.of(
          slices().matching(ROOT + ".(*)..").should().beFreeOfCycles(),
          slices().matching(ROOT + ".areas.(*)..").should().notDependOnEachOther(),
          slices().matching(ROOT + ".(**)").should().beFreeOfCycles(),
          noClasses()
              .that()
              .resideOutsideOfPackage(ROOT + ".cli..")
              .should()
              .dependOnClassesThat()
              .resideInAPackage(ROOT + ".cli.."),
          noClasses()
              .that()
              .resideOutsideOfPackage(ROOT + ".http..")
              .and()
              .doNotHaveFullyQualifiedName(ROOT + ".node.management.Management")
              .should()
              .dependOnClassesThat()
              .haveNameMatching(
                  "io\\.vertx\\.(core\\.http\\.HttpServer.*|ext\\.web\\.(?!client\\.|codec\\.).*)"),
          // The others know the error codes of the contract, and nothing else of it.
          noClasses()
              .that()
              .resideOutsideOfPackages(ROOT + ".contract..", ROOT + ".http..", ROOT + ".node..")
              .should()
              .dependOnClassesThat(
                  resideInAPackage(ROOT + ".contract..").and(not(type(ErrorCode.class)))),
          fields().that().areStatic().should().beFinal(),
          classes().should().haveNameNotMatching(".*(Utils?|Helpers?|Manager|Common|Impl)(\\$.*)?"),
          noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."),
          noClasses()
              .that()
              .resideOutsideOfPackage(ROOT + ".cli..")
              .and()
              .doNotHaveFullyQualifiedName(ROOT + ".node.NodeProcess")
              .and()
              // The store server is a separate process that prints its ready line.
              .doNotHaveFullyQualifiedName(ROOT + ".store.sqlite.StoreServer")
              .should()
              .accessField(System.class, "out")
              .orShould()
              .accessField(System.class, "err"),
          everyClassReceivesClockAndRandom());

  /** Returns the rule that a class receives its clock and its random generator. */
  private static ArchRule everyClassReceivesClockAndRandom() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ROOT + ".node.NodeProcess")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".node.NodeComposition")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".store.sqlite.StoreServer")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".cli.ManagementClient")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".cli.BackupCommand")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".cli.CertificatesCommand")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".cli.CredentialsCommand")
        .and()
        .doNotHaveFullyQualifiedName(ROOT + ".time.TimeSource")
        .and()
        // Its bytes follow from a secret.
        .doNotHaveFullyQualifiedName(ROOT + ".cluster.SecretCertificate$Derived")
        .should()
        .accessTargetWhere(
            describe(
                "makes time or chance",
                access -> MAKES_TIME_OR_CHANCE.test(access.getTarget().getFullName())));
  }

  @ParameterizedTest
  @FieldSource("RULES")
  void followsEveryRule(ArchRule rule) {
    rule.check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(classes = {TestServices.class, TestClock.class})
  void detectsAnUninjectedClockOrRandom(Class<?> type) {
    JavaClasses others = new ClassFileImporter().importClasses(type);
    ArchRule rule = everyClassReceivesClockAndRandom();
    assertThrows(AssertionError.class, () -> rule.check(others));
  }

  @Test
  void givesEachClassAUniqueName() {
    Map<String, Set<String>> named = new TreeMap<>();
    for (JavaClass type : CLASSES) {
      String simple = type.getSimpleName();
      if (type.isTopLevelClass() && !simple.equals("package-info")) {
        named.computeIfAbsent(simple, first -> new TreeSet<>()).add(type.getName());
      }
    }
    named.values().removeIf(classes -> classes.size() < 2);
    assertEquals(Map.of(), named);
  }

  /**
   * Compares packages at every depth, by the names in the source and therefore by constants too.
   */
  @Test
  void hasNoPackageCycle() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (CompilationUnitTree unit : PackagesTest.SOURCES.units()) {
      uses.computeIfAbsent(Sources.packageOf(unit), first -> new TreeSet<>())
          .addAll(Sources.packagesNamedBy(unit));
    }
    assertEquals(Set.of(), circular(uses));
  }

  @Test
  void detectsAPackageCycle() {
    assertEquals(
        Set.of("a", "b"),
        circular(Map.of("a", Set.of("b"), "b", Set.of("a"), "c", Set.of("a"), "d", Set.of())));
  }

  /** Returns the packages that depend on themselves through others. */
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

  @Test
  void readsTheClassFiles() {
    JavaClass node = CLASSES.get(Node.class);
    assertFalse(node.getDirectDependenciesFromSelf().isEmpty());
    assertTrue(CLASSES.size() > 100, "only " + CLASSES.size());
  }
}
