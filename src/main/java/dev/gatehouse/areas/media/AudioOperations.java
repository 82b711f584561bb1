package dev.gatehouse.areas.media;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import module java.base;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gatehouse.area.ListPage;
import dev.gatehouse.areas.media.AudioFile.AudioFormat;
import dev.gatehouse.areas.media.AudioFile.AudioTags;
import dev.gatehouse.areas.media.AudioFiles.FileName;
import dev.gatehouse.areas.media.Wav.NotWavException;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Area.Handler;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.ClaimCheck;
import dev.gatehouse.bus.Dispatcher;
import dev.gatehouse.bus.Done;
import dev.gatehouse.bus.PageOrder;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.AcceptableText;
import dev.gatehouse.messages.MediaMessages;
import dev.gatehouse.messages.MediaMessages.BlobChanged;
import dev.gatehouse.store.DeletedRecords;
import dev.gatehouse.store.ReplacedBlobs;
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.WorkerExecutor;

/**
 * Operations on audio files, which are stored compressed and served byte for byte.
 *
 * @param codecs compresses files; the size of this pool limits the concurrency
 * @param former keeps replaced files until no client reads them
 */
record AudioOperations(
    AudioFiles files,
    AudioAtRest atRest,
    Blobs blobs,
    WorkerExecutor codecs,
    Dispatcher dispatcher,
    ReplacedBlobs former,
    DeletedRecords deleted,
    InstantSource clock) {
  private static final String WAV = "audio/wav";

  /** Maximum number of tries of a change that loses to concurrent changes. */
  private static final int MAX_TRIES = 100;

  Map<String, Handler> operations() {
    return Map.of(
        "media.listAudio", Area.returning(Files.class, this::list),
        "media.uploadAudio", Area.returning(Uploaded.class, this::upload),
        "media.replaceAudio", Area.returning(AudioFile.View.class, this::replace),
        "media.changeAudio", Area.returning(AudioFile.View.class, AudioChange.class, this::change),
        "media.getAudio", this::get,
        "media.getCover", this::cover,
        "media.deleteAudio", Area.returning(Done.class, this::delete));
  }

  private record Files(
      boolean success, List<AudioFile.View> files, PageOrder.Pagination pagination) {}

  private record Uploaded(
      boolean success,
      String filename,
      String originalName,
      long size,
      Instant uploadDate,
      @JsonUnwrapped AudioTags tags,
      @JsonUnwrapped AudioFormat format) {}

  private record AudioChange(
      String title,
      String artist,
      String album,
      Integer track,
      Integer year,
      String cover,
      Boolean listed) {
    AudioFile of(AudioFile before) {
      AudioTags old = before.tags();
      return new AudioFile(
          before.id(),
          before.originalName(),
          before.size(),
          before.uploadDate(),
          before.stored(),
          before.sha256(),
          new AudioTags(
              or(title, old.title()),
              or(artist, old.artist()),
              or(album, old.album()),
              or(track, old.track()),
              or(year, old.year())),
          before.format(),
          or(listed, before.listed()),
          or(cover, before.cover()),
          before.picture());
    }

    private static <T> T or(T wanted, T before) {
      return wanted == null ? before : wanted;
    }
  }

  private Answer list(Call call) {
    String text = call.text("q");
    PageOrder order = PageOrder.of(call);
    var page =
        text == null
            ? ListPage.of(order, files.select("oldest".equals(call.text("sort"))), AudioFile::view)
            : ListPage.of(order, files.containing(text), AudioFile::view);
    return Answer.ok(new Files(true, page.entries(), page.pagination()));
  }

  private Answer change(Call call, AudioChange wanted) {
    String cover = wanted.cover();
    badRequestUnless(
        cover == null || cover.isEmpty() || cover.matches("(https://|/)[!-~]+"),
        "cover",
        "must be an https URL, or a path of this site");
    return Answer.ok(changed(call, wanted::of).view());
  }

  /** Changes a document. Repeats the change if another caller has replaced the file meanwhile. */
  private AudioFile changed(Call call, UnaryOperator<AudioFile> change) {
    String name = call.text("filename");
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      AudioFile before = files.find(name).orElseThrow(AudioOperations::notFound);
      if (call.seen().isPresent() && !call.seen().get().equals(before.sha256())) {
        throw ApiError.changed().exception();
      }
      AudioFile after = change.apply(before);
      if (files.replace(before, after)) {
        if (!before.blob().equals(after.blob())) {
          former.add(Set.of(before.blob()));
          changed(before.blob());
        }
        return after;
      }
    }
    throw ApiException.busy(
        ErrorCode.WRITE_CONTENTION, "too many concurrent changes of this audio file", 1);
  }

  private Answer replace(Call call) {
    Upload upload = call.uploads().getFirst();
    if (files.find(call.text("filename")).isEmpty()) {
      throw notFound();
    }
    AudioAtRest.Stored stored = compress(upload);
    AudioFile newer = file("", "", stored);
    AudioFile after = named(stored, () -> changed(call, before -> before.replacedBy(newer)));
    blobs.discard(upload.blob());
    return Answer.ok(after.view());
  }

  private AudioFile file(String name, String originalName, AudioAtRest.Stored stored) {
    return new AudioFile(
        name,
        originalName,
        stored.originalSize(),
        StoredTime.now(clock),
        AudioFile.Stored.of(stored.blob()),
        stored.sha256(),
        stored.song().tags(),
        stored.song().format(),
        false,
        "",
        stored.song().picture());
  }

  private Answer upload(Call call) {
    Upload upload = call.uploads().getFirst();
    badRequestUnless(
        AcceptableText.isLine(upload.fileName()),
        "file",
        "must have a file name without control characters and bidirectional overrides");
    AudioAtRest.Stored stored = compress(upload);
    AudioFile file =
        named(
            stored,
            () ->
                files.add(
                    FileName.of(upload.fileName(), ".wav", "audio"),
                    name -> file(name, upload.fileName(), stored)));
    blobs.discard(upload.blob());
    changed(stored.blob().id());
    return Answer.created(
        new Uploaded(
            true,
            file.id(),
            file.originalName(),
            file.size(),
            file.uploadDate(),
            file.shownTags(),
            file.format()));
  }

  /** Names a blob in a document. Deletes it if it is certain that no document names it. */
  private AudioFile named(AudioAtRest.Stored stored, Supplier<AudioFile> naming) {
    try {
      return naming.get();
    } catch (UnknownOutcomeException mayBeNamed) {
      throw mayBeNamed;
    } catch (RuntimeException e) {
      blobs.discard(stored.blob().id());
      throw e;
    }
  }

  private AudioAtRest.Stored compress(Upload upload) {
    var raw = new Blob(upload.blob(), upload.size(), upload.sha256());
    return codecs
        .executeBlocking(
            () -> {
              try {
                return atRest.store(raw);
              } catch (NotWavException e) {
                throw ApiException.of(
                    ErrorCode.FILE_FORMAT_UNSUPPORTED, "this is not a WAV file: " + e.getMessage());
              }
            },
            false)
        .await();
  }

  private Answer get(Call call) {
    AudioFile file = files.find(call.text("filename")).orElseThrow(AudioOperations::notFound);
    return Answer.stored(
        new ClaimCheck("wav", file.blob(), file.size(), WAV, file.sha256(), file.uploadDate(), ""));
  }

  private Answer cover(Call call) {
    AudioFile file = files.find(call.text("filename")).orElseThrow(AudioOperations::notFound);
    AudioFile.Picture picture = file.picture();
    if (picture == null) {
      throw ApiException.of(ErrorCode.AUDIO_FILE_NOT_FOUND, "the audio file has no picture");
    }
    return Answer.stored(
        new ClaimCheck(
            WavRendition.Part.NAME,
            WavRendition.Part.of(file.blob(), picture.at()),
            picture.size(),
            picture.type(),
            "cover-" + file.sha256(),
            file.uploadDate(),
            ""));
  }

  private static ApiException notFound() {
    return ApiException.of(ErrorCode.AUDIO_FILE_NOT_FOUND, "audio file not found");
  }

  private Answer delete(Call call) {
    deleted.keep(AudioFiles.COLLECTION, call.text("filename"), call.caller().subject());
    AudioFile file =
        files
            .take(call.text("filename"), call.seen())
            .orElseThrow(() -> {
              if (call.seen().isPresent()) {
                return ApiError.changed().exception();
              }
              return notFound();
            });
    changed(file.blob());
    return Done.answer(file.id() + " is deleted, and can be restored for 30 days");
  }

  private void changed(String blob) {
    dispatcher.publish(MediaMessages.BLOBS_CHANGED, new BlobChanged(blob));
  }
}
