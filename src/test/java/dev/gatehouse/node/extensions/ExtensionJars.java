package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.TestNode;
import dev.gatehouse.Unchecked;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles extensions and packs them into jar files. */
public final class ExtensionJars {
  private static final Path GUESTBOOK = Path.of("src/examples/guestbook");
  static final String DESCRIPTION = "gatehouse-extension.yaml";
  static final String SERVICE = "META-INF/services/dev.gatehouse.area.extension.Extension";

  private static final Map<String, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

  private ExtensionJars() {}

  /** Builds the example of the guide in a folder. */
  public static Path guestbook(Path folder) throws IOException {
    return ofProject(GUESTBOOK, folder);
  }

  /** Builds a project with one Java file, without its tests, in a folder. */
  public static Path ofProject(Path project, Path folder) throws IOException {
    Path resources = project.resolve("src/main/resources");
    Map<String, String> texts = new TreeMap<>();
    for (Path file : files(resources)) {
      texts.put(resources.relativize(file).toString(), Files.readString(file));
    }
    Path source = files(project.resolve("src/main/java")).getFirst();
    return jar(folder, project.getFileName().toString(), Files.readString(source), texts);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  /**
   * Builds the jar file of an extension. Returns its folder.
   *
   * @param type name of the extension's class; its package is the name of the extension
   */
  static String extension(Path folder, String type, String source, String description) {
    String name = type.substring(0, type.indexOf('.'));
    Unchecked.get(() -> jar(folder, name, source, Map.of(DESCRIPTION, description, SERVICE, type)));
    return folder.toString();
  }

  /**
   * Builds a jar file.
   *
   * @param source one Java file; empty for none
   * @param resources texts by path
   */
  static Path jar(Path folder, String name, String source, Map<String, String> resources)
      throws IOException {
    Path jar = folder.resolve(name + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (var resource : resources.entrySet()) {
        add(out, resource.getKey(), resource.getValue().getBytes(StandardCharsets.UTF_8));
      }
      if (!source.isEmpty()) {
        for (var type : compiled(source).entrySet()) {
          add(out, type.getKey(), type.getValue());
        }
      }
    }
    return jar;
  }

  private static void add(JarOutputStream out, String path, byte[] bytes) throws IOException {
    out.putNextEntry(new ZipEntry(path));
    out.write(bytes);
    out.closeEntry();
  }

  /** Returns the class files of a source by their paths. Each source is compiled once. */
  private static Map<String, byte[]> compiled(String source) throws IOException {
    Map<String, byte[]> types = COMPILED.get(source);
    if (types == null) {
      types = new TreeMap<>();
      Path folder = Files.createTempDirectory("extension-classes");
      compile(folder, source);
      for (Path file : files(folder)) {
        types.put(folder.relativize(file).toString(), Files.readAllBytes(file));
      }
      TestNode.deleteTree(folder);
      COMPILED.put(source, types);
    }
    return types;
  }

  private static void compile(Path classes, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    List<String> options = List.of("-d", classes.toString(), "-proc:none", "-cp", "target/classes");
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var unit =
          new SimpleJavaFileObject(
              URI.create("string:///" + name(source) + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
              return source;
            }
          };
      boolean ok = compiler.getTask(messages, files, null, options, null, List.of(unit)).call();
      if (!ok) {
        throw new IOException(messages.toString());
      }
    }
  }

  private static String name(String source) {
    return source.replaceAll("(?s).*?public final class (\\w+).*", "$1");
  }
}
