package dev.gatehouse.formats;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/**
 * Build step that converts YAML files to JSON in the jar. A new JVM parses JSON much faster;
 * parsing YAML took a quarter of a node's start time. Each inner folder gets an {@code index.json},
 * because a jar cannot list its folders.
 */
public final class YamlToJson {
  private static final String YAML = ".yaml";

  /** The list of the names of all YAML files of a folder within the given one. */
  private static final String INDEX = "index.json";

  private YamlToJson() {}

  /**
   * Converts all files to JSON.
   *
   * @param arguments pairs of a source and a JSON folder. A source is a YAML file, or a folder
   *     whose YAML files are converted recursively.
   * @throws IOException if a file cannot be parsed as YAML or written
   */
  public static void main(String[] arguments) throws IOException {
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      Path from = Path.of(arguments[i]);
      Path root = Files.isDirectory(from) ? from : from.toAbsolutePath().getParent();
      Path to = Path.of(arguments[i + 1]);
      SortedMap<String, TreeSet<String>> folders = new TreeMap<>();
      for (Path file : files(from)) {
        Path place = root.toAbsolutePath().relativize(file.toAbsolutePath());
        String name = place.toString();
        String json = name.substring(0, name.length() - YAML.length()) + ".json";
        write(file, to.resolve(json));
        if (place.getParent() != null) {
          folders
              .computeIfAbsent(place.getParent().toString(), first -> new TreeSet<>())
              .add(place.getFileName().toString());
        }
      }
      for (var folder : folders.entrySet()) {
        Path index = to.resolve(folder.getKey()).resolve(INDEX);
        new ObjectMapper().writeValue(index.toFile(), folder.getValue());
      }
    }
  }

  private static List<Path> files(Path from) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      return all.filter(file -> file.toString().endsWith(YAML)).toList();
    }
  }

  private static void write(Path yaml, Path json) throws IOException {
    Files.createDirectories(json.getParent());
    new ObjectMapper().writeValue(json.toFile(), new YAMLMapper().readTree(yaml.toFile()));
  }
}
