package dev.gatehouse.packaged;

import module java.base;

import dev.gatehouse.histories.Linearizability;
import dev.gatehouse.histories.Linearizability.Verdict;
import dev.gatehouse.histories.Model;
import dev.gatehouse.histories.Step;

/** Recorded steps of all clients of a run, by object, and the times of its faults. */
final class History {
  private static final int LIMIT = 2_000_000;
  private static final int PLANTED_LIMIT = 20_000;
  private static final String LAPSE = "lapse";
  private static final long MILLION = 1_000_000;

  private final long begin = System.nanoTime();
  private final Map<Name, Recorded<?>> objects = new ConcurrentHashMap<>();
  private final List<Window> windows = new CopyOnWriteArrayList<>();
  private final List<String> odd = new CopyOnWriteArrayList<>();

  /** An object of a check. */
  record Name(String check, String object) {}

  /** Time in which a fault was applied, by nanoTime. */
  record Window(HistoryFault fault, String what, long begin, long end) {
    boolean contains(Step step) {
      return step.output().isPresent() && step.returned() >= begin && step.invoked() <= end;
    }
  }

  /** A history that is wrong, or whose check has exceeded its limit. */
  record Wrong(String check, Verdict verdict, String text) {}

  /** Numbers of replies that were replaced, and of those that made a history wrong. */
  record Planted(int replaced, int found) {
    Planted plus(Planted other) {
      return new Planted(replaced + other.replaced, found + other.found);
    }
  }

  private record Recorded<S>(Model<S> model, List<Step> steps) {
    Verdict check(List<Step> some, int limit) {
      return new Linearizability<>(model, limit).check(List.copyOf(some));
    }

    Planted plant(Map<String, Set<String>> replies) {
      var planted = new Planted(0, 0);
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        for (String other : replies.getOrDefault(verb(step), Set.of())) {
          if (step.output().isPresent() && !step.output().get().equals(other)) {
            List<Step> changed = new ArrayList<>(steps);
            changed.set(i, Step.known(step.input(), other, step.invoked(), step.returned()));
            boolean found = check(changed, PLANTED_LIMIT) == Verdict.WRONG;
            planted = planted.plus(new Planted(1, found ? 1 : 0));
          }
        }
      }
      return planted;
    }
  }

  /** Adds a step on an object. */
  void add(Name name, Model<?> model, Step step) {
    objects
        .computeIfAbsent(name, key -> new Recorded<>(model, new CopyOnWriteArrayList<>()))
        .steps()
        .add(step);
  }

  /** Adds a fault that was applied. */
  void add(Window window) {
    windows.add(window);
  }

  /** Adds a reply that contradicts the contract. */
  void odd(String reply) {
    odd.add(reply);
  }

  List<String> odd() {
    return odd;
  }

  int objects(String check) {
    return (int) objects.keySet().stream().filter(name -> name.check().equals(check)).count();
  }

  /** Returns the number of steps with a known outcome. */
  int completed(String check) {
    return (int) steps(check).stream().filter(step -> step.output().isPresent()).count();
  }

  /** Returns the number of steps with a known outcome during a fault. */
  int completed(String check, HistoryFault fault) {
    return (int)
        steps(check).stream()
            .filter(step ->
                windows.stream()
                    .anyMatch(window -> window.fault() == fault && window.contains(step)))
            .count();
  }

  /** Returns whether a step that began after a time has a known outcome. */
  boolean completedAfter(String check, long time) {
    return steps(check).stream()
        .anyMatch(step -> step.output().isPresent() && step.invoked() >= time);
  }

  int unknown(String check) {
    long lapses = steps(check).stream().filter(step -> verb(step).equals(LAPSE)).count();
    return steps(check).size() - completed(check) - (int) lapses;
  }

  private List<Step> steps(String check) {
    List<Step> steps = new ArrayList<>();
    objects.forEach((name, object) -> {
      if (name.check().equals(check)) {
        steps.addAll(object.steps());
      }
    });
    return steps;
  }

  /** Replaces each reply of a check by a few others to the same request, one at a time. */
  Planted plant(String check) {
    Map<String, Set<String>> replies = new TreeMap<>();
    for (Step step : steps(check)) {
      Set<String> known = replies.computeIfAbsent(verb(step), verb -> new TreeSet<>());
      if (known.size() < 3) {
        step.output().ifPresent(known::add);
      }
    }
    return objects.entrySet().stream()
        .filter(object -> object.getKey().check().equals(check))
        .map(object -> object.getValue().plant(replies))
        .reduce(new Planted(0, 0), Planted::plus);
  }

  private static String verb(Step step) {
    return step.input().split(" ")[0];
  }

  /** Returns the faults, with the times of their begin and end. */
  List<String> faults() {
    return windows.stream()
        .map(window ->
            window.what() + ' ' + millis(window.begin()) + '-' + millis(window.end()) + " ms")
        .toList();
  }

  /** Returns the histories of the objects that are not right, with their steps. */
  List<Wrong> wrong() {
    List<Wrong> wrong = new ArrayList<>();
    objects.forEach((name, object) -> {
      Verdict verdict = object.check(object.steps(), LIMIT);
      if (verdict != Verdict.RIGHT) {
        String text = name.check() + " " + name.object() + ": " + verdict;
        wrong.add(new Wrong(name.check(), verdict, text + lines(object.steps())));
      }
    });
    return wrong;
  }

  private String lines(List<Step> steps) {
    var lines = new StringBuilder();
    steps.stream()
        .sorted(Comparator.comparingLong(Step::invoked))
        .forEach(step ->
            lines
                .append("\n  ")
                .append(millis(step.invoked()))
                .append(" to ")
                .append(step.output().isPresent() ? millis(step.returned()) + " ms" : "?")
                .append(": ")
                .append(step.input())
                .append(" -> ")
                .append(step.output().orElse("unknown")));
    return lines.toString();
  }

  private long millis(long nanos) {
    return (nanos - begin) / MILLION;
  }
}
