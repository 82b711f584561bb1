package dev.gatehouse.areas.games;

import module java.base;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.games.SaveRepository.WorldSave;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.store.DocumentStoreException;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.store.blobs.SignatureCheck;
import dev.gatehouse.store.blobs.UploadCheck;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.json.JsonObject;

/** Operations on world saves: store, list, fetch and lock. */
record SaveOperations(SaveRepository saves, Blobs blobs, AuditLog audit, InstantSource clock) {
  /** Accepts only zip files. */
  static UploadCheck intake(long limit) {
    return new SignatureCheck(
        "world-save", limit, "PK".getBytes(StandardCharsets.US_ASCII), "not a zip file");
  }

  Map<String, Area.Handler> operations() {
    return Map.of(
        "games.uploadSave", Area.returning(WorldSave.View.class, this::upload),
        "games.listSaves", Area.returning(Listing.class, this::list),
        "games.downloadSave", this::download,
        "games.deleteSave", Area.returning(Done.class, this::delete),
        "games.lockSave", Area.returning(WorldSave.View.class, call -> lock(call, true)),
        "games.unlockSave", Area.returning(WorldSave.View.class, call -> lock(call, false)));
  }

  private record Form(String serverName) {}

  private record Listing(
      boolean success, List<WorldSave.View> saves, PageOrder.Pagination pagination) {}

  private Answer upload(Call call) {
    Upload upload = call.uploads().getFirst();
    var save =
        new WorldSave(
            saves.newId(),
            SaveName.of(upload.fileName()),
            call.body(Form.class).serverName(),
            StoredTime.now(clock),
            false,
            new WorldSave.Stored(upload.blob(), upload.size(), upload.sha256()));
    try {
      return audit.recording(
          call,
          "save.upload",
          about(save),
          notes -> {
            saves.add(save);
            return Answer.created(save.view());
          });
    } catch (DocumentStoreException notStored) {
      // If it is certain that no document references the blob, its gigabytes are deleted now
      // instead of by the sweep.
      blobs.discard(upload.blob());
      throw notStored;
    }
  }

  private Answer list(Call call) {
    JsonObject which = SaveRepository.of(Optional.ofNullable(call.text("serverName")));
    var page = ListPage.of(call, saves.select(which), WorldSave::view);
    return Answer.ok(new Listing(true, page.entries(), page.pagination()));
  }

  private Answer download(Call call) {
    WorldSave save = find(call);
    WorldSave.Stored stored = save.stored();
    mustBeWhole(stored);
    String digest = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(stored.sha256()));
    return Answer.stored(
            new ClaimCheck(
                "stored",
                stored.blob(),
                stored.length(),
                "application/zip",
                stored.sha256(),
                save.uploadDate(),
                save.filename()))
        .with(Map.of("Repr-Digest", "sha-256=:" + digest + ':'));
  }

  /** Fails if a part of a save is missing, instead of serving an incomplete world. */
  private void mustBeWhole(WorldSave.Stored stored) {
    try {
      long there = blobs.stat(stored.blob()).map(Blobs.Stat::size).orElse(0L);
      if (there != stored.length()) {
        throw new IOException(there + " bytes instead of " + stored.length());
      }
    } catch (IOException e) {
      throw ApiError.of(ErrorCode.DATA_UNREADABLE, "the save cannot be read")
          .because(e.toString())
          .exception(e);
    }
  }

  private Answer delete(Call call) {
    WorldSave save = find(call);
    if (save.locked()) {
      throw locked(save).exception();
    }
    return audit.recording(
        call,
        "save.delete",
        about(save),
        notes -> {
          WorldSave gone =
              saves.take(save.id(), call.seen()).orElseThrow(() -> changed(save).exception());
          blobs.discard(gone.stored().blob());
          return Done.answer("the save is deleted");
        });
  }

  /** Returns the reason why a save that existed a moment ago could not be deleted. */
  private ApiError changed(WorldSave save) {
    Optional<WorldSave> now = saves.find(save.id());
    if (now.isEmpty()) {
      return unknown();
    }
    return now.get().locked() ? locked(save) : ApiError.changed();
  }

  private Answer lock(Call call, boolean locked) {
    WorldSave save = find(call);
    if (save.locked() == locked) {
      return Answer.ok(save.view());
    }
    return audit.recording(
        call,
        locked ? "save.lock" : "save.unlock",
        about(save),
        notes ->
            Answer.ok(
                saves.lock(save.id(), locked).orElseThrow(() -> unknown().exception()).view()));
  }

  private WorldSave find(Call call) {
    return saves.find(call.text("fileId")).orElseThrow(() -> unknown().exception());
  }

  private static ApiError unknown() {
    return ApiError.of(ErrorCode.SAVE_NOT_FOUND, "save not found");
  }

  private static ApiError locked(WorldSave save) {
    return ApiError.of(
        ErrorCode.SAVE_LOCKED, "the save " + save.id() + " is locked: unlock it first");
  }

  /** Returns a one-line description of a save for the log. */
  static String about(WorldSave save) {
    return save.id()
        + ' '
        + save.filename()
        + " of "
        + save.serverName()
        + ", "
        + save.stored().length()
        + " bytes, sha256 "
        + save.stored().sha256();
  }

  /** The file name that is offered for a download of a save. */
  static final class SaveName {
    private static final int MAX_LENGTH = 255;
    private static final String UNNAMED = "world.zip";

    private static final Pattern EXTENSION = Pattern.compile("(?s).*?(\\.\\w{1,8}|)$");

    /**
     * Returns the client's file name without characters that are unsafe in file names. A long name
     * keeps its extension.
     */
    static String of(String original) {
      String name =
          original
              // Control characters, and invisible characters that change the direction of text.
              .replaceAll("[\\p{Cc}\\p{Cs}\\u2028-\\u202E\\u2066-\\u2069]+", "")
              .strip();
      String extension = EXTENSION.matcher(name).replaceFirst("$1");
      String stem = name.substring(0, name.length() - extension.length());
      int room = MAX_LENGTH - extension.length();
      int end = stem.offsetByCodePoints(0, Math.min(room, stem.codePointCount(0, stem.length())));
      return name.matches("\\.*") ? UNNAMED : stem.substring(0, end) + extension;
    }
  }
}
