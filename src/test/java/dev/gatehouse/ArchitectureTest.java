package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ClassFiles.Type;
import dev.gatehouse.node.Modules;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rules for the class files: packages and their dependencies, which point one way, names, and the
 * use of some libraries.
 */
class ArchitectureTest {
  private static final String PACKAGES = "src/docs/inside/packages.md";
  private static final String ROOT = Sources.ROOT;
  private static final String AREAS = "areas";

  /** More would not fit on one screen. */
  private static final int MAX_TOP_LEVEL = 19;

  private static final List<Type> TYPES = ClassFiles.ofTheProduct(ROOT);

  /** The areas whose modules {@link Modules} lists. */
  private static final Set<String> MODULES =
      Pattern.compile(Pattern.quote(ROOT + '.' + AREAS) + "\\.(\\w+)\\.\\w*Module")
          .matcher(String.join(" ", type(Modules.class.getName()).uses()))
          .results()
          .map(found -> found.group(1))
          .collect(Collectors.toUnmodifiableSet());

  /** The packages that each top-level package may use, beside libraries. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("bus", Set.of("contract", "tracing")),
          Map.entry("caching", Set.of()),
          Map.entry("contract", Set.of("formats")),
          Map.entry("cluster", Set.of("settings", "security", "formats")),
          Map.entry("settings", Set.of("formats")),
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
              words("bus contract messages store settings outbox pages provider formats time")),
          Map.entry(
              "provider",
              Set.of("bus", "caching", "contract", "store", "formats", "time", "tracing")),
          Map.entry("security", Set.of("bus", "contract", "formats", "time")),
          Map.entry(
              "http",
              words(
                  "caching contract security bus messages pages store settings formats time"
                      + " tracing")));

  /** The packages that every area may use. */
  private static final Set<String> OF_AN_AREA =
      words(
          "bus caching contract messages store provider settings formats area outbox pages time"
              + " tracing");

  private static Set<String> words(String text) {
    return Set.of(text.split(" "));
  }

  /** Types and members that only some types may use. */
  private enum Ban {
    COMMAND_LINE("cli\\..*", "dev\\.gatehouse\\.cli\\..*", ROOT + ".cli.BackupCommand"),
    HTTP_SERVERS(
        "http\\..*|node\\.management\\.Management",
        "io\\.vertx\\.(core\\.http\\.HttpServer.*|ext\\.web\\.(?!client\\.|codec\\.).*)",
        "io.vertx.ext.web.Router"),
    /** Others know the error codes of the contract, and nothing else of it. */
    CONTRACT(
        "(contract|http|node)\\..*|cli\\.GatehouseCommand\\$ContractCommand.*",
        "dev\\.gatehouse\\.contract\\.(?!ErrorCode(\\.|$)).*",
        ROOT + ".contract.Contract"),
    JDK_LOGGING("", "java\\.util\\.logging\\..*", "java.util.logging.Logger"),
    CONSOLE(
        "cli\\..*|node\\.NodeProcess", "java\\.lang\\.System\\.(out|err)", "java.lang.System.out"),
    TIME_AND_CHANCE(
        "node\\.(NodeProcess|NodeComposition)|time\\.TimeSource"
            + "|cli\\.(ManagementClient|BackupCommand|CredentialsCommand)",
        "java\\.security\\.SecureRandom\\.(<init>|getInstance).*"
            + "|java\\.util\\.(Random|SplittableRandom)\\.<init>\\(\\)"
            + "|java\\.util\\.random\\.RandomGenerator(Factory)?\\.(of|getDefault|create).*"
            + "|java\\.util\\.UUID\\.randomUUID.*"
            + "|java\\.util\\.concurrent\\.ThreadLocalRandom\\..*"
            + "|java\\.lang\\.(Math\\.random|System\\.currentTimeMillis).*"
            + "|java\\.time\\.(Clock|InstantSource)\\.(system|tick).*"
            + "|dev\\.gatehouse\\.time\\.TimeSource\\.system.*"
            + "|java\\.time\\..*\\.now\\((java\\.time\\.ZoneId)?\\)"
            + "|java\\.util\\.Date\\.<init>\\(\\)",
        "java.time.Instant.now()");

    private final Pattern exempt;
    private final Pattern banned;
    private final String example;

    Ban(String exempt, String banned, String example) {
      this.exempt = Pattern.compile("dev\\.gatehouse\\.(" + exempt + ")");
      this.banned = Pattern.compile(banned);
      this.example = example;
    }

    boolean exempts(Type type) {
      return exempt.matcher(type.name()).matches();
    }

    List<String> faults(Type type) {
      return Stream.concat(type.uses().stream(), type.members().stream())
          .filter(used -> banned.matcher(used).matches())
          .map(used -> type.name() + " uses " + used)
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsEveryBan(Ban ban) {
    List<String> faults =
        TYPES.stream()
            .filter(type -> !ban.exempts(type))
            .flatMap(type -> ban.faults(type).stream())
            .toList();
    assertEquals("", String.join("\n", faults));
  }

  @ParameterizedTest
  @EnumSource
  void detectsWhatIsBanned(Ban ban) {
    Type type = new Type(ROOT + ".areas.site.A", Set.of(ban.example), Set.of(), List.of());
    assertTrue(!ban.exempts(type) && ban.faults(type).size() == 1, ban.example);
  }

  @ParameterizedTest
  @ValueSource(classes = {TestServices.class, TestClock.class})
  void detectsAnUninjectedClockOrRandom(Class<?> type) {
    assertTrue(!Ban.TIME_AND_CHANCE.faults(ClassFiles.of(type)).isEmpty());
  }

  @Test
  void keepsStaticFieldsFinal() {
    assertEquals(List.of(), TYPES.stream().filter(type -> !type.variables().isEmpty()).toList());
    assertEquals(0, Counter.next());
    assertEquals(List.of("number"), ClassFiles.of(Counter.class).variables());
  }

  /** Has a static variable. */
  private static final class Counter {
    static int number;

    static int next() {
      return number++;
    }
  }

  @Test
  void namesTypesByTheirRoles() {
    Pattern vague = Pattern.compile(".*(Utils?|Helpers?|Manager|Common|Impl)(\\$.*)?");
    List<String> names = TYPES.stream().map(Type::name).toList();
    assertEquals(List.of(), names.stream().filter(vague.asMatchPredicate()).toList());
  }

  @Test
  void givesEachClassAUniqueName() {
    Map<String, Set<String>> named = new TreeMap<>();
    TYPES.stream()
        .filter(type -> !type.name().contains("$") && !type.simpleName().equals("package-info"))
        .forEach(type ->
            named.computeIfAbsent(type.simpleName(), first -> new TreeSet<>()).add(type.name()));
    named.values().removeIf(types -> types.size() < 2);
    assertEquals(Map.of(), named);
  }

  @Test
  void hasNoCycleOfPackages() {
    assertEquals(Set.of(), circular(uses(name -> name)), "packages");
    assertEquals(
        Set.of(), circular(uses(name -> part(name).split("\\.")[0])), "top-level packages");
  }

  /** Returns what each group of packages uses of the others. */
  private static Map<String, Set<String>> uses(UnaryOperator<String> group) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Type type : TYPES) {
      String own = group.apply(type.packageName());
      Set<String> others = uses.computeIfAbsent(own, first -> new TreeSet<>());
      ownUses(type).map(group).filter(other -> !other.equals(own)).forEach(others::add);
    }
    return uses;
  }

  /** Returns the packages of the product that a type uses. */
  private static Stream<String> ownUses(Type type) {
    return type.uses().stream()
        .filter(used -> used.startsWith(ROOT + '.'))
        .map(used -> used.substring(0, used.lastIndexOf('.')))
        .distinct();
  }

  /** Returns the packages that depend on themselves through others. */
  static Set<String> circular(Map<String, Set<String>> uses) {
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
  void detectsACycle() {
    assertEquals(
        Set.of("a", "b"),
        circular(Map.of("a", Set.of("b"), "b", Set.of("a"), "c", Set.of("a"), "d", Set.of())));
  }

  @Test
  void readsTheClassFiles() {
    assertTrue(TYPES.size() > 100, "only " + TYPES.size());
    assertTrue(MODULES.containsAll(Set.of("access", "commerce", "site")), MODULES::toString);
  }

  private static Type type(String name) {
    return TYPES.stream().filter(type -> type.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void usesAllowedPackagesOnly() {
    List<String> forbidden = new ArrayList<>();
    for (Type type : TYPES) {
      ownUses(type)
          .filter(used -> !mayUse(part(type.packageName()), part(used)))
          .forEach(used -> forbidden.add(type.name() + " uses " + used));
    }
    assertEquals("", String.join("\n", forbidden));
  }

  @Test
  void detectsAForbiddenDependency() {
    assertTrue(mayUse("http", "bus") && mayUse("node", "http") && mayUse("cli", "node"));
    assertTrue(mayUse("areas.access", "security") && !mayUse("areas.site", "security"));
    assertTrue(!mayUse("bus", "http") && !mayUse("node", "cli") && !mayUse("areas.a", "areas.b"));
    assertTrue(!mayUse("cli", ""), "the main class");
  }

  /** Returns whether a part may use another. */
  static boolean mayUse(String part, String other) {
    return part.isEmpty()
        || part.equals(other)
        || switch (part) {
          case "cli" -> !other.isEmpty();
          case "node" -> !other.isEmpty() && !other.equals("cli");
          case "areas.access" -> OF_AN_AREA.contains(other) || other.equals("security");
          default ->
              part.startsWith(AREAS + '.')
                  ? OF_AN_AREA.contains(other)
                  : ALLOWED.getOrDefault(part, Set.of()).contains(other);
        };
  }

  /** Returns the part that a package belongs to: a top-level package, or one area. */
  static String part(String name) {
    if (name.equals(ROOT)) {
      return "";
    }
    String[] segments = name.substring(ROOT.length() + 1).split("\\.");
    return segments[0].equals(AREAS) && segments.length > 1
        ? AREAS + '.' + segments[1]
        : segments[0];
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
    TYPES.forEach(type -> top.add(part(type.packageName()).split("\\.")[0]));
    top.remove("");
    assertTrue(top.size() <= MAX_TOP_LEVEL, top.size() + " top-level packages: " + top);
  }

  /** The table of the page is the one that newcomers read, so it must be this one. */
  @Test
  void agreesWithTheTableOfThePage() throws IOException {
    Map<String, Set<String>> documented = new TreeMap<>();
    Pattern row = Pattern.compile("(?m)^\\| `([a-z]+)` \\|[^|]*\\| ([^|]*) \\|$");
    row.matcher(architecture())
        .results()
        .forEach(match -> documented.put(match.group(1), codeIn(match.group(2).split(";")[0])));
    Map<String, Set<String>> enforced = new TreeMap<>(ALLOWED);
    enforced.put(AREAS, OF_AN_AREA);
    enforced.put("node", Set.of("cli"));
    enforced.put("cli", Set.of());
    assertEquals(enforced, documented, PACKAGES);
  }

  @Test
  void describesEveryPackage() throws IOException {
    Set<String> described = codeIn(architecture());
    Set<String> missing = new TreeSet<>();
    for (Type type : TYPES) {
      String name = type.packageName();
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
    assertEquals(Set.of(), missing, PACKAGES);
  }

  private static String architecture() throws IOException {
    return Files.readString(Path.of(PACKAGES)).split("\n## ")[0];
  }

  private static Set<String> codeIn(String text) {
    Set<String> words = new TreeSet<>();
    Pattern.compile("`([^`]+)`").matcher(text).results().forEach(m -> words.add(m.group(1)));
    return words;
  }
}
