package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.language.Document;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;

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
      return error(
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
      return error("CIRCULAR_FRAGMENT", "a fragment spreads itself");
    }
    if (cost.depth() > maxDepth) {
      return error("MAX_DEPTH_EXCEEDED", "fields are nested more than " + maxDepth + " deep");
    }
    if (cost.aliases() > maxAliases) {
      return error("MAX_ALIASES_EXCEEDED", "there are more than " + maxAliases + " aliases");
    }
    if (cost.fields() > maxComplexity) {
      return error(
          "MAX_COMPLEXITY_EXCEEDED",
          "the operation may fetch " + cost.fields() + " fields, more than " + maxComplexity);
    }
    if (cost.introspections() > 1) {
      return error("MAX_INTROSPECTION_EXCEEDED", "a document may query the schema once");
    }
    boolean changes = operation.getOperation() == Operation.MUTATION;
    if (changes && cost.breadth() > MAX_MUTATIONS) {
      return error("MAX_MUTATIONS_EXCEEDED", "there are more than " + MAX_MUTATIONS + " changes");
    }
    return Optional.empty();
  }

  private static Optional<GraphQLError> error(String code, String message) {
    return Optional.of(
        GraphqlErrorBuilder.newError().message(message).extensions(Map.of("code", code)).build());
  }
}
