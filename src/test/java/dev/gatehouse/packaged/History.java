package dev.gatehouse.packaged;

import dev.gatehouse.histories.Linearizability;
import dev.gatehouse.histories.Linearizability.Verdict;
import dev.gatehouse.histories.Model;
import dev.gatehouse.histories.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Recorded steps of all clients, by object. */
final class History {
  private static final int LIMIT = 2_000_000;

  private final Map<String, Recorded<?>> objects = new ConcurrentHashMap<>();

  private record Recorded<S>(Model<S> model, List<Step> steps) {
    Verdict check() {
      return new Linearizability<>(model, LIMIT).check(List.copyOf(steps));
    }
  }

  /** Adds a step on an object. */
  void add(String object, Model<?> model, Step step) {
    objects
        .computeIfAbsent(object, name -> new Recorded<>(model, new CopyOnWriteArrayList<>()))
        .steps()
        .add(step);
  }

  int objects() {
    return objects.size();
  }

  int steps() {
    return objects.values().stream().mapToInt(object -> object.steps().size()).sum();
  }

  int unknown() {
    return (int)
        objects.values().stream()
            .flatMap(object -> object.steps().stream())
            .filter(step -> step.output().isEmpty())
            .count();
  }

  /** Returns the histories of the objects that are not right, with their steps. */
  List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    objects.forEach((name, object) -> {
      Verdict verdict = object.check();
      if (verdict != Verdict.RIGHT) {
        wrong.add(name + ": " + verdict + " " + String.join("\n  ", lines(object.steps())));
      }
    });
    return wrong;
  }

  private static List<String> lines(List<Step> steps) {
    return steps.stream().map(Step::toString).toList();
  }
}
