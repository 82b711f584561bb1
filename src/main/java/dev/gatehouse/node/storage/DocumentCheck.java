package dev.gatehouse.node.storage;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.formats.CommandName;
import dev.gatehouse.store.files.LowPriority;
import dev.gatehouse.store.sqlite.EmbeddedStore;
import dev.gatehouse.store.sqlite.StoreReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifies all documents of the embedded store weekly, including those that nothing reads. */
final class DocumentCheck {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentCheck.class);
  private static final Duration EVERY = Duration.ofDays(7);

  private final Path folder;
  private volatile Optional<String> problem = Optional.empty();

  /**
   * @param folder folder of the store, which may be open
   */
  DocumentCheck(Path folder) {
    this.folder = folder;
  }

  /** Returns empty unless the last check found a fault. */
  Optional<String> problem() {
    return problem;
  }

  Job job() {
    return new Job("store.checkDocuments", new Schedule.Every(EVERY), false, this::run);
  }

  /** Fails if there are faults, so that the next run is soon and the console shows them. */
  void run(Job.Progress progress) throws Exception {
    StoreReport report = LowPriority.call("document check", this::verify);
    if (report.faults().isEmpty()) {
      problem = Optional.empty();
      progress.report(report.documents() + " documents, no faults");
      return;
    }
    String found =
        "%s faults in the document store %s, the first: %s. See %s store verify, and restore a backup"
            .formatted(
                report.faults().size(), folder, report.faults().getFirst(), CommandName.get());
    problem = Optional.of(found);
    throw new IllegalStateException(found);
  }

  private StoreReport verify() {
    return EmbeddedStore.verify(folder, new LongAdder(), fault -> LOG.error("{}", fault));
  }
}
