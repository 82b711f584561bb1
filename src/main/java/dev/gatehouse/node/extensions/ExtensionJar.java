package dev.gatehouse.node.extensions;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.gatehouse.area.extension.Extension;
import dev.gatehouse.bus.Json;
import dev.gatehouse.contract.ContractFragment;
import dev.gatehouse.http.documents.ConsolePage;
import dev.gatehouse.settings.SettingsException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The content of an extension's jar file.
 *
 * @param console page of the owner's console
 */
record ExtensionJar(
    Path file,
    ContractFragment contract,
    Extension extension,
    Optional<ConsolePage> console,
    URLClassLoader loader) {
  private static final String DESCRIPTION = "gatehouse-extension.yaml";
  private static final String VERSION = "api";

  /**
   * Opens a jar file.
   *
   * @throws SettingsException that names the file and what is wrong with it
   */
  static ExtensionJar open(Path file) {
    try {
      URLClassLoader loader = ApiClassLoader.of(file);
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
          contract,
          extension(file, loader),
          console(file, contract.name(), description, loader),
          loader);
    } catch (IOException e) {
      throw new SettingsException(file + " cannot be read: " + e.getMessage());
    }
  }

  private static JsonObject description(Path file, URLClassLoader loader) throws IOException {
    try (InputStream in = loader.getResourceAsStream(DESCRIPTION)) {
      must(in != null, file, "has no " + DESCRIPTION);
      Map<?, ?> read = new YAMLMapper().readValue(in, Map.class);
      return new JsonObject(Json.encode(read).toString());
    }
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
}
