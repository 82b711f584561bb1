package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules of how the source reads, held by what javac parses. */
class SourceRulesTest {
  private static final int ROOM = "dev/gatehouse/".length();

  private static final Sources SOURCES = Sources.ofTheProduct();

  /** Files under work elsewhere, which are not judged yet; shrinks to nothing. */
  private static final Set<String> NOT_YET =
      Set.of(
          "embedded/",
          "settings/",
          "node/Parts",
          "node/Storage",
          "node/Owner",
          "node/Health",
          "gate/Secrets",
          "access/AccessModule",
          "calendar/CalendarModule",
          "notifications/NotificationsModule");

  /** A visitor that collects what it finds fault with. */
  private abstract static class Rule extends TreePathScanner<Void, CompilationUnitTree> {
    final List<String> faults = new ArrayList<>();

    List<String> faultsOf(Sources sources) {
      sources.units().stream()
          .filter(
              unit -> NOT_YET.stream().noneMatch(Sources.file(unit).substring(ROOM)::startsWith))
          .forEach(unit -> scan(unit, unit));
      return faults;
    }

    void fault(CompilationUnitTree unit, Tree tree, String text) {
      faults.add(SOURCES.place(unit, tree) + ' ' + text);
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

  private static void none(Rule rule) {
    List<String> faults = rule.faultsOf(SOURCES);
    assertTrue(faults.isEmpty(), () -> faults.size() + ":\n" + String.join("\n", faults));
  }
}
