package dev.gatehouse.areas.storefront.graphql;

import graphql.GraphQLError;
import graphql.language.Document;
import graphql.parser.InvalidSyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A document that others are to execute, parsed and judged by its limits.
 *
 * @param document null where there is an error
 * @param error null where there is none
 */
public record ValidatedDocument(Document document, GraphQLError error) {
  public static ValidatedDocument of(
      String query, Map<String, Object> variables, QueryLimits limits) {
    try {
      Document document = ParsedDocuments.parse(query);
      return limits
          .objection(document, variables)
          .map(error -> new ValidatedDocument(null, error))
          .orElseGet(() -> new ValidatedDocument(document, null));
    } catch (InvalidSyntaxException wrong) {
      return new ValidatedDocument(null, wrong.toInvalidSyntaxError());
    }
  }

  /** The answer in place of an execution; empty where nothing is wrong. */
  public Optional<Map<String, Object>> refusal() {
    return Optional.ofNullable(error)
        .map(each -> Map.of("errors", List.of(each.toSpecification())));
  }
}
