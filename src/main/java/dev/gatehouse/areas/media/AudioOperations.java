package dev.gatehouse.areas.media;

import static dev.gatehouse.bus.ApiError.badRequestUnless;

import dev.gatehouse.area.ListPage;
import dev.gatehouse.area.ListQuery;
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
import dev.gatehouse.store.UnknownOutcomeException;
import dev.gatehouse.store.blobs.Blob;
import dev.gatehouse.store.blobs.Blobs;
import dev.gatehouse.time.StoredTime;
import io.vertx.core.WorkerExecutor;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Operations on audio files, which are stored compressed and served byte for byte.
 *
 * @param codecs compresses files; the size of this pool limits the concurrency
 */
record AudioOperations(
    AudioFiles files,
    AudioAtRest atRest,
    Blobs blobs,
    WorkerExecutor codecs,
    Dispatcher dispatcher,
    InstantSource clock) {
  private static final String WAV = "audio/wav";

  Map<String, Handler> operations() {
    return Map.of(
        "media.listAudio", Area.returning(Files.class, this::list),
        "media.uploadAudio", Area.returning(Uploaded.class, this::upload),
        "media.getAudio", this::get,
        "media.deleteAudio", Area.returning(Done.class, this::delete));
  }

  private record Files(
      boolean success, List<AudioFile.View> files, PageOrder.Pagination pagination) {}

  private record Uploaded(
      boolean success, String filename, String originalName, long size, Instant uploadDate) {}

  private Answer list(Call call) {
    var page = ListPage.of(call, files.select(ListQuery.of(call)), AudioFile::view);
    return Answer.ok(new Files(true, page.entries(), page.pagination()));
  }

  private Answer upload(Call call) {
    Upload upload = call.uploads().getFirst();
    badRequestUnless(
        AcceptableText.isLine(upload.fileName()),
        "file",
        "must have a file name without control characters and bidirectional overrides");
    AudioAtRest.Stored stored = compress(upload);
    AudioFile file;
    try {
      file =
          files.add(
              FileName.of(upload.fileName(), ".wav", "audio"),
              name ->
                  new AudioFile(
                      name,
                      upload.fileName(),
                      stored.originalSize(),
                      StoredTime.now(clock),
                      AudioFile.Stored.of(stored.blob()),
                      stored.sha256()));
    } catch (UnknownOutcomeException mayBeNamed) {
      throw mayBeNamed;
    } catch (RuntimeException e) {
      blobs.discard(stored.blob().id());
      throw e;
    }
    blobs.discard(upload.blob());
    changed(stored.blob().id());
    return Answer.created(
        new Uploaded(true, file.id(), file.originalName(), file.size(), file.uploadDate()));
  }

  private AudioAtRest.Stored compress(Upload upload) {
    record Outcome(AudioAtRest.Stored stored, ApiError failure) {}
    var raw = new Blob(upload.blob(), upload.size(), upload.sha256());
    Outcome outcome =
        codecs
            .executeBlocking(
                () -> {
                  try {
                    return new Outcome(atRest.store(raw), null);
                  } catch (NotWavException e) {
                    return new Outcome(
                        null,
                        ApiError.of(
                            ErrorCode.FILE_FORMAT_UNSUPPORTED,
                            "this is not a WAV file: " + e.getMessage()));
                  }
                },
                false)
            .await();
    if (outcome.failure() != null) {
      throw outcome.failure().exception();
    }
    return outcome.stored();
  }

  private Answer get(Call call) {
    AudioFile file = files.find(call.text("filename")).orElseThrow(AudioOperations::notFound);
    return Answer.stored(
        new ClaimCheck(
            "wav",
            file.blob(),
            new ClaimCheck.Content(file.size(), WAV),
            new ClaimCheck.Version(file.sha256(), file.uploadDate()),
            ""));
  }

  private static ApiException notFound() {
    return ApiException.of(ErrorCode.AUDIO_FILE_NOT_FOUND, "audio file not found");
  }

  private Answer delete(Call call) {
    AudioFile file =
        files
            .take(call.text("filename"), call.seen())
            .orElseThrow(() -> {
              if (call.seen().isPresent()) {
                return ApiError.changed().exception();
              }
              return notFound();
            });
    blobs.discard(file.blob());
    changed(file.blob());
    return Done.answer(file.id() + " is deleted");
  }

  private void changed(String blob) {
    dispatcher.publish(MediaMessages.BLOBS_CHANGED, new BlobChanged(blob));
  }
}
