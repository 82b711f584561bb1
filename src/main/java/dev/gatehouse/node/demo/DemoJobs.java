package dev.gatehouse.node.demo;

import module java.base;

import dev.gatehouse.area.Job;
import dev.gatehouse.area.NodeServices;
import dev.gatehouse.area.Schedule;
import dev.gatehouse.bus.ApiException;
import dev.gatehouse.bus.Message;
import dev.gatehouse.bus.Origin;
import dev.gatehouse.contract.ErrorCode;
import dev.gatehouse.formats.Sha256;
import dev.gatehouse.messages.AccessMessages;
import dev.gatehouse.messages.AccessMessages.KeyName;
import dev.gatehouse.messages.AccessMessages.NewKey;
import dev.gatehouse.node.demo.DemoRemover.DemoRemoval;
import dev.gatehouse.settings.Section;
import dev.gatehouse.settings.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs that fill the node with demo content and remove it, whenever the owner runs them. */
public final class DemoJobs {
  private static final Logger LOG = LoggerFactory.getLogger(DemoJobs.class);
  private static final int KEY_BYTES = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final NodeServices node;
  private final IntSupplier port;
  private final DemoRecord records;

  /**
   * Name of the key, which is different on each node of a cluster: a node must not revoke the key
   * that another is using, but the key that its own interrupted run has left.
   */
  private final String key;

  /** Held by the job that runs: one must not remove what the other creates. */
  private final ReentrantLock turn = new ReentrantLock();

  private interface Task {
    void run(DemoClient api);
  }

  /**
   * @param port port on which the node serves HTTP; 0 if it does not
   */
  public DemoJobs(NodeServices node, IntSupplier port) {
    this.node = node;
    this.port = port;
    Path folder = node.settings().data().dir();
    this.records = new DemoRecord(folder);
    Section cluster = node.settings().section("cluster");
    String place = cluster.text("host") + ':' + cluster.text("port") + folder.toAbsolutePath();
    this.key = "demo-job-" + Sha256.hex(place, KEY_BYTES);
  }

  /** Returns the two jobs. */
  public List<Job> jobs() {
    return List.of(
        new Job("node.addDemoContent", new Schedule.OnRequest(), false, this::add),
        new Job("node.removeDemoContent", new Schedule.OnRequest(), false, this::remove));
  }

  private void add(Job.Progress progress) throws IOException {
    if (!records.lines().isEmpty()) {
      progress.report("Nothing was created: the node has demo content. Remove it first.");
    } else if (!node.settings().smtp().url().isEmpty()) {
      progress.report(
          "Nothing was created: this node sends emails, so the demo would email the owner. Use the"
              + " command gatehouse demo --emails.");
    } else {
      alone(
          progress,
          api -> {
            LocalDate today = LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC);
            new DemoContent(api, records, today, node.random()).create(node.settings(), progress);
            progress.report(records.lines().size() + " items were created.");
          });
    }
  }

  private void remove(Job.Progress progress) throws IOException {
    int items = records.lines().size();
    if (items == 0) {
      progress.report("Nothing was removed: this node has no demo content.");
      return;
    }
    alone(
        progress,
        api -> {
          var removal = new DemoRemoval(node.documents());
          progress.report(new DemoRemover(api, removal::delete, records).remove().words(items));
        });
  }

  /** Runs a task with a key that exists only meanwhile, unless the other job runs. */
  private void alone(Job.Progress progress, Task task) throws IOException {
    if (port.getAsInt() == 0 || !turn.tryLock()) {
      progress.report("Nothing was changed: the other job runs, or this node serves no HTTP.");
      return;
    }
    try {
      revokeKey();
      try (Closeable _ = this::revokeKey;
          DemoClient api = client()) {
        task.run(api);
      }
    } finally {
      turn.unlock();
    }
  }

  private DemoClient client() {
    String secret = ask(AccessMessages.ADD_KEY, new NewKey(key, List.of(), null, null)).key();
    Settings settings = node.settings();
    String address = settings.http().tls() ? settings.publicAddress().url() : loopback(settings);
    return new DemoClient(address, settings.access().apiKeyHeader(), secret);
  }

  private String loopback(Settings settings) {
    return DemoClient.address("http://", settings.http().host(), port.getAsInt());
  }

  /** Revokes the key, if there is one. */
  private void revokeKey() {
    try {
      ask(AccessMessages.REVOKE_KEY, new KeyName(key));
    } catch (ApiException failed) {
      if (failed.failure().code() != ErrorCode.KEY_NOT_FOUND) {
        LOG.warn("the API key {} of the demo jobs was not revoked: {}", key, failed.getMessage());
        throw new IllegalStateException(
            "the API key " + key + " was not revoked: revoke it, or run the job again", failed);
      }
    }
  }

  private <Q, R> R ask(Message<Q, R> message, Q request) {
    return node.dispatcher()
        .ask(message, request, Origin.ownTask("demo", "demo content"), PATIENCE);
  }
}
