package dev.gatehouse.area.imports;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.ApiError;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.messages.ImportMessages.ImportFile;
import dev.gatehouse.messages.ImportMessages.ImportReport;
import dev.gatehouse.store.blobs.Blobs;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/**
 * Imports of an area, by an upload or of a file on the node's machine.
 *
 * @param kinds the kinds of the area
 */
public record ImportOperations(List<Kind> kinds, Blobs blobs) {
  private static final long MAX_BYTES = 16L << 20;

  /**
   * A kind of things.
   *
   * @param name for the command line
   * @param operation id of its operation
   * @param run returns the import of one file
   */
  public record Kind(String name, String operation, Function<Call, ImportKind> run) {}

  /** Returns the operations by their ids. */
  public Map<String, Area.Handler> operations() {
    Map<String, Area.Handler> operations = new HashMap<>();
    for (Kind kind : kinds) {
      operations.put(
          kind.operation(), Area.returning(ImportReport.class, call -> uploaded(call, kind)));
    }
    return operations;
  }

  /** Returns the handler of the command line's message. */
  public Message.Handlers messages(Message<ImportFile, ImportReport> message) {
    return Message.Handlers.of().on(message, this::local);
  }

  private Answer uploaded(Call call, Kind kind) throws IOException {
    Upload upload = call.uploads().getFirst();
    byte[] file;
    try (InputStream in = Channels.newInputStream(blobs.open(upload.blob()))) {
      file = in.readAllBytes();
    }
    ImportReport report =
        ImportRun.of(
            kind.run().apply(call), file, call.flag("dryRun"), columns(call.text("columns")));
    blobs.discard(upload.blob());
    return Answer.ok(report);
  }

  private static Map<String, String> columns(String json) {
    try {
      Map<String, String> columns = new LinkedHashMap<>();
      new JsonObject(Objects.requireNonNullElse(json, "{}"))
          .forEach(column -> columns.put(column.getKey(), (String) column.getValue()));
      return columns;
    } catch (DecodeException | ClassCastException e) {
      throw ApiException.invalid("columns", "must be a JSON object of names of columns");
    }
  }

  private ImportReport local(Call call, ImportFile wanted) throws IOException {
    Kind kind =
        kinds.stream()
            .filter(each -> each.name().equals(wanted.kind()))
            .findFirst()
            .orElseThrow(() -> ApiException.invalid("kind", "is unknown: " + wanted.kind()));
    Path file = Path.of(wanted.file());
    if (!Files.isRegularFile(file)) {
      throw ApiException.of(ErrorCode.CONTENT_INVALID, file + " is not a file");
    }
    ApiError.badRequestUnless(
        Files.size(file) <= MAX_BYTES, "file", "must have at most 16 MB: divide it");
    ImportKind run = kind.run().apply(call);
    if (wanted.pictures() != null) {
      run = run.withPictures(Path.of(wanted.pictures()));
    }
    return ImportRun.of(run, Files.readAllBytes(file), wanted.dryRun(), wanted.columns());
  }
}
