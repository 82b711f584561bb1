package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import graphql.GraphQLError;
import graphql.language.Document;
import graphql.parser.InvalidSyntaxException;

/**
 * Parsed document for another executor, after the check of its limits.
 *
 * @param document null if there is an error
 * @param error null without an error
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

  /** Returns the answer in place of an execution; empty if the document is within its limits. */
  public Optional<Map<String, Object>> refusal() {
    return Optional.ofNullable(error)
        .map(each -> Map.of("errors", List.of(each.toSpecification())));
  }
}
