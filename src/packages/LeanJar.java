import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Copies jars without the entries that a list names, such as libraries of other systems. */
public final class LeanJar {
  private record Unused(String jar, Pattern entries) {}

  private LeanJar() {}

  /** Arguments: the list, the folder of the jars, the folder of the copies. */
  public static void main(String[] arguments) throws IOException {
    List<Unused> list = list(Path.of(arguments[0]));
    Path copies = Files.createDirectories(Path.of(arguments[2]));
    List<Unused> met = new ArrayList<>();
    try (var jars = Files.newDirectoryStream(Path.of(arguments[1]), "*.jar")) {
      for (Path jar : jars) {
        Path copy = copies.resolve(jar.getFileName());
        List<Unused> here = list.stream().filter(each -> isOf(each, jar)).toList();
        if (here.isEmpty()) {
          Files.copy(jar, copy);
        } else {
          copy(jar, copy, here.getFirst().entries());
          met.addAll(here);
        }
      }
    }
    for (Unused each : list) {
      if (!met.contains(each)) {
        throw new IllegalArgumentException(arguments[0] + ": no jar " + each.jar());
      }
    }
  }

  private static List<Unused> list(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.strip().split("\\s+", 2))
        .map(words -> new Unused(words[0], Pattern.compile(words[1])))
        .toList();
  }

  private static boolean isOf(Unused each, Path jar) {
    return jar.getFileName().toString().matches(Pattern.quote(each.jar()) + "-\\d.*\\.jar");
  }

  private static void copy(Path jar, Path copy, Pattern unused) throws IOException {
    int left = 0;
    try (var from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(copy);
        var to = new ZipOutputStream(file)) {
      to.setLevel(9);
      for (ZipEntry entry : from.stream().map(ZipEntry.class::cast).toList()) {
        if (unused.matcher(entry.getName()).matches()) {
          left++;
          continue;
        }
        ZipEntry same = new ZipEntry(entry.getName());
        // As stored in the file: it has no time zone.
        same.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(same);
        try (var content = from.getInputStream(entry)) {
          content.transferTo(to);
        }
        to.closeEntry();
      }
    }
    if (left == 0) {
      throw new IllegalArgumentException(jar + " has no entry " + unused);
    }
  }
}
