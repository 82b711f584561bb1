package dev.gatehouse.store.sqlite;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.gatehouse.ChildJvm;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Simulates a power failure at any moment of a recorded run of writes and syncs. Of the unsynced
 * writes, nothing, everything, a prefix or any sectors reach the disk. Every acknowledged write
 * must be there, and the store must be consistent. Needs Linux and gcc.
 */
@Tag("slow")
class PowerCutTest {
  private static final int MOMENTS = 110;

  @TempDir Path folder;
  private final Random random = new Random(7);
  private int cuts;

  @Test
  void losesNoAcknowledgedWritesWithFsync() throws Exception {
    List<String> problems = problems(true);
    System.out.println(cuts + " cuts with fsync, " + problems.size() + " problems");
    assertTrue(cuts >= 400, cuts + " cuts");
    assertEquals(List.of(), problems);
  }

  /** Proves that the test above can detect losses. */
  @Test
  void detectsLossesWithoutFsync() throws Exception {
    List<String> problems = problems(false);
    System.out.println(cuts + " cuts without fsync, " + problems.size() + " problems");
    assertTrue(problems.size() > cuts / 10, problems::toString);
  }

  private List<String> problems(boolean fsync) throws Exception {
    WriteLog log = record(fsync);
    int ready = log.after(PowerCutWorkload.NOTES, PowerCutWorkload.READY);
    List<Integer> moments = new ArrayList<>();
    for (int i = 0; i < MOMENTS; i++) {
      moments.add(ready + random.nextInt(log.length() - ready));
    }
    moments.sort(null);
    List<String> problems = new ArrayList<>();
    for (int moment : moments) {
      log.advance(moment);
      List<String> notes = log.lines(PowerCutWorkload.NOTES, moment);
      for (WriteLog.Mode mode : WriteLog.Mode.values()) {
        String where = mode + " of step " + moment;
        check(log.cut(mode, random), notes).forEach(each -> problems.add(where + ": " + each));
        cuts++;
      }
    }
    return problems;
  }

  private WriteLog record(boolean fsync) throws Exception {
    Path shim = shim();
    Path log = folder.resolve("log");
    Path data = Files.createDirectories(folder.resolve("data")).toRealPath();
    EmbeddedStore.open(data.resolve("store"), true).close();
    byte[] fresh = Files.readAllBytes(data.resolve("store").resolve(StoreFile.NAME));
    Map<String, String> environment =
        Map.of(
            "LD_PRELOAD", shim.toString(), "SHIM_DIR", data.toString(), "SHIM_LOG", log.toString());
    Process child =
        ChildJvm.start(
            environment,
            List.of(),
            PowerCutWorkload.class,
            data.toString(),
            Boolean.toString(fsync));
    assertTrue(child.waitFor(180, TimeUnit.SECONDS), "the workload has not ended");
    assertEquals(0, child.exitValue());
    return new WriteLog(log, Map.of(StoreFile.NAME, fresh));
  }

  private Path shim() throws Exception {
    Path source = folder.resolve("powercut.c");
    try (InputStream in = PowerCutTest.class.getResourceAsStream("/store/powercut.c")) {
      Files.copy(in, source);
    }
    Path shim = folder.resolve("powercut.so");
    try {
      Process gcc =
          new ProcessBuilder(
                  "gcc -shared -fPIC -O1 -o %s %s -ldl".formatted(shim, source).split(" "))
              .inheritIO()
              .start();
      assertEquals(0, gcc.waitFor());
    } catch (IOException e) {
      assumeTrue(false, "needs gcc");
    }
    return shim;
  }

  private List<String> check(Map<String, byte[]> files, List<String> notes) throws IOException {
    Path there = Files.createTempDirectory(folder, "cut");
    for (String name : List.of(StoreFile.NAME, StoreFile.NAME + "-wal")) {
      if (files.containsKey(name)) {
        Files.write(there.resolve(name), files.get(name));
      }
    }
    List<String> problems = new ArrayList<>();
    try (EmbeddedStore store = EmbeddedStore.open(there, false)) {
      problems.addAll(EmbeddedStore.verify(there).faults());
      Map<String, Integer> found = new HashMap<>();
      for (JsonObject each :
          store.documents().find("c", new JsonObject(), new JsonObject(), 0, 0)) {
        found.put(each.getString("_id"), each.getInteger("n"));
      }
      allowed(notes)
          .forEach((id, states) -> {
            int state = found.getOrDefault(id, -1);
            if (!states.contains(state)) {
              problems.add(id + " is " + state + ", not of " + states);
            }
          });
    } catch (RuntimeException e) {
      problems.add(e.toString());
    }
    return problems;
  }

  /**
   * Returns the allowed states of each document: the last acknowledged state and those requested
   * since.
   */
  private static Map<String, Set<Integer>> allowed(List<String> notes) {
    Map<String, Set<Integer>> allowed = new HashMap<>();
    for (String note : notes) {
      String[] words = note.split(" ");
      if (words.length == 3) {
        Set<Integer> states = allowed.computeIfAbsent(words[1], id -> new HashSet<>(Set.of(-1)));
        if (words[0].equals("!")) {
          states.clear();
        }
        states.add(Integer.valueOf(words[2]));
      }
    }
    return allowed;
  }
}
