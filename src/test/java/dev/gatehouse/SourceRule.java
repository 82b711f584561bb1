package dev.gatehouse;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;

/** A visitor that collects violations of a rule. */
abstract class SourceRule extends TreePathScanner<Void, CompilationUnitTree> {
  static final Sources SOURCES = Sources.ofTheProduct();

  final List<String> faults = new ArrayList<>();

  List<String> faultsOf(Sources sources) {
    sources.units().forEach(unit -> scan(unit, unit));
    return faults;
  }

  void fault(CompilationUnitTree unit, Tree tree, String text) {
    faults.add(SOURCES.place(unit, tree) + ' ' + text);
  }

  final void check() {
    List<String> found = faultsOf(SOURCES);
    assertTrue(found.isEmpty(), () -> found.size() + ":\n" + String.join("\n", found));
  }
}
