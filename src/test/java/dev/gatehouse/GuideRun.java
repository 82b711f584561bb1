package dev.gatehouse;

import module java.base;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs test classes by name; ends with 1 and their failures, or if no test ran. */
final class GuideRun {
  private GuideRun() {}

  public static void main(String[] classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Stream.of(classes).map(DiscoverySelectors::selectClass).toList())
            .build();
    var listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    var summary = listener.getSummary();
    boolean passed = summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
    if (!passed) {
      summary.printFailuresTo(new PrintWriter(System.out, true, Charset.defaultCharset()));
    }
    System.exit(passed ? 0 : 1);
  }
}
