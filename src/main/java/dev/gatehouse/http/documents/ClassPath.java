package dev.gatehouse.http.documents;

import module java.base;

import io.vertx.core.buffer.Buffer;
import java.nio.file.FileSystem;

/** Reader for files of the class path, both Gatehouse's own and those of webjars. */
final class ClassPath {
  private ClassPath() {}

  /**
   * Reads a file.
   *
   * @throws IllegalStateException if the file does not exist
   */
  static Buffer read(String resource) {
    try (InputStream in = ClassPath.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the class path has no " + resource);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of Gatehouse's own files in a folder. */
  static List<String> names(String folder) {
    Path code =
        Path.of(ClassPath.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (FileSystem jar = Files.isDirectory(code) ? null : FileSystems.newFileSystem(code);
        Stream<Path> files =
            Files.list(jar == null ? Path.of(code + folder) : jar.getPath(folder))) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder of a webjar. The webjar's version is part of its name. */
  static String webjar(String group, String artifact) {
    var properties = new Properties();
    String file = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
    try (InputStream in = ClassPath.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the class path has no " + file);
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "/META-INF/resources/webjars/%s/%s/"
        .formatted(artifact, properties.getProperty("version"));
  }
}
