package dev.gatehouse.node.extensions;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles extensions and packs them into jar files. */
public final class ExtensionJars {
  private static final Path GUESTBOOK = Path.of("src/examples/guestbook/src/main");
  static final String DESCRIPTION = "gatehouse-extension.yaml";
  static final String SERVICE = "META-INF/services/dev.gatehouse.area.extension.Extension";

  private static final String CONSOLE = "console/guestbook.js";

  private ExtensionJars() {}

  /** Builds the example of the guide in a folder. */
  public static Path guestbook(Path folder) throws IOException {
    Path resources = GUESTBOOK.resolve("resources");
    return jar(
        folder,
        "guestbook",
        Files.readString(GUESTBOOK.resolve("java/guestbook/Guestbook.java")),
        Map.of(
            DESCRIPTION,
            Files.readString(resources.resolve(DESCRIPTION)),
            SERVICE,
            Files.readString(resources.resolve(SERVICE)),
            CONSOLE,
            Files.readString(resources.resolve(CONSOLE))));
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
        Path classes = compiled(Files.createDirectories(folder.resolve(name + "-classes")), source);
        try (Stream<Path> files = Files.walk(classes)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            add(out, classes.relativize(file).toString(), Files.readAllBytes(file));
          }
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

  private static Path compiled(Path classes, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    List<String> options = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none"));
    options.addAll(List.of("-cp", "target/classes"));
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
    return classes;
  }

  private static String name(String source) {
    return source.replaceAll("(?s).*?public final class (\\w+).*", "$1");
  }
}
