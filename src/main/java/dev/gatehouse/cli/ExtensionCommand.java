package dev.gatehouse.cli;

import module java.base;

import dev.gatehouse.area.extension.Extension;
import dev.gatehouse.cli.ListOutput.ResultOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Creates the project of an extension. */
@Command(name = "extension", description = "Creates extensions: areas in separate jar files.")
final class ExtensionCommand {
  private static final String NAME = "[a-z][a-z0-9]{1,23}";
  private static final String TEMPLATES = "/extension/";

  @ParentCommand private GatehouseCommand gatehouse;

  @Command(
      name = "new",
      description = "Creates the Maven project of a small extension, with a test.")
  void create(
      @Parameters(
              paramLabel = "NAME",
              description = "Name of the area, 2 to 24 letters a-z and digits.")
          String name,
      @Parameters(paramLabel = "FOLDER", description = "Folder to create.") Path folder,
      @Mixin ResultOutput output)
      throws IOException {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException("NAME must have 2 to 24 letters a-z and digits");
    }
    Path project = folder.toAbsolutePath().normalize();
    if (Files.exists(project)) {
      throw new FileAlreadyExistsException(project + " exists: choose another folder");
    }
    Map<String, String> words = words(name);
    String type = words.get("class");
    for (var file :
        Map.of(
                "pom.xml",
                "pom.xml",
                "README.md",
                "README.md",
                "src/main/resources/gatehouse-extension.yaml",
                "gatehouse-extension.yaml",
                "src/main/java/" + name + '/' + type + ".java",
                "Area.java",
                "src/test/java/" + name + '/' + type + "Test.java",
                "AreaTest.java")
            .entrySet()) {
      write(project.resolve(file.getKey()), filled(file.getValue(), words));
    }
    write(
        project.resolve("src/main/resources/META-INF/services/" + Extension.class.getName()),
        name + '.' + type + '\n');
    writeApi(project.resolve("lib/gatehouse-extension-api.jar"));
    output.print(
        Map.of("created", project.toString()),
        "created " + project + "\nnext: cd " + project + " && mvn verify");
  }

  private Map<String, String> words(String name) throws IOException {
    Map<String, String> words = new LinkedHashMap<>();
    try (InputStream in =
        ExtensionCommand.class.getResourceAsStream(TEMPLATES + "versions.properties")) {
      var versions = new Properties();
      versions.load(in);
      versions.stringPropertyNames().forEach(key -> words.put(key, versions.getProperty(key)));
    }
    words.put("name", name);
    words.put("class", name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
    words.put("variable", name.toUpperCase(Locale.ROOT));
    words.put("home", gatehouse.home().toAbsolutePath().normalize().toString());
    words.put("api", Integer.toString(Extension.API_VERSION));
    return words;
  }

  private static String filled(String template, Map<String, String> words) throws IOException {
    String text = read(TEMPLATES + template + ".txt");
    for (var word : words.entrySet()) {
      text = text.replace('{' + word.getKey() + '}', word.getValue());
    }
    return text;
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = ExtensionCommand.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Writes the classes of the API, so that the project needs no repository to find them. */
  private static void writeApi(Path jar) throws IOException {
    Files.createDirectories(jar.getParent());
    Path code =
        Path.of(Extension.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    String folder = Extension.class.getPackageName().replace('.', '/');
    if (Files.isDirectory(code)) {
      writeApi(jar, code, folder);
    } else {
      try (FileSystem archive = FileSystems.newFileSystem(code)) {
        writeApi(jar, archive.getPath("/"), folder);
      }
    }
  }

  private static void writeApi(Path jar, Path root, String folder) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> classes = Files.list(root.resolve(folder))) {
      for (Path type : classes.sorted().toList()) {
        out.putNextEntry(new ZipEntry(folder + '/' + type.getFileName()));
        Files.copy(type, out);
        out.closeEntry();
      }
    }
  }
}
