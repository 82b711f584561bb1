import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Writes the licenses and notices of all libraries in a package. */
public final class Notices {
  private static final Pattern TEXT =
      Pattern.compile(
          "(?i)(META-INF/)?((license|licence|notice|copying)[^/]*|licenses?/[^/]+|.*/(LICENSE|NOTICE)(\\.(md|txt))?)");

  private Notices() {}

  /** Arguments: the SBOM, the folder of the jars, the file to write. */
  public static void main(String[] arguments) throws IOException {
    List<JsonObject> components =
        objects(new JsonObject(Files.readString(Path.of(arguments[0]))).getJsonArray("components"))
            .stream()
            .sorted(Comparator.comparing(Notices::name))
            .toList();
    var page = new StringBuilder("THIRD-PARTY SOFTWARE IN GATEHOUSE\n\n");
    page.append("Licenses of the Java runtime: the folder legal of the runtime.\n");
    page.append(
        "Where several licenses are named, the recipient can choose, unless the texts say"
            + " otherwise.\n\n");
    page.append("Icons of the console: Lucide 0.545.0, ISC. Its license is in icons.js.\n\n");
    Map<String, List<String>> texts = new LinkedHashMap<>();
    for (JsonObject component : components) {
      page.append(name(component)).append(": ").append(licenses(component)).append('\n');
      Path jar =
          Path.of(
              arguments[1],
              component.getString("name") + '-' + component.getString("version") + ".jar");
      for (String text : texts(jar)) {
        texts.computeIfAbsent(text, any -> new ArrayList<>()).add(name(component));
      }
    }
    texts.forEach((text, owners) ->
        page.append("\n\n")
            .append("=".repeat(100))
            .append('\n')
            .append(String.join("\n", owners))
            .append('\n')
            .append("=".repeat(100))
            .append("\n\n")
            .append(text)
            .append('\n'));
    Files.writeString(Path.of(arguments[2]), page);
  }

  private static List<JsonObject> objects(JsonArray array) {
    return array == null ? List.of() : array.stream().map(JsonObject.class::cast).toList();
  }

  private static String name(JsonObject component) {
    return component.getString("group")
        + ':'
        + component.getString("name")
        + ' '
        + component.getString("version");
  }

  /** A library without a license must not be in a package. */
  private static String licenses(JsonObject component) {
    List<String> names =
        objects(component.getJsonArray("licenses")).stream()
            .map(each -> {
              JsonObject license = each.getJsonObject("license", new JsonObject());
              return each.getString(
                  "expression", license.getString("id", license.getString("name")));
            })
            .toList();
    if (names.isEmpty() || names.contains(null)) {
      throw new IllegalArgumentException(name(component) + " has no license");
    }
    return String.join(" or ", names);
  }

  private static List<String> texts(Path jar) throws IOException {
    try (var file = new ZipFile(jar.toFile())) {
      return file.stream()
          .filter(entry -> !entry.isDirectory() && TEXT.matcher(entry.getName()).matches())
          .filter(entry -> !entry.getName().matches(".*\\.(class|js|html|json)"))
          .sorted(Comparator.comparing(ZipEntry::getName))
          .map(entry -> text(file, entry))
          .distinct()
          .collect(Collectors.toList());
    }
  }

  private static String text(ZipFile file, ZipEntry entry) {
    try (var content = file.getInputStream(entry)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8)
          .replace("\r\n", "\n")
          .strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
