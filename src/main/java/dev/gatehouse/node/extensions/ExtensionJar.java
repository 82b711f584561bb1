package dev.gatehouse.node.extensions;

import module java.base;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.gatehouse.area.extension.Extension;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ContractFragment;
import dev.gatehouse.http.documents.ConsolePage;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of an extension's jar file.
 *
 * @param copy from which the classes are loaded, so that the file may be replaced meanwhile
 * @param console page of the owner's console
 */
record ExtensionJar(
    Path file,
    Path copy,
    ContractFragment contract,
    Extension extension,
    Optional<ConsolePage> console,
    URLClassLoader loader)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExtensionJar.class);
  private static final String DESCRIPTION = "gatehouse-extension.yaml";
  private static final String VERSION = "api";

  /**
   * Opens a jar file.
   *
   * @throws SettingsException that names the file and what is wrong with it
   */
  static ExtensionJar open(Path file) {
    Path copy = copied(file);
    URLClassLoader loader = null;
    try {
      loader = ApiClassLoader.of(copy);
      return read(file, copy, loader);
    } catch (IOException e) {
      delete(copy, loader);
      throw new SettingsException(file + " cannot be read: " + e.getMessage());
    } catch (RuntimeException e) {
      delete(copy, loader);
      throw e;
    }
  }

  private static Path copied(Path file) {
    try {
      Path copy = Files.createTempFile("gatehouse-extension", ".jar");
      try {
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        new JarFile(copy.toFile()).close();
        return copy;
      } catch (ZipException e) {
        delete(copy, null);
        throw new SettingsException(
            "%s is not a complete jar file: copy it again (%s)".formatted(file, e.getMessage()));
      } catch (IOException e) {
        delete(copy, null);
        throw e;
      }
    } catch (IOException e) {
      // Some of these exceptions have no message besides the path.
      throw new SettingsException(file + " cannot be read: " + e);
    }
  }

  private static void delete(Path copy, URLClassLoader loader) {
    try {
      if (loader != null) {
        loader.close();
      }
      Files.deleteIfExists(copy);
    } catch (IOException e) {
      LOG.warn("{} is not deleted: {}", copy, e.toString());
    }
  }

  /** Closes the class loader and deletes the copy. */
  @Override
  public void close() {
    delete(copy, loader);
  }

  private static ExtensionJar read(Path file, Path copy, URLClassLoader loader) throws IOException {
    JsonObject description = description(file, loader);
    must(
        description.getValue(VERSION) instanceof Integer version
            && version == Extension.API_VERSION,
        file,
        "is made for version %s of the extension API; this release has version %s"
            .formatted(description.getValue(VERSION), Extension.API_VERSION));
    var contract = ContractFragment.of(file.getFileName().toString(), description);
    return new ExtensionJar(
        file,
        copy,
        contract,
        extension(file, loader),
        console(file, contract.name(), description, loader),
        loader);
  }

  private static JsonObject description(Path file, URLClassLoader loader) throws IOException {
    try (InputStream in = loader.getResourceAsStream(DESCRIPTION)) {
      must(in != null, file, "has no " + DESCRIPTION);
      Map<?, ?> read = new YAMLMapper().readValue(in, Map.class);
      must(read != null, file, "has an empty " + DESCRIPTION);
      return withoutNulls(new JsonObject(Json.encode(read).toString()));
    }
  }

  /** Removes keys without a value, which YAML permits. They then count as absent. */
  private static JsonObject withoutNulls(JsonObject object) {
    object.getMap().values().removeIf(Objects::isNull);
    for (Map.Entry<String, Object> entry : object) {
      if (entry.getValue() instanceof JsonObject inner) {
        object.put(entry.getKey(), withoutNulls(inner));
      }
    }
    return object;
  }

  private static Optional<ConsolePage> console(
      Path file, String name, JsonObject description, URLClassLoader loader) throws IOException {
    String title = description.getString("console", "");
    if (title.isBlank()) {
      return Optional.empty();
    }
    String script = "console/" + name + ".js";
    try (InputStream in = loader.getResourceAsStream(script)) {
      must(in != null, file, "has a console page and no " + script);
      return Optional.of(new ConsolePage(name, title, Buffer.buffer(in.readAllBytes())));
    }
  }

  private static Extension extension(Path file, URLClassLoader loader) {
    try {
      Iterator<Extension> found = ServiceLoader.load(Extension.class, loader).iterator();
      must(found.hasNext(), file, "has no META-INF/services/" + Extension.class.getName());
      Extension extension = found.next();
      must(!found.hasNext(), file, "has more than one extension");
      return extension;
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new SettingsException(file + " cannot be loaded: " + e.getMessage());
    }
  }

  private static void must(boolean holds, Path file, String fault) {
    if (!holds) {
      throw new SettingsException(file + " " + fault);
    }
  }

  String name() {
    return contract.name();
  }

  /**
   * Parent of an extension's class loader. It finds the JDK and the extension API, and nothing else
   * of Gatehouse and its libraries, so that their changes cannot break an extension.
   */
  static final class ApiClassLoader extends ClassLoader {
    private static final String API = Extension.class.getPackageName() + '.';

    private final ClassLoader ownLoader = Extension.class.getClassLoader();

    private ApiClassLoader() {
      super(ClassLoader.getPlatformClassLoader());
    }

    /** Returns the class loader of a jar file. */
    static URLClassLoader of(Path jar) throws IOException {
      return new URLClassLoader(new URL[] {jar.toUri().toURL()}, new ApiClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(API)) {
        return ownLoader.loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }

    @Override
    public URL getResource(String name) {
      return null;
    }

    @Override
    public Enumeration<URL> getResources(String name) {
      return Collections.emptyEnumeration();
    }
  }
}
