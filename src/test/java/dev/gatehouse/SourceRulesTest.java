package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.Messages;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rules for the source that javac's syntax trees show. Each has a counterexample, so that a rule
 * that no longer finds anything fails.
 */
class SourceRulesTest {
  private static final int MAX_LINES = 600;
  private static final int MAX_PARAMETERS = 8;
  private static final Sources SOURCES = Sources.ofTheProduct();

  /** Separates the files of a counterexample. */
  private static final String FILE = "---";

  private enum Rule {
    ERRORS_COME_FROM_CODES(
        CodelessErrors::new, "package dev.gatehouse.http; class A { Object a = new ApiError(); }"),
    /** A record has as many components as its document has fields, so it is not counted. */
    PARAMETERS_ARE_FEW(
        LongParameterLists::new,
        "package a; class A { void a(int a, int b, int c, int d, int e, int f, int g, int h, int i)"
            + " {} }"),
    CONDITIONALS_ARE_NOT_NESTED(
        NestedConditionals::new, "package a; class A { int a = true ? false ? 1 : 2 : 3; }"),
    JAVADOC_STARTS_WITH_A_NOUN_OR_A_VERB(
        Openings::new, "package a; /** Whether it is. */ class A {}"),
    LIMITS_ARE_NAMED_MAX(MostNames::new, "package a; class A { int mostBytes; }"),
    MESSAGES_ARE_DECLARED(
        UndeclaredMessages::new,
        "package a; class A { Object a = listen(\"products.changed\"); }",
        "package a; class A { Object a = Call.message(\"a\"); }",
        "package a; class A { Object a = EventType.of(\"site.done\"); }",
        "package a; class A { Object a = new Call(); }"),
    /** javac inlines the constants of another package, so only the source names that package. */
    PACKAGES_NAME_ALLOWED_ONES(
        ForbiddenNames::new,
        "package dev.gatehouse.bus; import static"
            + " dev.gatehouse.areas.media.AudioFiles.FileName.LENGTH; class A {}",
        "package dev.gatehouse.bus; class A { String a = dev.gatehouse.http.Stages.NAME; }"),
    PACKAGES_ARE_FREE_OF_CYCLES(
        NamedCycles::new,
        "package dev.gatehouse.a; class A { int a = dev.gatehouse.b.B.C; }"
            + FILE
            + "package dev.gatehouse.b; class B { int a = dev.gatehouse.a.A.C; }"),
    /** A query that deletes everything before a time must get it from the guarded clock. */
    DELETIONS_USE_GUARDED_AGES(
        UnguardedDeletions::new,
        "package a; class A { void a() { entries.delete(where(1).before(clock.instant()).json()); }"
            + " }",
        "package a; class A { void a() { Object old = where(1).until(now); entries.delete(old); }"
            + " }",
        "package a; class A { void a() { all.delete(old()); } Object old() { return put(\"$lt\","
            + " now); } }",
        "package a; class A { void deleteOld(Instant before) {} }"),
    PACKAGES_ARE_DOCUMENTED(PackagesWithoutDescription::new, "package a; class A {}"),
    FILES_ARE_SHORT(LongFiles::new, "package a; class A {" + "\n".repeat(MAX_LINES) + "}");

    private final Supplier<Visitor> visitor;
    private final List<String> counterexamples;

    Rule(Supplier<Visitor> visitor, String... counterexamples) {
      this.visitor = visitor;
      this.counterexamples = List.of(counterexamples);
    }
  }

  @ParameterizedTest
  @EnumSource
  void holds(Rule rule) {
    assertEquals("", rule.visitor.get().faultsOf(SOURCES));
  }

  @ParameterizedTest
  @EnumSource
  void detectsItsCounterexamples(Rule rule, @TempDir Path folder) throws IOException {
    for (String counterexample : rule.counterexamples) {
      String[] files = counterexample.split(FILE);
      for (int i = 0; i < files.length; i++) {
        Files.writeString(folder.resolve("A" + i + ".java"), files[i]);
      }
      assertFalse(rule.visitor.get().faultsOf(Sources.under(folder)).isEmpty(), counterexample);
    }
  }

  /** Collects what breaks a rule, a line each. */
  private abstract static class Visitor extends TreePathScanner<Void, CompilationUnitTree> {
    private final List<String> faults = new ArrayList<>();
    Sources sources;

    final String faultsOf(Sources all) {
      sources = all;
      all.units().forEach(unit -> scan(unit, unit));
      end();
      return String.join("\n", faults);
    }

    /** Called after the last file. */
    void end() {}

    final void fault(CompilationUnitTree unit, Tree tree, String text) {
      faults.add(sources.place(unit, tree) + ' ' + text);
    }

    final void fault(String text) {
      faults.add(text);
    }
  }

  /** A visitor of the declarations of types, methods and variables. */
  private abstract static class Declarations extends Visitor {
    abstract void check(CompilationUnitTree unit, Tree tree, String name);

    @Override
    public Void visitClass(ClassTree type, CompilationUnitTree unit) {
      check(unit, type, type.getSimpleName().toString());
      return super.visitClass(type, unit);
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      check(unit, method, method.getName().toString());
      return super.visitMethod(method, unit);
    }

    @Override
    public Void visitVariable(VariableTree variable, CompilationUnitTree unit) {
      check(unit, variable, variable.getName().toString());
      return super.visitVariable(variable, unit);
    }
  }

  private static final class CodelessErrors extends Visitor {
    @Override
    public Void visitNewClass(NewClassTree call, CompilationUnitTree unit) {
      String type = call.getIdentifier().toString();
      if (Set.of("ApiError", "ApiException").contains(type)
          && !Sources.packageOf(unit).equals("dev.gatehouse.bus")) {
        fault(unit, call, "use " + type + ".of(ErrorCode, ...)");
      }
      return super.visitNewClass(call, unit);
    }
  }

  private static final class LongParameterLists extends Visitor {
    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      boolean ofRecord =
          method.getName().contentEquals("<init>")
              && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
      int count = method.getParameters().size();
      if (!ofRecord && !overrides(method) && count > MAX_PARAMETERS) {
        fault(unit, method, method.getName() + " has " + count + " parameters");
      }
      return super.visitMethod(method, unit);
    }

    /** An overriding method must have the parameters of the overridden one. */
    private static boolean overrides(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }
  }

  private static final class NestedConditionals extends Visitor {
    private int depth;

    @Override
    public Void visitConditionalExpression(
        ConditionalExpressionTree node, CompilationUnitTree unit) {
      if (depth > 0) {
        fault(unit, node, "nested conditional");
      }
      depth++;
      super.visitConditionalExpression(node, unit);
      depth--;
      return null;
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree lambda, CompilationUnitTree unit) {
      int outside = depth;
      depth = 0;
      super.visitLambdaExpression(lambda, unit);
      depth = outside;
      return null;
    }
  }

  private static final class Openings extends Declarations {
    private static final Pattern QUESTION =
        Pattern.compile(
            "^\\s*(What|Whether|Who|Whom|Whose|How|Where|Which|Why)\\b.*", Pattern.DOTALL);

    @Override
    void check(CompilationUnitTree unit, Tree tree, String name) {
      String text = sources.javadoc(getCurrentPath());
      if (text != null && QUESTION.matcher(text).matches()) {
        fault(unit, tree, text.strip().lines().findFirst().orElse(""));
      }
    }
  }

  private static final class MostNames extends Declarations {
    @Override
    void check(CompilationUnitTree unit, Tree tree, String name) {
      if (name.matches("most([A-Z].*)?|MOST(_.*)?")) {
        fault(unit, tree, name);
      }
    }
  }

  private static final class PackagesWithoutDescription extends Visitor {
    @Override
    void end() {
      packages(unit -> true)
          .filter(name -> !described().contains(name))
          .forEach(name -> fault(name + " has no package-info.java"));
    }

    private Set<String> described() {
      return packages(unit -> Sources.file(unit).endsWith("/package-info.java"))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<String> packages(Predicate<CompilationUnitTree> some) {
      return sources.units().stream().filter(some).map(Sources::packageOf).distinct();
    }
  }

  private static final class LongFiles extends Visitor {
    @Override
    public Void visitCompilationUnit(CompilationUnitTree unit, CompilationUnitTree same) {
      try {
        long lines = unit.getSourceFile().getCharContent(true).toString().lines().count();
        if (lines > MAX_LINES) {
          fault(unit, unit, lines + " lines");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return null;
    }
  }

  /**
   * Messages and events are sent by their declarations: an address is a literal only there, and a
   * call is made only where messages and requests are turned into calls. Extensions declare their
   * own events.
   */
  private static final class UndeclaredMessages extends Visitor {
    private static final String BUS = "dev.gatehouse.bus";
    private static final String DECLARATIONS = "dev.gatehouse.messages";
    private static final String EXTENSIONS = "dev.gatehouse.node.extensions";
    private static final Set<String> DECLARING =
        Set.of(
            "Message.of", "Message.local", "Message.command", "Message.operation", "EventType.of");
    private static final Set<String> MAKING_CALLS =
        Set.of(
            BUS,
            "dev.gatehouse.http.stages",
            "dev.gatehouse.http.events",
            "dev.gatehouse.node",
            "dev.gatehouse.node.management");

    private final Set<String> addresses =
        Stream.concat(
                Messages.all().stream()
                    .map(Messages.Declared::message)
                    // The area of an operation binds its method to the operationId.
                    .filter(message -> message.kind() != Message.Kind.OPERATION)
                    .map(Message::address),
                Messages.events().stream().map(EventType::name))
            .collect(Collectors.toSet());

    @Override
    public Void visitLiteral(LiteralTree literal, CompilationUnitTree unit) {
      if (addresses.contains(literal.getValue()) && !Sources.packageOf(unit).equals(DECLARATIONS)) {
        fault(unit, literal, literal.getValue() + ": use its declaration in " + DECLARATIONS);
      }
      return super.visitLiteral(literal, unit);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, CompilationUnitTree unit) {
      if (call.getMethodSelect().toString().equals("Call.message")
          && !Sources.packageOf(unit).equals(BUS)) {
        fault(unit, call, "Call.message: use MessageBus.ask or send");
      }
      if (DECLARING.contains(call.getMethodSelect().toString())
          && !Set.of(DECLARATIONS, EXTENSIONS).contains(Sources.packageOf(unit))) {
        fault(unit, call, call.getMethodSelect() + ": declare it in " + DECLARATIONS);
      }
      return super.visitMethodInvocation(call, unit);
    }

    @Override
    public Void visitNewClass(NewClassTree made, CompilationUnitTree unit) {
      if (made.getIdentifier().toString().equals("Call")
          && !MAKING_CALLS.contains(Sources.packageOf(unit))) {
        fault(unit, made, "new Call: use MessageBus.ask or send");
      }
      return super.visitNewClass(made, unit);
    }
  }

  /** Finds names of packages that a package must not use. */
  private static final class ForbiddenNames extends Visitor {
    @Override
    public Void visitCompilationUnit(CompilationUnitTree unit, CompilationUnitTree same) {
      String part = ArchitectureTest.part(Sources.packageOf(unit));
      Sources.packagesNamedBy(unit).stream()
          .filter(named -> !ArchitectureTest.mayUse(part, ArchitectureTest.part(named)))
          .forEach(named -> fault(unit, unit, "names " + named));
      return null;
    }
  }

  /** Compares packages at every depth, by the names in the source and so by constants too. */
  private static final class NamedCycles extends Visitor {
    @Override
    void end() {
      Map<String, Set<String>> uses = new TreeMap<>();
      for (CompilationUnitTree unit : sources.units()) {
        uses.computeIfAbsent(Sources.packageOf(unit), first -> new TreeSet<>())
            .addAll(Sources.packagesNamedBy(unit));
      }
      ArchitectureTest.circular(uses).forEach(name -> fault(name + " depends on itself"));
    }
  }

  /** Finds deletions with an upper bound, and methods that delete before an unguarded time. */
  private static final class UnguardedDeletions extends Visitor {
    /** Methods whose upper bound is not the age of data. */
    private static final Map<String, String> EXCEPTIONS =
        Map.of(
            "ChangeLog.trim", "the bound is a number of changes",
            "EventBatches.deleteOld", "the bound is a position; the age is an Age",
            "SlotLocks.deleteOld", "the bound is the day of an Age",
            "OpenBookings.taken", "one document by ID, at the guarded time");

    private static final Pattern UPPER_BOUND =
        Pattern.compile("\\.(before|until)\\(|\"\\$lte?\"|\\.to\\(");
    private static final Pattern DELETION = Pattern.compile("(delete|removeAll|deleteAll)");
    private static final Pattern BY_AGE =
        Pattern.compile(
            "(delete|drop|forget|expire|purge|trim|clean|remove)"
                + "(Old|Older|OlderThan|Expired|Ended|Over|Before|Unpaid|Stale)[A-Za-z]*");

    private final Set<String> methods = new HashSet<>();

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, CompilationUnitTree unit) {
      String name = call.getMethodSelect().toString().replaceAll("(?s).*\\.", "");
      String method = method(unit);
      if (DELETION.matcher(name).matches()
          && !EXCEPTIONS.containsKey(method)
          && call.getArguments().stream().anyMatch(query -> isBounded(query, new HashSet<>()))) {
        fault(unit, call, method + " deletes before a time: use Condition.olderThan(Age)");
      }
      return super.visitMethodInvocation(call, unit);
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      methods.add(method(unit));
      boolean byTime =
          method.getParameters().stream()
              .anyMatch(each -> each.getType().toString().matches("Instant|Duration|long"));
      if (BY_AGE.matcher(method.getName()).matches() && byTime) {
        fault(unit, method, method.getName() + " must take an Age");
      }
      return super.visitMethod(method, unit);
    }

    private String method(CompilationUnitTree unit) {
      TreePath at = getCurrentPath();
      while (at != null && !(at.getLeaf() instanceof MethodTree)) {
        at = at.getParentPath();
      }
      String file = Sources.file(unit).replaceAll(".*/|\\.java", "");
      return file + '.' + (at == null ? "" : ((MethodTree) at.getLeaf()).getName());
    }

    /** Returns whether a query has an upper bound, in itself or in a variable or method it uses. */
    private boolean isBounded(ExpressionTree query, Set<String> seen) {
      if (UPPER_BOUND.matcher(query.toString()).find()) {
        return true;
      }
      List<Tree> used = new ArrayList<>();
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitIdentifier(IdentifierTree name, Void nothing) {
          if (seen.add(name.getName().toString())) {
            used.addAll(declared(name.getName().toString()));
          }
          return super.visitIdentifier(name, nothing);
        }
      }.scan(query, null);
      return used.stream().anyMatch(each -> UPPER_BOUND.matcher(each.toString()).find());
    }

    /** Returns the variables and methods of this file with a name. */
    private List<Tree> declared(String name) {
      List<Tree> found = new ArrayList<>();
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
          if (variable.getName().contentEquals(name) && variable.getInitializer() != null) {
            found.add(variable.getInitializer());
          }
          return super.visitVariable(variable, nothing);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
          if (method.getName().contentEquals(name) && method.getBody() != null) {
            found.add(method.getBody());
          }
          return super.visitMethod(method, nothing);
        }
      }.scan(getCurrentPath().getCompilationUnit(), null);
      return found;
    }

    /** An exception that no longer exists must not hide a later method with its name. */
    @Override
    void end() {
      if (sources.isTheProduct()) {
        EXCEPTIONS.keySet().stream()
            .filter(exception -> !methods.contains(exception))
            .forEach(exception -> fault(exception + " does not exist"));
      }
    }
  }
}
