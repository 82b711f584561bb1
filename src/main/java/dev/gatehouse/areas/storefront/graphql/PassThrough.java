package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.areas.storefront.catalogue.StorefrontApi;
import dev.gatehouse.contract.ErrorCode;
import graphql.GraphQLError;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;
import graphql.parser.InvalidSyntaxException;

/**
 * Passes GraphQL documents to an external shop: the documented ones, or all within the limits.
 *
 * @param open whether documents other than the two documented operations are passed on
 */
public record PassThrough(StorefrontApi api, QueryLimits limits, boolean open) {
  /** The two operations that the specification documents. */
  private static final Map<Operation, String> FIELDS =
      Map.of(Operation.QUERY, "products", Operation.MUTATION, "cartCreate");

  private static final Map<String, Object> REFUSAL =
      Map.of(
          "message",
          "only one product query or one cartCreate mutation is accepted",
          "extensions",
          Map.of("code", ErrorCode.ACCESS_DENIED.name()));

  /**
   * Executes a document like {@link LocalShop}, with the products of the external shop.
   *
   * @throws dev.gatehouse.bus.ApiException if nothing is executed
   */
  public Map<?, ?> execute(String query, Map<String, Object> variables, String operationName) {
    api.account().mustBeConfigured();
    Document parsed;
    try {
      parsed = ParsedDocuments.parse(query);
    } catch (InvalidSyntaxException wrong) {
      return errors(wrong.toInvalidSyntaxError().toSpecification());
    }
    Optional<GraphQLError> objection = limits.objection(parsed, variables);
    if (objection.isPresent()) {
      return errors(objection.get().toSpecification());
    }
    List<OperationDefinition> operations = parsed.getDefinitionsOfType(OperationDefinition.class);
    if (!open && !(operations.size() == 1 && isDocumented(operations.getFirst()))) {
      return errors(REFUSAL);
    }
    Map<String, Object> document = new HashMap<>();
    document.put("query", query);
    document.put("variables", variables);
    if (operationName != null) {
      document.put("operationName", operationName);
    }
    boolean reads = operations.stream().allMatch(each -> each.getOperation() == Operation.QUERY);
    return api.execute(document, reads);
  }

  private static boolean isDocumented(OperationDefinition operation) {
    List<?> fields = operation.getSelectionSet().getSelections();
    return fields.size() == 1
        && fields.getFirst() instanceof Field field
        && field.getName().equals(FIELDS.get(operation.getOperation()));
  }

  private static Map<?, ?> errors(Map<String, Object> error) {
    return Map.of("errors", List.of(error));
  }
}
