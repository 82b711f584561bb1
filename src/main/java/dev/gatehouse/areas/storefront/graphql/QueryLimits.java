package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.language.Argument;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.InlineFragment;
import graphql.language.IntValue;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;
import graphql.language.Selection;
import graphql.language.SelectionSet;
import graphql.language.Value;
import graphql.language.VariableDefinition;
import graphql.language.VariableReference;

/**
 * Limits of a GraphQL document.
 *
 * @param maxDepth nested fields
 * @param maxAliases fields with an alias
 * @param maxComplexity fetched fields
 */
public record QueryLimits(int maxDepth, int maxAliases, int maxComplexity) {
  /** Maximum number of mutations in one document, each confirmed by the store. */
  private static final int MAX_MUTATIONS = 5;

  /** Maximum number of operations in one document; one of them is executed. */
  private static final int MAX_OPERATIONS = 10;

  /** Returns the error of a document that exceeds the limits; empty if absent. */
  Optional<GraphQLError> objection(Document document, Map<String, Object> variables) {
    List<OperationDefinition> operations = document.getDefinitionsOfType(OperationDefinition.class);
    if (operations.size() > MAX_OPERATIONS) {
      return refused(
          "MAX_OPERATIONS_EXCEEDED", "there are more than " + MAX_OPERATIONS + " operations");
    }
    return operations.stream()
        .flatMap(operation -> objection(document, operation, variables).stream())
        .findFirst();
  }

  private Optional<GraphQLError> objection(
      Document document, OperationDefinition operation, Map<String, Object> variables) {
    QueryCost.Cost cost;
    try {
      cost = QueryCost.of(document, operation, variables);
    } catch (QueryCost.CircularException endless) {
      return refused("CIRCULAR_FRAGMENT", "a fragment spreads itself");
    }
    if (cost.depth() > maxDepth) {
      return refused("MAX_DEPTH_EXCEEDED", "fields are nested more than " + maxDepth + " deep");
    }
    if (cost.aliases() > maxAliases) {
      return refused("MAX_ALIASES_EXCEEDED", "there are more than " + maxAliases + " aliases");
    }
    if (cost.fields() > maxComplexity) {
      return refused(
          "MAX_COMPLEXITY_EXCEEDED",
          "the operation may fetch " + cost.fields() + " fields, more than " + maxComplexity);
    }
    if (cost.introspections() > 1) {
      return refused("MAX_INTROSPECTION_EXCEEDED", "a document may query the schema once");
    }
    boolean changes = operation.getOperation() == Operation.MUTATION;
    if (changes && cost.breadth() > MAX_MUTATIONS) {
      return refused("MAX_MUTATIONS_EXCEEDED", "there are more than " + MAX_MUTATIONS + " changes");
    }
    return Optional.empty();
  }

  private static Optional<GraphQLError> refused(String code, String message) {
    return Optional.of(
        GraphqlErrorBuilder.newError().message(message).extensions(Map.of("code", code)).build());
  }

  /**
   * Upper bound for the cost of a document, computed without executing it. Each fragment is
   * evaluated once, regardless of its uses, so that the computation is linear in the length of the
   * document.
   */
  private static final class QueryCost {
    /** Assumed size of a list without a length argument. */
    private static final int UNSAID = GraphqlConnection.MAX_PAGE;

    private static final Set<String> INTROSPECTION = Set.of("__schema", "__type");

    private final Map<String, FragmentDefinition> fragments = new HashMap<>();
    private final Map<String, Cost> validated = new HashMap<>();
    private final Set<String> begun = new HashSet<>();
    private final Map<String, Object> variables;
    private final Map<String, Value<?>> defaults = new HashMap<>();

    /**
     * Cost of a document or a part of it.
     *
     * @param depth nested fields
     * @param aliases fields with an alias, with fragments expanded
     * @param fields fetched fields, multiplied by the lengths of their lists
     * @param breadth fields of the outermost level
     * @param introspections fields that return the schema or one of its types
     */
    record Cost(int depth, long aliases, long fields, long breadth, long introspections) {
      static final Cost NONE = new Cost(0, 0, 0, 0, 0);

      Cost and(Cost other) {
        return new Cost(
            Math.max(depth, other.depth),
            sum(aliases, other.aliases),
            sum(fields, other.fields),
            sum(breadth, other.breadth),
            sum(introspections, other.introspections));
      }

      Cost within(Field field, long times) {
        boolean schema = INTROSPECTION.contains(field.getName());
        return new Cost(
            depth + 1,
            sum(aliases, field.getAlias() == null ? 0 : 1),
            sum(1, product(fields, times)),
            1,
            sum(introspections, schema ? 1 : 0));
      }

      private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
      }

      private static long product(long one, long other) {
        return other != 0 && one > Long.MAX_VALUE / other ? Long.MAX_VALUE : one * other;
      }
    }

    /** Thrown for a document with a fragment that contains itself. */
    static final class CircularException extends RuntimeException {}

    private QueryCost(Document document, Map<String, Object> variables) {
      this.variables = variables;
      document
          .getDefinitionsOfType(FragmentDefinition.class)
          .forEach(fragment -> fragments.putIfAbsent(fragment.getName(), fragment));
    }

    /**
     * Returns the cost of an operation of a document.
     *
     * @throws CircularException if a fragment contains itself
     */
    static Cost of(
        Document document, OperationDefinition operation, Map<String, Object> variables) {
      var cost = new QueryCost(document, variables);
      for (VariableDefinition variable : operation.getVariableDefinitions()) {
        cost.defaults.put(variable.getName(), variable.getDefaultValue());
      }
      return cost.of(operation.getSelectionSet());
    }

    private Cost of(SelectionSet set) {
      Cost whole = Cost.NONE;
      if (set != null) {
        for (Selection<?> selection : set.getSelections()) {
          whole = whole.and(of(selection));
        }
      }
      return whole;
    }

    private Cost of(Selection<?> selection) {
      return switch (selection) {
        case Field field -> of(field.getSelectionSet()).within(field, length(field));
        case InlineFragment inline -> of(inline.getSelectionSet());
        case FragmentSpread spread -> of(spread.getName());
        default -> Cost.NONE;
      };
    }

    private Cost of(String name) {
      Cost known = validated.get(name);
      FragmentDefinition fragment = fragments.get(name);
      if (known != null || fragment == null) {
        return Objects.requireNonNullElse(known, Cost.NONE);
      }
      if (!begun.add(name)) {
        throw new CircularException();
      }
      Cost cost = of(fragment.getSelectionSet());
      validated.put(name, cost);
      return cost;
    }

    private long length(Field field) {
      long length = 1;
      for (Argument argument : field.getArguments()) {
        if (argument.getName().equals("first") || argument.getName().equals("last")) {
          length = Math.max(length, number(argument.getValue()));
        }
      }
      return length;
    }

    private long number(Value<?> value) {
      return switch (value) {
        case IntValue number -> bounded(number.getValue());
        case VariableReference variable when variables.containsKey(variable.getName()) ->
            sent(variables.get(variable.getName()));
        case VariableReference variable when defaults.get(variable.getName()) != null ->
            number(defaults.get(variable.getName()));
        default -> UNSAID;
      };
    }

    private static long sent(Object value) {
      if (value instanceof Number number) {
        return bounded(BigInteger.valueOf(number.longValue()));
      }
      return UNSAID;
    }

    /** Longer pages are rejected. */
    private static long bounded(BigInteger number) {
      return number.max(BigInteger.ONE).min(BigInteger.valueOf(UNSAID)).longValue();
    }
  }
}
