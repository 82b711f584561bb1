package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Source style rules, checked on javac's syntax trees. */
class SourceRulesTest {
  private static final int MAX_ARGUMENTS = 6;

  private static final Sources SOURCES = SourceRule.SOURCES;

  /**
   * Limits declared parameters to six, because longer positional lists are unreadable. A record
   * counts by its constructor calls, since records that are only read from JSON have named
   * components.
   */
  private static final class LongArgumentLists extends SourceRule {
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

  private static final class NestedConditionals extends SourceRule {
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

  private static final class Openings extends SourceRule {
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

  private static final class MostNames extends SourceRule {
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
  private static final class UncodedFailures extends SourceRule {
    @Override
    public Void visitNewClass(NewClassTree call, CompilationUnitTree unit) {
      if (call.getIdentifier().toString().matches("(.*\\.)?Failure")
          && !Sources.packageOf(unit).equals("dev.gatehouse.bus")) {
        fault(unit, call, "new Failure: use Failure.of(ErrorCode, ...)");
      }
      return super.visitNewClass(call, unit);
    }
  }

  @Test
  void createsErrorsFromCodesOnly() {
    new UncodedFailures().check();
  }

  @Test
  void keepsArgumentListsShort() {
    new LongArgumentLists().check();
  }

  @Test
  void avoidsNestedConditionals() {
    new NestedConditionals().check();
  }

  @Test
  void startsJavadocWithANounOrAVerb() {
    new Openings().check();
  }

  @Test
  void namesLimitsMax() {
    new MostNames().check();
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
}
