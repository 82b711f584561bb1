package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Deletion by age uses the guarded clock. A query that deletes everything before a time must get
 * the time from an {@code Age}, which only {@code TrustedClock} creates.
 */
class ClockRulesTest {
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

  private static final Sources SOURCES = Sources.ofTheProduct();

  /** Finds deletions with an upper bound, and methods that delete before an unguarded time. */
  private static final class UnguardedDeletions extends TreePathScanner<Void, CompilationUnitTree> {
    private final List<String> faults = new ArrayList<>();

    static List<String> of(Sources sources) {
      var rule = new UnguardedDeletions();
      sources.units().forEach(unit -> rule.scan(unit, unit));
      return rule.faults;
    }

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
      boolean byTime =
          method.getParameters().stream()
              .anyMatch(each -> each.getType().toString().matches("Instant|Duration|long"));
      if (BY_AGE.matcher(method.getName()).matches() && byTime) {
        fault(unit, method, method.getName() + " must take an Age");
      }
      return super.visitMethod(method, unit);
    }

    private void fault(CompilationUnitTree unit, Tree tree, String text) {
      faults.add(SOURCES.place(unit, tree) + ' ' + text);
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
  }

  @Test
  void deletesByGuardedAgeOnly() {
    List<String> faults = UnguardedDeletions.of(SOURCES);
    assertTrue(faults.isEmpty(), () -> String.join("\n", faults));
  }

  @Test
  void findsUnguardedDeletions(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Logs.java"),
        """
        package dev.gatehouse.areas.site;
        class Logs {
          void direct() {
            entries.delete(where("at").before(clock.instant()).json());
          }
          void byVariable(Age age) {
            JsonObject old = where("at").until(now).json();
            entries.delete(old);
          }
          void byMethod() {
            entries.delete(over());
          }
          JsonObject over() {
            return new JsonObject().put("at", new JsonObject().put("$lt", now));
          }
          void deleteOld(Instant before) {}
          void guarded(Age age) {
            entries.delete(where("at").olderThan(age).json());
            entries.delete(where("_id").is(id).json());
          }
        }
        """);
    List<String> faults = UnguardedDeletions.of(Sources.under(folder));
    assertEquals(4, faults.size(), faults::toString);
  }

  /** An exception that no longer exists must not hide a later method with its name. */
  @Test
  void namesExistingMethodsAsExceptions() {
    for (String exception : EXCEPTIONS.keySet()) {
      String[] parts = exception.split("\\.");
      boolean exists =
          SOURCES.units().stream()
              .filter(unit -> Sources.file(unit).endsWith('/' + parts[0] + ".java"))
              .anyMatch(unit -> unit.toString().contains(' ' + parts[1] + '('));
      assertTrue(exists, String.format(java.util.Locale.ROOT, "%s does not exist", exception));
    }
  }
}
