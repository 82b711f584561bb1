package dev.gatehouse.pages;

import module java.base;

import dev.gatehouse.settings.SettingsException;
import gg.jte.CodeResolver;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateException;
import gg.jte.resolve.DirectoryCodeResolver;
import gg.jte.resolve.ResourceCodeResolver;
import javax.tools.ToolProvider;

/**
 * Templates as classes. The build compiles the shipped templates, so that an error in one fails it.
 * A node compiles all of them again if the owner replaces some.
 */
public final class CompiledTemplates {
  private static final String SHIPPED = "templates";
  private static final String NAMES = SHIPPED + "/names.txt";
  private static final String PACKAGE = "gg.jte.generated.";
  private static final ClassLoader LOADER = CompiledTemplates.class.getClassLoader();

  private CompiledTemplates() {}

  /**
   * Compiles the shipped templates, and lists their names for nodes.
   *
   * @param arguments folder of the templates, and folder of the class files
   */
  public static void main(String[] arguments) throws IOException {
    var resolver = new DirectoryCodeResolver(Path.of(arguments[0]));
    Path classes = Path.of(arguments[1]);
    compile(resolver, classes, "precompiled");
    for (Path file : files(classes.resolve(PACKAGE.split("\\.")[0]), ".java")) {
      Files.delete(file);
    }
    Files.write(
        classes.resolve(NAMES), resolver.resolveAllTemplateNames().stream().sorted().toList());
  }

  private static void compile(CodeResolver resolver, Path classes, String name) {
    TemplateEngine engine =
        TemplateEngine.create(resolver, classes, ContentType.Html, LOADER, PACKAGE + name);
    engine.setTrimControlStructures(true);
    engine.setCompileArgs("-proc:none");
    engine.precompileAll();
  }

  static TemplateEngine shipped() {
    return TemplateEngine.createPrecompiled(ContentType.Html);
  }

  /**
   * Returns the shipped templates, of which an owner's folder replaces some. Blocks for seconds,
   * because all templates are compiled: they call each other.
   *
   * @throws SettingsException that names the template with an error
   */
  static TemplateEngine replacedBy(Path folder) {
    if (ToolProvider.getSystemJavaCompiler() == null) {
      throw new SettingsException(
          Theme.TEMPLATES + ": this Java runtime has no compiler, use a JDK");
    }
    try {
      Path classes = Files.createTempDirectory("gatehouse-templates");
      try {
        compile(Replaced.of(folder), classes, "replaced");
        return TemplateEngine.createPrecompiled(
            classes, ContentType.Html, loaded(classes), PACKAGE + "replaced");
      } finally {
        delete(classes);
      }
    } catch (TemplateException e) {
      throw new SettingsException(Theme.TEMPLATES + ": " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads all classes, so that their files can be deleted. */
  private static ClassLoader loaded(Path classes) throws IOException {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, LOADER)) {
      for (Path file : files(classes, ".class")) {
        String name =
            classes.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
        loader.loadClass(name.substring(0, name.length() - ".class".length()));
      }
      return loader;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Path> files(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Source of the templates: the owner's folder first, then the jar. */
  private record Replaced(CodeResolver own, CodeResolver shipped, List<String> names)
      implements CodeResolver {
    static Replaced of(Path folder) throws IOException {
      List<String> names = shippedNames();
      var own = new DirectoryCodeResolver(folder);
      own.resolveAllTemplateNames().stream()
          .filter(name -> !names.contains(name))
          .findFirst()
          .ifPresent(name -> {
            throw new SettingsException(
                Theme.TEMPLATES + ": no page uses " + name + ", only " + String.join(", ", names));
          });
      return new Replaced(own, new ResourceCodeResolver(SHIPPED, LOADER), names);
    }

    private static List<String> shippedNames() throws IOException {
      try (InputStream in = LOADER.getResourceAsStream(NAMES)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      }
    }

    @Override
    public String resolve(String name) {
      return own.exists(name) ? own.resolve(name) : shipped.resolve(name);
    }

    @Override
    public boolean exists(String name) {
      return names.contains(name);
    }

    @Override
    public long getLastModified(String name) {
      return 0;
    }

    @Override
    public List<String> resolveAllTemplateNames() {
      return names;
    }
  }
}
