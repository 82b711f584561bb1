package dev.gatehouse.areas.commerce.pictures;

import module java.base;

import dev.gatehouse.areas.commerce.pictures.PictureRepository.PictureFile;
import dev.gatehouse.areas.commerce.products.ProductImages;
import dev.gatehouse.time.Age;
import dev.gatehouse.time.TrustedClock;

/** Deletes pictures that no product shows. All methods block. */
public record PictureSweep(PictureRepository repository, ProductImages images) {
  private static final int PAGE = 500;
  private static final Duration HIDDEN_KEPT = Duration.ofDays(30);

  /** Maximum number of files that one run deletes. */
  private static final int MAX_DELETED = 10_000;

  /**
   * Deletes pictures of deleted products, and those that their product has not shown for a month,
   * unless another product shows them. They remain if a node failed before it added the address to
   * the product, or if an owner removed it.
   */
  public void deleteUnused(TrustedClock trusted) {
    Optional<Age> now = trusted.olderThan(Duration.ZERO);
    Optional<Age> month = trusted.olderThan(HIDDEN_KEPT);
    List<PictureFile> unused = new ArrayList<>();
    for (List<PictureFile> page = repository.after("", PAGE);
        !page.isEmpty();
        page = repository.after(page.getLast().id(), PAGE)) {
      Map<String, Set<String>> shown =
          images.pictures(page.stream().map(PictureFile::product).distinct().toList());
      List<PictureFile> hidden =
          page.stream()
              .filter(
                  file -> !shown.getOrDefault(file.product(), Set.of()).contains(file.picture()))
              .toList();
      hidden.stream()
          .filter(file -> !shown.containsKey(file.product()) || isOld(file, month))
          .limit(MAX_DELETED - unused.size())
          .forEach(unused::add);
      now.ifPresent(age -> repository.markHidden(hidden, age.before()));
      repository.markShown(page.stream().filter(file -> !hidden.contains(file)).toList());
    }
    deleteUnlessShown(unused);
  }

  private static boolean isOld(PictureFile hidden, Optional<Age> month) {
    return hidden.times().hiddenSince() != null
        && month.filter(age -> age.reached(hidden.times().hiddenSince())).isPresent();
  }

  /** Deletes files. A picture that a product shows meanwhile returns, because its bytes remain. */
  private void deleteUnlessShown(List<PictureFile> files) {
    List<PictureFile> hidden = unlessShown(files);
    repository.remove(hidden);
    List<PictureFile> deleted = unlessShown(hidden);
    hidden.stream().filter(file -> !deleted.contains(file)).forEach(repository::add);
    repository.discard(deleted);
  }

  private List<PictureFile> unlessShown(List<PictureFile> files) {
    if (files.isEmpty()) {
      return files;
    }
    Set<String> shown =
        images.shown(files.stream().map(PictureFile::picture).collect(Collectors.toSet()));
    return files.stream().filter(file -> !shown.contains(file.picture())).toList();
  }
}
