package dev.gatehouse.areas.commerce;

import dev.gatehouse.area.imports.ImportKind;
import dev.gatehouse.area.imports.ImportRun;
import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.bus.Upload;
import dev.gatehouse.store.blobs.Blobs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.Map;

/** Imports of the catalog. */
record ImportOperations(ImportKind products, Blobs blobs) {
  Map<String, Area.Handler> operations() {
    return Map.of("commerce.importProducts", Area.returning(ImportRun.Report.class, this::run));
  }

  private Answer run(Call call) throws IOException {
    Upload upload = call.uploads().getFirst();
    byte[] file;
    try (InputStream in = Channels.newInputStream(blobs.open(upload.blob()))) {
      file = in.readAllBytes();
    }
    ImportRun.Report report = ImportRun.of(products, file, call.flag("dryRun"));
    blobs.discard(upload.blob());
    return Answer.ok(report);
  }
}
