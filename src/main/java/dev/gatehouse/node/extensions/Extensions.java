package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.AreaModule;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.extension.ExtensionContext.Work;
import dev.gatehouse.contract.ContractFragment;
import dev.gatehouse.http.documents.ConsolePage;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.SettingsException;
import dev.gatehouse.settings.Size;

/** The extensions of a node: the jar files in a folder, in the order of their names. */
public final class Extensions implements AutoCloseable {
  private final List<ExtensionJar> jars;
  private final Size maxUploadSize;
  private final Set<String> erasable = ConcurrentHashMap.newKeySet();

  private Extensions(List<ExtensionJar> jars, Size maxUploadSize) {
    this.jars = jars;
    this.maxUploadSize = maxUploadSize;
  }

  /**
   * Opens all extensions.
   *
   * @param home folder of {@code verticles.json}
   * @throws SettingsException that names a file and what is wrong with it
   */
  public static Extensions open(Path home, Section settings) throws IOException {
    Path folder = home.resolve(settings.path("folder"));
    Size maxUploadSize = settings.size("maxUpload");
    if (!Files.isDirectory(folder)) {
      return new Extensions(List.of(), maxUploadSize);
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.getFileName().toString().endsWith(".jar")).sorted().toList();
    }
    var extensions = new Extensions(new ArrayList<>(), maxUploadSize);
    try {
      files.forEach(file -> extensions.add(ExtensionJar.open(file)));
      return extensions;
    } catch (RuntimeException e) {
      extensions.close();
      throw e;
    }
  }

  private void add(ExtensionJar jar) {
    Optional<ExtensionJar> same =
        jars.stream().filter(other -> other.name().equals(jar.name())).findFirst();
    jars.add(jar);
    same.ifPresent(other -> {
      throw new SettingsException(
          "%s and %s both contain the extension %s: delete one of them"
              .formatted(other.file(), jar.file(), jar.name()));
    });
  }

  /** Returns their collections whose documents are deleted with the person that they name. */
  public Set<String> erasable() {
    return Set.copyOf(erasable);
  }

  /** Returns the names of their areas. */
  public Set<String> names() {
    return jars.stream().map(ExtensionJar::name).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns their pages of the owner's console. */
  public List<ConsolePage> consolePages() {
    return jars.stream().flatMap(jar -> jar.console().stream()).toList();
  }

  /** Returns their parts of the contract. */
  public List<ContractFragment> contracts() {
    return jars.stream().map(ExtensionJar::contract).toList();
  }

  /**
   * Sets up the extensions and returns their modules.
   *
   * @throws SettingsException if an extension fails
   */
  public List<AreaModule> modules(NodeServices node) {
    List<AreaModule> modules = new ArrayList<>();
    for (ExtensionJar jar : jars) {
      var context = new NodeContext(jar.name(), node, maxUploadSize, erasable);
      try {
        jar.extension().setUp(context);
      } catch (Exception | Error e) {
        throw new SettingsException(jar.file() + " cannot be set up: " + reason(e));
      }
      modules.add(context.module());
    }
    return modules;
  }

  /** Closes the jar files. No code of an extension must run afterwards. */
  @Override
  public void close() {
    jars.forEach(ExtensionJar::close);
  }

  /**
   * Runs work. An error, such as a class that the jar lacks, becomes an exception: the node's jobs
   * and queues handle only these.
   */
  static void runCode(Work work) throws Exception {
    try {
      work.run();
    } catch (Error e) {
      throw new ExecutionException(reason(e), e);
    }
  }

  /** Returns a message about a problem for the owner. */
  static String reason(Throwable problem) {
    if (problem instanceof ExecutionException wrapped && wrapped.getCause() instanceof Error) {
      return wrapped.getMessage();
    }
    if (problem instanceof NoClassDefFoundError missing && missing.getMessage() != null) {
      return missing.getMessage().replace('/', '.')
          + " is neither in the jar nor part of the extension API";
    }
    return problem.toString();
  }
}
