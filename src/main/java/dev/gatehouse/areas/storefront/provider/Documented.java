package dev.gatehouse.areas.storefront.provider;

import module java.base;

import graphql.language.Document;
import graphql.language.Field;
import graphql.language.OperationDefinition;
import graphql.language.OperationDefinition.Operation;

/**
 * The two operations that the specification documents: a product query and the creation of a cart.
 * Other operations are passed on only if the owner allows them.
 */
public final class Documented {
  private static final Map<Operation, String> FIELDS =
      Map.of(Operation.QUERY, "products", Operation.MUTATION, "cartCreate");

  private Documented() {}

  /** Returns whether the only operation of a document is one of the two. */
  public static boolean isOneOfTwo(Document document) {
    return only(document)
        .filter(operation -> {
          List<?> fields = operation.getSelectionSet().getSelections();
          return fields.size() == 1
              && fields.getFirst() instanceof Field field
              && field.getName().equals(FIELDS.get(operation.getOperation()));
        })
        .isPresent();
  }

  /** Returns whether a document only reads, so that it can be retried. */
  public static boolean onlyReads(Document document) {
    return document.getDefinitionsOfType(OperationDefinition.class).stream()
        .allMatch(operation -> operation.getOperation() == Operation.QUERY);
  }

  private static Optional<OperationDefinition> only(Document document) {
    List<OperationDefinition> operations = document.getDefinitionsOfType(OperationDefinition.class);
    return operations.size() == 1 ? Optional.of(operations.getFirst()) : Optional.empty();
  }
}
