package dev.gatehouse.areas.commerce.products;

import module java.base;

import dev.gatehouse.bus.ApiException;
import dev.gatehouse.formats.PlainText;

/**
 * Pictures of imported products: files of a folder with the same names as in the addresses.
 *
 * @param byName files by their names in lower case; empty without a folder
 */
public record ProductPictures(Store store, Map<String, List<Path>> byName) {
  private static final int MAX_NAME = 64;
  private static final int INVALID = 400;
  private static final int UNSUPPORTED = 415;

  /** Stored pictures of products. */
  public interface Store {
    boolean isStored(String product, String name);

    /**
     * Adds a picture to a product.
     *
     * @throws ApiException 415 if the file is no picture
     */
    void add(String product, String name, Path file);
  }

  /**
   * Returns the pictures of a folder.
   *
   * @throws ApiException 400 if it is no folder
   */
  ProductPictures inFolder(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return new ProductPictures(
          store,
          all.filter(Files::isRegularFile)
              .collect(
                  Collectors.groupingBy(
                      file -> file.getFileName().toString().toLowerCase(Locale.ROOT))));
    } catch (IOException | UncheckedIOException e) {
      throw ApiException.invalid("pictures", "must be a readable folder: " + folder);
    }
  }

  /** Returns the files of images that the folder has, by their addresses. */
  Map<String, Path> files(List<String> images, Consumer<String> adjusted) {
    Map<String, Path> found = new LinkedHashMap<>();
    for (String image : byName.isEmpty() ? List.<String>of() : images) {
      String path = decoded(PlainText.before('?', image)).toLowerCase(Locale.ROOT);
      byName.getOrDefault(path.substring(path.lastIndexOf('/') + 1), List.of()).stream()
          .max(Comparator.comparing(file -> common(path, file)))
          .ifPresentOrElse(
              file -> found.put(image, file),
              () -> adjusted.accept(image + " is not in the folder of pictures"));
    }
    return found;
  }

  private static String decoded(String address) {
    try {
      return URLDecoder.decode(address.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return address;
    }
  }

  /** Returns the number of equal characters at the ends of an address and of a file's path. */
  private static int common(String address, Path file) {
    String path = file.toString().toLowerCase(Locale.ROOT).replace('\\', '/');
    int same = 0;
    while (same < Math.min(path.length(), address.length())
        && path.charAt(path.length() - 1 - same) == address.charAt(address.length() - 1 - same)) {
      same++;
    }
    return same;
  }

  boolean isStored(String product, String image) {
    return store.isStored(product, name(image));
  }

  /** Adds the picture of an address unless the product has it. Returns whether it was added. */
  boolean add(String product, String image, Path file, Consumer<String> adjusted) {
    if (isStored(product, image)) {
      return false;
    }
    try {
      store.add(product, name(image), file);
      return true;
    } catch (ApiException invalid) {
      if (invalid.failure().status() != UNSUPPORTED && invalid.failure().status() != INVALID) {
        throw invalid;
      }
      adjusted.accept(file.getFileName() + " is not uploaded: " + invalid.failure().message());
      return false;
    }
  }

  /** Returns the name of a picture, which is the same in each import. */
  private static String name(String image) {
    String path = decoded(PlainText.before('?', image)).toLowerCase(Locale.ROOT);
    String name = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^a-z0-9_-]", "-");
    return name.substring(Math.max(0, name.length() - MAX_NAME));
  }
}
