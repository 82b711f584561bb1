package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules of how the source reads, held by what javac parses. */
class SourceRulesTest {
  private static final int MAX_ARGUMENTS = 6;

  private static final Sources SOURCES = Sources.ofTheProduct();

  /** A visitor that collects what it finds fault with. */
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
   * Positions mean nothing beyond six. Methods and constructors are judged by what they declare; a
   * record by what its constructor is given, since those that are only ever read from JSON have
   * their components by name.
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

    /** A record's constructor without parameters of its own stands behind the components. */
    private static boolean compact(CompilationUnitTree unit, MethodTree method) {
      return !method.getParameters().isEmpty()
          && SOURCES.start(unit, method.getParameters().getFirst()) < SOURCES.start(unit, method);
    }

    /** Whoever overrides takes what the other's declaration says. */
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

  @Test
  void makesFailuresFromCodesOnly() {
    none(new UncodedFailures());
  }

  @Test
  void noArgumentListIsLong() {
    none(new LongArgumentLists());
  }

  @Test
  void noConditionalIsNested() {
    none(new NestedConditionals());
  }

  @Test
  void javadocOpensWithANounOrAVerb() {
    none(new Openings());
  }

  @Test
  void boundsAreCalledMax() {
    none(new MostNames());
  }

  @Test
  void everyPackageSaysWhatLivesThere() {
    Set<String> all = new TreeSet<>();
    Set<String> told = new TreeSet<>();
    for (CompilationUnitTree unit : SOURCES.units()) {
      all.add(Sources.packageOf(unit));
      if (Sources.file(unit).endsWith("/package-info.java")) {
        told.add(Sources.packageOf(unit));
      }
    }
    assertEquals(all, told);
  }

  private static void none(Rule rule) {
    List<String> faults = rule.faultsOf(SOURCES);
    assertTrue(faults.isEmpty(), () -> faults.size() + ":\n" + String.join("\n", faults));
  }
}
