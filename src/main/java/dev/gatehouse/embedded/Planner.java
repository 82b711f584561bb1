package dev.gatehouse.embedded;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses how to carry out a query. Entries are counted from the trees, not guessed; what is
 * guessed is how far a walk in the asked order must go to find the wanted number of matches.
 */
final class Planner {
  private final List<OrderedIndex> indexes;
  private final long documents;

  Planner(List<OrderedIndex> indexes, long documents) {
    this.indexes = indexes;
    this.documents = documents;
  }

  /**
   * Chooses a plan.
   *
   * @param orderBy the order asked for, or null
   * @param wanted how many documents will be read at most, those skipped included; 0 for all
   */
  Plan plan(Document query, Document orderBy, long wanted) {
    int natural = SortOrder.natural(orderBy);
    if (query.isEmpty() && (natural != 0 || orderBy == null || orderBy.isEmpty())) {
      return Plan.scan(natural < 0, true, true, documents);
    }
    if (natural != 0) {
      return Plan.scan(natural < 0, true, false, documents);
    }
    Conditions conditions = Conditions.of(query);
    List<Plan> candidates = candidates(conditions, orderBy);
    long matching = Math.max(1, fewest(candidates));
    boolean ordered = orderBy == null || orderBy.isEmpty();
    Plan best = Plan.scan(false, ordered, false, documents);
    double cost = cost(best, wanted, matching);
    for (Plan candidate : candidates) {
      double its = cost(candidate, wanted, matching);
      if (its <= cost) {
        best = candidate;
        cost = its;
      }
    }
    return best;
  }

  private List<Plan> candidates(Conditions conditions, Document orderBy) {
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

  private long fewest(List<Plan> candidates) {
    return candidates.stream().mapToLong(Plan::entries).min().orElse(documents);
  }

  private double cost(Plan plan, long wanted, long matching) {
    double reads = plan.entries();
    if (plan.sorted() && wanted > 0) {
      double each = plan.exact() ? 1 : (double) Math.max(1, plan.entries()) / matching;
      reads = Math.min(reads, wanted * each);
    }
    // Reading by way of an index is a search a document; sorting holds all keys in memory.
    double lookUp = plan.isScan() ? 1 : 1.5;
    return reads * lookUp + (plan.sorted() ? 0 : plan.entries() * 0.5) + (plan.isScan() ? 1 : 0);
  }
}
