package dev.gatehouse.node.doctor;

import module java.base;

import dev.gatehouse.bus.Answer;
import dev.gatehouse.bus.Area;
import dev.gatehouse.bus.Call;
import dev.gatehouse.settings.Settings;

/** The doctor's checks of the running node, for its owner. */
public final class CheckOperation {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Settings settings;
  private final Doctor doctor;
  private final AtomicReference<FutureTask<List<Finding>>> latest = new AtomicReference<>();

  public CheckOperation(Settings settings, InstantSource clock) {
    this.settings = settings;
    this.doctor = new Doctor(clock, LIMIT);
  }

  public Map<String, Area.Handler> operations() {
    return Map.of("node.examine", Area.returning(Examination.class, this::examine));
  }

  /**
   * @param success whether there are no problems
   */
  private record Examination(boolean success, List<ListedFinding> findings) {}

  private record ListedFinding(String check, String result, String message, String remedy) {
    static ListedFinding of(Finding finding) {
      return new ListedFinding(
          finding.check(), finding.result(), finding.message(), finding.remedy());
    }
  }

  /** Concurrent requests share one examination, because it connects to many servers. */
  private Answer examine(Call call) throws InterruptedException, ExecutionException {
    var next = new FutureTask<>(() -> doctor.examineRunning(settings));
    FutureTask<List<Finding>> shared =
        latest.updateAndGet(last -> last == null || last.isDone() ? next : last);
    shared.run();
    List<Finding> findings = shared.get();
    return Answer.ok(
        new Examination(
            findings.stream().noneMatch(Finding::isProblem),
            findings.stream().map(ListedFinding::of).toList()));
  }
}
