package dev.gatehouse;

import module java.base;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The product's source as parsed by javac, for rules that class files cannot check. Class files
 * inline constants, and omit comments and conditional expressions.
 */
final class Sources {
  static final String ROOT = "dev.gatehouse";

  private static final Path PRODUCT = Path.of("src/main/java");

  private final Path folder;
  private final List<CompilationUnitTree> units = new ArrayList<>();
  private final DocTrees trees;

  private Sources(Path folder, JavacTask task) throws IOException {
    this.folder = folder;
    task.parse().forEach(units::add);
    trees = DocTrees.instance(task);
  }

  static Sources ofTheProduct() {
    return under(PRODUCT);
  }

  boolean isTheProduct() {
    return folder.equals(PRODUCT);
  }

  static Sources under(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return new Sources(
          folder, task(files.filter(file -> file.toString().endsWith(".java")).sorted().toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavacTask task(List<Path> files) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    return (JavacTask)
        compiler.getTask(
            null,
            manager,
            null,
            List.of("-proc:none"),
            null,
            manager.getJavaFileObjectsFromPaths(files));
  }

  List<CompilationUnitTree> units() {
    return units;
  }

  /** Returns the Javadoc text of a declaration, or null. */
  String javadoc(TreePath declaration) {
    return trees.getDocComment(declaration);
  }

  /** Returns the file and line of a tree in compiler format. */
  String place(CompilationUnitTree unit, Tree tree) {
    long position = trees.getSourcePositions().getStartPosition(unit, tree);
    return file(unit) + ':' + unit.getLineMap().getLineNumber(position);
  }

  /** Returns the offset of a tree's first character in its file. */
  long start(CompilationUnitTree unit, Tree tree) {
    return trees.getSourcePositions().getStartPosition(unit, tree);
  }

  /** Returns the path of a unit below the source folder. */
  static String file(CompilationUnitTree unit) {
    String path = unit.getSourceFile().getName().replace('\\', '/');
    return path.substring(path.indexOf("java/") + "java/".length());
  }

  static String packageOf(CompilationUnitTree unit) {
    return unit.getPackageName().toString();
  }

  /**
   * Returns the product's packages that a unit names in an import or in a qualified name in its
   * code.
   */
  static Set<String> packagesNamedBy(CompilationUnitTree unit) {
    Set<String> named = new TreeSet<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitImport(ImportTree node, Void nothing) {
        add(node.getQualifiedIdentifier().toString());
        return null;
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
        if (startsLikeTheProduct(node)) {
          add(node.toString());
        }
        return super.visitMemberSelect(node, nothing);
      }

      private boolean startsLikeTheProduct(MemberSelectTree node) {
        Tree first = node;
        while (first instanceof MemberSelectTree select) {
          first = select.getExpression();
        }
        return first.toString().equals("dev");
      }

      private void add(String name) {
        if (name.startsWith(ROOT + '.')) {
          packagePart(name, named);
        }
      }
    }.scan(unit, null);
    named.remove(packageOf(unit));
    return named;
  }

  /** Package names are lower case, so the package ends before a type's capital. */
  private static void packagePart(String name, Set<String> named) {
    StringBuilder part = new StringBuilder();
    for (String word : name.split("\\.")) {
      if (Character.isUpperCase(word.charAt(0))) {
        named.add(part.toString());
        return;
      }
      part.append(part.isEmpty() ? "" : ".").append(word);
    }
  }
}
