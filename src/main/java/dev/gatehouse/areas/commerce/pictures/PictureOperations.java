package dev.gatehouse.areas.commerce.pictures;

import module java.base;

import dev.gatehouse.areas.commerce.pictures.PictureDecoder.InvalidPictureException;
import dev.gatehouse.areas.commerce.pictures.PictureRepository.PictureFile;
import dev.gatehouse.areas.commerce.products.ProductImages;
import dev.gatehouse.areas.commerce.products.ProductPictures;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.PictureAddress;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.WorkerExecutor;

/**
 * Operations on the pictures of products. A product's images contain the addresses of its pictures,
 * so that their order and their texts can be changed like those of other images.
 */
public final class PictureOperations implements ProductPictures.Store {
  private static final int MAX_IMAGES = 50;
  private static final int WAIT_SECONDS = 15;
  private static final int RETRY_SECONDS = 5;

  private final PictureRepository repository;
  private final PictureFiles files;
  private final ProductImages images;
  private final WorkerExecutor codecExecutor;
  private final InstantSource clock;

  /** A large picture needs up to 80 MB, so a node converts one at a time. */
  private final Semaphore turn = new Semaphore(1);

  public PictureOperations(
      PictureRepository repository,
      PictureFiles files,
      ProductImages images,
      WorkerExecutor codecExecutor,
      InstantSource clock) {
    this.repository = repository;
    this.files = files;
    this.images = images;
    this.codecExecutor = codecExecutor;
    this.clock = clock;
  }

  private record PictureReceipt(boolean success, String address, int width, int height) {}

  /** Picture that is not stored yet. */
  private record Wanted(String id, String product, String name) {}

  public Map<String, Area.Handler> operations() {
    return Map.of(
        "commerce.putPicture", Area.returning(PictureReceipt.class, this::put),
        "commerce.deletePicture", Area.returning(Done.class, this::delete),
        "commerce.picture", this::get);
  }

  private Answer put(Call call) {
    Upload upload = call.uploads().getFirst();
    var wanted = new Wanted(repository.newId(), call.text("id"), call.text("name"));
    images.of(wanted.product());
    PictureAddress address = add(wanted, upload.blob(), call.text("alt").strip());
    files.discard(upload.blob());
    return Answer.ok(new PictureReceipt(true, address.text(), address.width(), address.height()));
  }

  @Override
  public boolean isStored(String product, String name) {
    Set<String> ids =
        repository.named(product, name).stream()
            .map(PictureFile::picture)
            .collect(Collectors.toSet());
    return images.of(product).stream().anyMatch(image -> isOneOf(ids, image));
  }

  @Override
  public void add(String product, String name, Path file) {
    String blob = files.stored(file);
    add(new Wanted(repository.newId(), product, name), blob, "");
    files.discard(blob);
  }

  private PictureAddress add(Wanted wanted, String blob, String alt) {
    List<PictureFiles.Converted> converted = converted(blob);
    PictureFiles.Converted largest = converted.getLast();
    var address = new PictureAddress(wanted.id(), largest.width(), largest.height(), alt);
    List<PictureFile> stored = new ArrayList<>();
    try {
      for (PictureFiles.Converted each : converted) {
        PictureFile file = file(wanted, address, each);
        repository.add(file);
        stored.add(file);
      }
      replace(wanted, address);
    } catch (UnknownOutcomeException mayBeNamed) {
      throw mayBeNamed;
    } catch (RuntimeException e) {
      repository.delete(stored);
      converted.forEach(each -> files.discard(each.stored().blob()));
      throw e;
    }
    return address;
  }

  private PictureFile file(Wanted wanted, PictureAddress address, PictureFiles.Converted each) {
    String path = address.path(each.width());
    String id = path.substring(PictureAddress.FOLDER.length(), path.lastIndexOf('.'));
    var times = new PictureFile.Times(StoredTime.now(clock), null);
    return new PictureFile(id, wanted.id(), wanted.product(), wanted.name(), each.stored(), times);
  }

  /** Adds an address to the product's images, in the place of pictures with the same name. */
  private void replace(Wanted wanted, PictureAddress address) {
    var same = new AtomicReference<>(List.<PictureFile>of());
    List<String> before =
        images.change(
            wanted.product(),
            known -> {
              // Read after the images, so that it contains the files of every picture among them.
              same.set(repository.named(wanted.product(), wanted.name()));
              Set<String> ids = others(same.get(), wanted);
              List<String> changed = new ArrayList<>();
              boolean placed = false;
              for (String image : known) {
                if (!isOneOf(ids, image)) {
                  changed.add(image);
                } else if (!placed) {
                  changed.add(address.text());
                  placed = true;
                }
              }
              if (!placed) {
                changed.add(address.text());
              }
              ApiError.badRequestUnless(
                  changed.size() <= MAX_IMAGES,
                  "name",
                  "must not exceed " + MAX_IMAGES + " images of the product");
              return changed;
            });
    Set<String> shown =
        before.stream()
            .flatMap(image -> PictureAddress.of(image).stream())
            .map(PictureAddress::id)
            .filter(others(same.get(), wanted)::contains)
            .collect(Collectors.toSet());
    repository.delete(same.get().stream().filter(file -> shown.contains(file.picture())).toList());
    requireStored(wanted);
  }

  private static Set<String> others(List<PictureFile> same, Wanted wanted) {
    return same.stream()
        .map(PictureFile::picture)
        .filter(id -> !id.equals(wanted.id()))
        .collect(Collectors.toSet());
  }

  /**
   * Removes the address of a picture that was deleted while it was added. A deletion changes the
   * images before it deletes the files, so it may have missed the address.
   */
  private void requireStored(Wanted wanted) {
    Set<String> id = Set.of(wanted.id());
    boolean stored =
        repository.named(wanted.product(), wanted.name()).stream()
            .anyMatch(file -> file.picture().equals(wanted.id()));
    if (!stored && images.of(wanted.product()).stream().anyMatch(image -> isOneOf(id, image))) {
      images.change(wanted.product(), known -> without(id, known));
      throw unknown();
    }
  }

  private static List<String> without(Set<String> ids, List<String> images) {
    return images.stream().filter(image -> !isOneOf(ids, image)).toList();
  }

  private static boolean isOneOf(Set<String> ids, String image) {
    return PictureAddress.of(image).filter(address -> ids.contains(address.id())).isPresent();
  }

  private List<PictureFiles.Converted> converted(String blob) {
    try {
      if (!turn.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw ApiException.busy(
            ErrorCode.OVERLOADED, "other pictures are being converted", RETRY_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted before a picture was converted", e);
    }
    try {
      return codecExecutor
          .executeBlocking(
              () -> {
                try {
                  return files.convert(blob);
                } catch (InvalidPictureException e) {
                  throw ApiException.of(ErrorCode.FILE_FORMAT_UNSUPPORTED, e.getMessage());
                }
              },
              false)
          .await();
    } finally {
      turn.release();
    }
  }

  private Answer delete(Call call) {
    String product = call.text("id");
    List<PictureFile> deleted = repository.named(product, call.text("name"));
    if (deleted.isEmpty()) {
      throw unknown();
    }
    Set<String> ids = deleted.stream().map(PictureFile::picture).collect(Collectors.toSet());
    images.change(product, known -> without(ids, known));
    repository.delete(deleted);
    if (images.of(product).stream().anyMatch(image -> isOneOf(ids, image))) {
      // An upload has added it meanwhile.
      images.change(product, known -> without(ids, known));
    }
    return Done.answer("the picture is deleted");
  }

  private Answer get(Call call) {
    String name = call.text("file");
    PictureFile file =
        repository
            .find(name.substring(0, name.lastIndexOf('.')))
            .orElseThrow(PictureOperations::unknown);
    return Answer.stored(
        new ClaimCheck(
            "stored",
            file.stored().blob(),
            file.stored().size(),
            "image/jpeg",
            file.stored().sha256(),
            file.times().createdAt(),
            ""));
  }

  private static ApiException unknown() {
    return ApiException.of(ErrorCode.PICTURE_NOT_FOUND, "picture not found");
  }
}
