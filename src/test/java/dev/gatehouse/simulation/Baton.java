package dev.gatehouse.simulation;

import module java.base;

/**
 * Scheduler of actors. Each actor is a virtual thread that runs only while it holds the baton, and
 * passes it on at every call of a simulated part. The seed decides who is next, so a pause of any
 * length is one choice. The actor that passes the baton on makes that choice itself, because a
 * scheduler thread would double the number of thread switches.
 */
public final class Baton implements InstantSource {
  final SplittableRandom random;
  private final List<Actor> actors = new ArrayList<>();
  private final Thread driver = Thread.currentThread();
  private volatile Object holder = driver;
  private Supplier<String> invariants = () -> "";
  private Actor current;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private boolean faults = true;
  private long last;
  long steps;
  Throwable failure;

  /** First violation of the invariants; empty for none. */
  String violation = "";

  /** Ends an actor as a kill ends a node. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** One thread of a simulated node. */
  private final class Actor {
    final Thread thread;
    int frozen;
    boolean killed;

    Actor(Runnable work) {
      thread = Thread.ofVirtual().unstarted(() -> run(work));
    }

    private void run(Runnable work) {
      await(this);
      try {
        work.run();
      } catch (Killed end) {
        // The rest of its work is lost.
      } catch (RuntimeException answered) {
        // A caller gets an error reply.
      } catch (Throwable broken) {
        failure = broken;
      }
      actors.remove(this);
      pass(next());
    }
  }

  Baton(long seed) {
    random = new SplittableRandom(seed);
  }

  void start(Runnable work) {
    Actor actor = new Actor(work);
    actors.add(actor);
    actor.thread.start();
  }

  /** Checks these after each step; they return the violation, empty for none. */
  void check(Supplier<String> after) {
    invariants = after;
  }

  /** Runs the actors until all have ended, until a violation, or for a number of steps. */
  void run(long maxSteps) {
    last = steps + maxSteps;
    Actor first = next();
    if (first != null) {
      pass(first);
      await(driver);
    }
  }

  /** Chooses the actor of the next step; null if no actor can run. */
  private Actor next() {
    if (violation.isEmpty()) {
      violation = invariants.get();
    }
    while (!actors.isEmpty() && steps < last && failure == null && violation.isEmpty()) {
      steps++;
      Actor next = actors.get(random.nextInt(actors.size()));
      if (next.frozen == 0) {
        return next;
      }
      if (hasUnfrozen()) {
        next.frozen--;
      } else {
        next.frozen = 0;
        advance(Duration.ofSeconds(1L << random.nextInt(15)));
        return next;
      }
    }
    return null;
  }

  private boolean hasUnfrozen() {
    for (Actor actor : actors) {
      if (actor.frozen == 0) {
        return true;
      }
    }
    return false;
  }

  boolean isIdle() {
    return actors.isEmpty();
  }

  /** Called by an actor at every call of a simulated part. */
  public void yield() {
    Actor mine = current;
    if (mine == null) {
      // A call outside of a schedule.
      return;
    }
    if (mine.killed) {
      throw new Killed();
    }
    if (faults && random.nextInt(60) == 0) {
      mine.frozen = 1 << random.nextInt(9);
    }
    Actor next = next();
    if (next != mine) {
      pass(next);
      await(mine);
    }
    if (faults && random.nextInt(400) == 0) {
      mine.killed = true;
      throw new Killed();
    }
    advance(Duration.ofMillis(1));
  }

  /** Passes the baton to an actor, or to the driver for null. */
  private void pass(Actor to) {
    current = to;
    holder = to == null ? driver : to;
    LockSupport.unpark(to == null ? driver : to.thread);
  }

  private void await(Object me) {
    while (!holder.equals(me)) {
      LockSupport.park(this);
    }
  }

  /** Returns whether a fault occurs now. */
  public boolean fault(int oneIn) {
    return faults && random.nextInt(oneIn) == 0;
  }

  void heal() {
    faults = false;
    actors.forEach(actor -> actor.frozen = 0);
  }

  public void advance(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
