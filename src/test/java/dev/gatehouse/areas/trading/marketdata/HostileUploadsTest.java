package dev.gatehouse.areas.trading.marketdata;

import static org.junit.jupiter.api.Assertions.*;

import module java.base;

import dev.gatehouse.ChildJvm;
import dev.gatehouse.areas.trading.marketdata.importing.Importer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uploads with a hostile value in every place of the format. Each file is rejected, or accepted if
 * the value is not used, in a JVM with a smaller heap than a node's, within a short time.
 */
@Tag("slow")
class HostileUploadsTest {
  private static final List<String> BOTH_COMPILERS = List.of("-XX:TieredStopAtLevel=4");
  private static final String WELL = "well";
  private static final long MAX_MILLIS = 20_000;

  @Test
  @Timeout(300)
  void survivesHostileUploads(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("hostile.parquet");
    List<String> faults = new ArrayList<>();
    Process child =
        ChildJvm.start(Map.of(), BOTH_COMPILERS, HostileUploadsTest.class, file.toString());
    try (var out = child.inputReader();
        var in = child.outputWriter()) {
      for (Map.Entry<String, HostileParquet.Making> hostile : HostileParquet.all().entrySet()) {
        Files.write(file, hostile.getValue().file());
        in.write("load\n");
        in.flush();
        String outcome = out.readLine();
        if (!WELL.equals(outcome)) {
          faults.add(hostile.getKey() + ": " + outcome);
        }
      }
    }
    assertEquals(List.of(), faults);
    assertTrue(child.waitFor(1, TimeUnit.MINUTES));
    assertEquals(0, child.exitValue());
  }

  /**
   * Loads the file for each line of input and prints a line with the result. The first load is not
   * timed, because the code is not compiled yet.
   */
  public static void main(String[] arguments) throws Exception {
    Importer importer = new Importer(ImportLimits.DEFAULT);
    Path file = Path.of(arguments[0]);
    PrintStream out = System.out;
    System.setOut(System.err);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (boolean cold = true; in.readLine() != null; cold = false) {
      long start = System.nanoTime();
      String outcome = outcome(importer, file);
      long millis = (System.nanoTime() - start) / 1_000_000;
      boolean slow = outcome.equals(WELL) && millis > MAX_MILLIS && !cold;
      out.println(slow ? millis + " ms" : outcome);
      out.flush();
    }
  }

  private static String outcome(Importer importer, Path file) {
    try {
      importer.load(file, Importer.Format.PARQUET, "SPY", file.resolveSibling("copy"));
      return WELL;
    } catch (BadMarketData refused) {
      return refused.getMessage().length() < 2_000 ? WELL : "a message without an end";
    } catch (Throwable other) {
      return other.toString();
    }
  }
}
