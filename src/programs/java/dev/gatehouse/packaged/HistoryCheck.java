package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.Client;
import dev.gatehouse.histories.Model;
import dev.gatehouse.histories.Models;
import dev.gatehouse.histories.Step;
import io.vertx.core.json.JsonObject;

/** Clients that request the same objects of several nodes at the same time, and record replies. */
abstract class HistoryCheck {
  static final int RIVALS = 4;
  static final String TAKE = "take";

  private static final long MILLION = 1_000_000;
  private static final int MAX_DELAY = 60;
  private static final int READS = 100;

  /** Objects of all runs on a cluster, so that no two runs use the same. */
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final String name;
  private final Nodes nodes;
  private final History history;

  /** The nodes of a cluster, with one client each. */
  record Nodes(ClusterScript cluster, List<Client> clients) {
    static Nodes of(ClusterScript cluster, int count) {
      List<Client> clients = new ArrayList<>();
      for (int node = 1; node <= count; node++) {
        clients.add(cluster.node(node));
      }
      return new Nodes(cluster, clients);
    }

    /** Returns a random node, counted from 1. */
    int any() {
      return 1 + ThreadLocalRandom.current().nextInt(clients.size());
    }
  }

  /** A request to a node. Empty if its outcome is unknown. */
  interface Act {
    Optional<String> on(int node);
  }

  /** A request of one of several clients for the same object. */
  interface Rival {
    Optional<String> on(int rival, int node);
  }

  HistoryCheck(String name, Nodes nodes, History history) {
    this.name = name;
    this.nodes = nodes;
    this.history = history;
  }

  /** Prepares the objects of a run. */
  void open() {}

  /** Uses one or several objects. */
  abstract void episode();

  /** Reads all objects of the run, after all faults. */
  void close() {}

  static int newNumber() {
    return NUMBERS.incrementAndGet();
  }

  /** Lets several clients request the same object of random nodes, nearly at the same time. */
  final void rivals(String object, Model<?> model, String input, Rival rival) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < RIVALS; i++) {
      int number = i;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                pause(ThreadLocalRandom.current().nextInt(MAX_DELAY));
                String asked = input.replace("#", Integer.toString(number));
                step(object, model, asked, any(), node -> rival.on(number, node));
              }));
    }
    threads.forEach(HistoryCheck::join);
    pause(100);
  }

  /** Reads an object after all faults, from the first node that replies. */
  final void read(String object, Model<?> model, String input, Act act) {
    int first = any();
    for (int i = 0; i < READS; i++) {
      int node = 1 + (first + i) % nodes();
      if (step(object, model, input, node, act).isPresent()) {
        return;
      }
      pause(100);
    }
    throw new IllegalStateException("no node returns " + name + ' ' + object);
  }

  /** Returns the reply of the first node that replies with a status. */
  final Client.Reply reply(int status, IntFunction<Client.Request> request) {
    Map<Integer, String> last = new TreeMap<>();
    for (int i = 0; i < READS; i++) {
      int node = 1 + i % nodes();
      try {
        Client.Reply reply = request.apply(node).send();
        if (reply.status() == status) {
          return reply;
        }
        last.put(node, reply.status() + " " + reply.text());
      } catch (UncheckedIOException starting) {
        last.put(node, starting.toString());
      }
      pause(100);
    }
    throw new IllegalStateException("no node replies for " + name + ": " + last);
  }

  /**
   * Requests an object and records the reply. A failed request has an unknown outcome, but a node
   * that accepts no connection has received nothing.
   */
  final Optional<String> step(String object, Model<?> model, String input, int node, Act act) {
    long invoked = System.nanoTime();
    Optional<String> output;
    try {
      output = outcome(node, act);
    } catch (ConnectException notSent) {
      pause(MAX_DELAY);
      return Optional.empty();
    }
    add(object, model, new Step(input, output, invoked, System.nanoTime()));
    return output;
  }

  private Optional<String> outcome(int node, Act act) throws ConnectException {
    try {
      return act.on(node);
    } catch (UncheckedIOException failed) {
      if (failed.getCause() instanceof ConnectException notSent) {
        throw notSent;
      }
      return Optional.empty();
    } catch (IllegalStateException unknown) {
      return Optional.empty();
    } catch (RuntimeException | AssertionError odd) {
      history.odd(name + " at n" + node + ": " + odd);
      return Optional.empty();
    }
  }

  final void add(String object, Model<?> model, Step step) {
    history.add(new History.Name(name, object), model, step);
  }

  /** Returns a random node, counted from 1. */
  final int any() {
    return nodes.any();
  }

  final int nodes() {
    return nodes.clients().size();
  }

  final Client client(int node) {
    return nodes.clients().get(node - 1);
  }

  final Client.Request owner(int node, String method, String path) {
    return client(node).request(method, path).key(ClusterScript.KEY);
  }

  /** Creates a CLI call of any area. */
  final Client.Request call(int node, String operation, JsonObject body) {
    return nodes.cluster().call("n" + node, operation, body);
  }

  static Optional<String> taken(Client.Reply reply) {
    return switch (reply.status()) {
      case 200, 201 -> Optional.of(Models.MADE);
      case 409 -> Optional.of(Models.REFUSED);
      default -> Optional.empty();
    };
  }

  static void pause(long millis) {
    LockSupport.parkNanos(millis * MILLION);
  }

  static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
