package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import dev.gatehouse.bus.EventType;
import dev.gatehouse.bus.Message;
import dev.gatehouse.messages.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Source style rules, checked on javac's syntax trees. */
class SourceRulesTest {
  private static final int MAX_ARGUMENTS = 6;

  private static final Sources SOURCES = Sources.ofTheProduct();

  /** A visitor that collects violations. */
  private abstract static class Rule extends TreePathScanner<Void, CompilationUnitTree> {
    final List<String> faults = new ArrayList<>();

    List<String> faultsOf(Sources sources) {
      sources.units().forEach(unit -> scan(unit, unit));
      return faults;
    }

    void fault(CompilationUnitTree unit, Tree tree, String text) {
      faults.add(SOURCES.place(unit, tree) + ' ' + text);
    }
  }

  /**
   * Limits declared parameters to six, because longer positional lists are unreadable. A record
   * counts by its constructor calls, since records that are only read from JSON have named
   * components.
   */
  private static final class LongArgumentLists extends Rule {
    private final Set<String> ours = new HashSet<>();

    @Override
    List<String> faultsOf(Sources sources) {
      sources
          .units()
          .forEach(unit ->
              new TreeScanner<Void, Void>() {
                @Override
                public Void visitClass(ClassTree type, Void nothing) {
                  ours.add(type.getSimpleName().toString());
                  return super.visitClass(type, nothing);
                }
              }.scan(unit, null));
      return super.faultsOf(sources);
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      if (!compact(unit, method) && !overrides(method)) {
        check(unit, method, method.getName() + " declares", method.getParameters().size());
      }
      return super.visitMethod(method, unit);
    }

    @Override
    public Void visitNewClass(NewClassTree call, CompilationUnitTree unit) {
      String name = call.getIdentifier().toString().replaceAll("<.*>|.*\\.", "");
      if (ours.contains(name)) {
        check(unit, call, "new " + name + " with", call.getArguments().size());
      }
      return super.visitNewClass(call, unit);
    }

    /**
     * Returns whether a method is a record's compact constructor, which has the record's
     * components.
     */
    private static boolean compact(CompilationUnitTree unit, MethodTree method) {
      return !method.getParameters().isEmpty()
          && SOURCES.start(unit, method.getParameters().getFirst()) < SOURCES.start(unit, method);
    }

    /** An overriding method must have the parameters of the overridden one. */
    private static boolean overrides(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }

    private void check(CompilationUnitTree unit, Tree tree, String what, int count) {
      if (count > MAX_ARGUMENTS) {
        fault(unit, tree, what + ' ' + count + " arguments");
      }
    }
  }

  private static final class NestedConditionals extends Rule {
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

  private static final class Openings extends Rule {
    private static final Pattern QUESTION =
        Pattern.compile(
            "^\\s*(What|Whether|Who|Whom|Whose|How|Where|Which|Why)\\b.*", Pattern.DOTALL);

    @Override
    public Void visitClass(ClassTree type, CompilationUnitTree unit) {
      check(unit, type);
      return super.visitClass(type, unit);
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      check(unit, method);
      return super.visitMethod(method, unit);
    }

    @Override
    public Void visitVariable(VariableTree variable, CompilationUnitTree unit) {
      check(unit, variable);
      return super.visitVariable(variable, unit);
    }

    private void check(CompilationUnitTree unit, Tree tree) {
      String text = SOURCES.javadoc(getCurrentPath());
      if (text != null && QUESTION.matcher(text).matches()) {
        fault(unit, tree, text.strip().lines().findFirst().orElse(""));
      }
    }
  }

  private static final class MostNames extends Rule {
    @Override
    public Void visitVariable(VariableTree variable, CompilationUnitTree unit) {
      check(unit, variable, variable.getName().toString());
      return super.visitVariable(variable, unit);
    }

    @Override
    public Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      check(unit, method, method.getName().toString());
      return super.visitMethod(method, unit);
    }

    private void check(CompilationUnitTree unit, Tree tree, String name) {
      if (name.matches("most([A-Z].*)?|MOST(_.*)?")) {
        fault(unit, tree, name);
      }
    }
  }

  /** An error is made from a code, by the methods of Failure. */
  private static final class UncodedFailures extends Rule {
    @Override
    public Void visitNewClass(NewClassTree call, CompilationUnitTree unit) {
      if (call.getIdentifier().toString().matches("(.*\\.)?Failure")
          && !Sources.packageOf(unit).equals("dev.gatehouse.bus")) {
        fault(unit, call, "new Failure: use Failure.of(ErrorCode, ...)");
      }
      return super.visitNewClass(call, unit);
    }
  }

  /**
   * Messages and events are sent by their declarations: an address is a literal only there, and a
   * call is made only where messages and requests are turned into calls. Extensions declare their
   * own events.
   */
  private static final class UndeclaredMessages extends Rule {
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

  @Test
  void createsErrorsFromCodesOnly() {
    none(new UncodedFailures());
  }

  @Test
  void sendsMessagesByTheirDeclarations() {
    none(new UndeclaredMessages());
  }

  @Test
  void detectsUndeclaredMessages(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Sender.java"),
        """
        package dev.gatehouse.areas.site;
        class Sender {
          void send() {
            Call call = Call.message("access.ban", null, null, Map.of("address", "::1"));
            listen("products.changed");
            listen(EventType.of("site.done", Done.class), null);
            Call other = new Call("access.currentCode", null, null, null, null, null);
          }
        }
        """);
    List<String> faults = new UndeclaredMessages().faultsOf(Sources.under(folder));
    assertEquals(5, faults.size(), faults::toString);
  }

  @Test
  void keepsArgumentListsShort() {
    none(new LongArgumentLists());
  }

  @Test
  void avoidsNestedConditionals() {
    none(new NestedConditionals());
  }

  @Test
  void startsJavadocWithANounOrAVerb() {
    none(new Openings());
  }

  @Test
  void namesLimitsMax() {
    none(new MostNames());
  }

  @Test
  void documentsEveryPackage() {
    Set<String> all = new TreeSet<>();
    Set<String> reported = new TreeSet<>();
    for (CompilationUnitTree unit : SOURCES.units()) {
      all.add(Sources.packageOf(unit));
      if (Sources.file(unit).endsWith("/package-info.java")) {
        reported.add(Sources.packageOf(unit));
      }
    }
    assertEquals(all, reported);
  }

  @Test
  void keepsFilesOfAtMost300Lines() throws IOException {
    List<String> longer = new ArrayList<>();
    for (CompilationUnitTree unit : SOURCES.units()) {
      if (unit.getSourceFile().getCharContent(true).toString().lines().count() > 300) {
        longer.add(Sources.file(unit));
      }
    }
    assertEquals(List.of(), longer);
  }

  private static void none(Rule rule) {
    List<String> faults = rule.faultsOf(SOURCES);
    assertTrue(faults.isEmpty(), () -> faults.size() + ":\n" + String.join("\n", faults));
  }
}
