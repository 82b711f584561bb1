package dev.gatehouse.node.jobs;

import dev.gatehouse.area.Job;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** Metrics of the jobs that run on one node at a time. */
record JobMetrics(MeterRegistry registry) {
  Job measured(Job job) {
    return new Job(
        job.name(),
        job.schedule(),
        job.everywhere(),
        progress -> {
          long started = System.nanoTime();
          String result = "failed";
          try {
            job.work().run(progress);
            result = "done";
          } finally {
            record(job.name(), result, System.nanoTime() - started);
          }
        });
  }

  private void record(String job, String result, long nanos) {
    Timer.builder("gatehouse.jobs.duration")
        .description("Runs of background jobs that run on one node at a time: done or failed")
        .tag("name", job)
        .tag("result", result)
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }
}
