package dev.gatehouse.store.sqlite;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Chooses the execution plan of a query. Entries that a plan would scan are counted, but only as
 * far as the choice depends on the number. The planner estimates only how far an ordered scan must
 * go to find the wanted number of matches.
 *
 * <p>Creates a planner for some indexes.
 *
 * @param size returns the number of documents; called only if it matters
 */
record Planner(List<OrderedIndex> indexes, LongSupplier size) {
  private static final long FIRST_LOOK = 1_000;
  private static final long LAST_LOOK = 16_000;
  private static final int LOOK_FURTHER = 16;

  /** Plan with the number of entries that it scans, as far as they were counted. */
  private record Counted(Plan plan, long entries, boolean all) {}

  /**
   * Chooses a plan.
   *
   * @param orderBy the requested order, or null
   * @param wanted maximum number of documents to read, including skipped ones; 0 for all
   */
  Plan plan(Document query, Document orderBy, long wanted) {
    int natural = SortOrder.natural(orderBy);
    boolean ordered = orderBy == null || orderBy.isEmpty();
    if (query.isEmpty() && (natural != 0 || ordered)) {
      return Plan.scan(natural < 0, true, true);
    }
    if (natural != 0) {
      return Plan.scan(natural < 0, true, false);
    }
    List<Plan> candidates = candidates(QueryPredicate.of(query), orderBy);
    Plan scan = Plan.scan(false, ordered, false);
    if (candidates.isEmpty()) {
      return scan;
    }
    for (Plan candidate : candidates) {
      // No plan reads fewer documents: either only the wanted number, or the one document of a
      // unique key.
      if (candidate.exact() && candidate.sorted() && (wanted > 0 || isOnePoint(candidate))) {
        return candidate;
      }
    }
    return cheapest(candidates, scan, wanted);
  }

  /**
   * Chooses a plan for counting. Prefers plans that use only entries, because they read no
   * documents.
   */
  Plan planOfCount(Document query) {
    if (!query.isEmpty()) {
      for (Plan candidate : candidates(QueryPredicate.of(query), null)) {
        if (candidate.exact()) {
          return candidate;
        }
      }
    }
    return plan(query, null, 0);
  }

  private static boolean isOnePoint(Plan plan) {
    return plan.index() != null
        && plan.index().definition().unique()
        && plan.index().definition().fields().size() == 1
        && plan.ranges().size() == 1
        && plan.ranges().getFirst().isOneValue();
  }

  private Plan cheapest(List<Plan> candidates, Plan scan, long wanted) {
    long documents = size.getAsLong();
    for (long look = FIRST_LOOK; ; look *= LOOK_FURTHER) {
      List<Counted> counted = new ArrayList<>();
      for (Plan candidate : candidates) {
        counted.add(count(candidate, documents, look));
      }
      long matching = Math.max(1, counted.stream().mapToLong(Counted::entries).min().orElse(1));
      Counted best = new Counted(scan, documents, true);
      double cost = cost(best, wanted, matching);
      for (Counted candidate : counted) {
        double its = cost(candidate, wanted, matching);
        if (its <= cost) {
          best = candidate;
          cost = its;
        }
      }
      boolean bounded = best.plan.sorted() && wanted > 0;
      if (best.all || look >= documents || (bounded && look >= LAST_LOOK)) {
        return best.plan;
      }
    }
  }

  private static Counted count(Plan plan, long documents, long max) {
    if (plan.isWhole()) {
      return new Counted(plan, documents, true);
    }
    long entries;
    if (plan.branches().isEmpty()) {
      entries = plan.index().count(plan.ranges(), max);
    } else {
      entries =
          plan.branches().stream().mapToLong(each -> count(each, documents, max).entries).sum();
    }
    return new Counted(plan, entries, entries < max);
  }

  private List<Plan> candidates(QueryPredicate conditions, Document orderBy) {
    List<Plan> result = new ArrayList<>();
    for (IndexChoice choice : IndexChoice.all(indexes, conditions)) {
      Plan plan = choice.plan(orderBy);
      if (plan != null) {
        result.add(plan);
      }
    }
    boolean ordered = orderBy == null || orderBy.isEmpty();
    for (List<Document> alternatives : conditions.alternatives()) {
      Plan union = union(alternatives, ordered);
      if (union != null) {
        result.add(union);
      }
    }
    return result;
  }

  private Plan union(List<Document> alternatives, boolean ordered) {
    List<Plan> branches = new ArrayList<>();
    for (Document alternative : alternatives) {
      Plan plan = plan(alternative, null, 0);
      if (plan.isScan() || !plan.branches().isEmpty()) {
        return null;
      }
      branches.add(plan);
    }
    return Plan.union(branches, ordered);
  }

  private static double cost(Counted counted, long wanted, long matching) {
    Plan plan = counted.plan;
    double reads = counted.entries;
    if (plan.sorted() && wanted > 0) {
      double each = plan.exact() ? 1 : (double) Math.max(1, counted.entries) / matching;
      reads = Math.min(reads, wanted * each);
    }
    // Each lookup through an index is a search, and sorting holds all keys in memory.
    double lookUp = plan.isScan() ? 1 : 1.5;
    return reads * lookUp + (plan.sorted() ? 0 : counted.entries * 0.5) + (plan.isScan() ? 1 : 0);
  }
}
