package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import graphql.GraphQLContext;
import graphql.execution.CoercedVariables;
import graphql.language.StringValue;
import graphql.language.Value;
import graphql.schema.Coercing;
import graphql.schema.CoercingParseLiteralException;
import graphql.schema.GraphQLScalarType;

/** Scalar with a text representation in JSON: dates, decimals, addresses, HTML. */
final class TextScalar implements Coercing<String, String> {
  static GraphQLScalarType named(String name) {
    return GraphQLScalarType.newScalar().name(name).coercing(new TextScalar()).build();
  }

  @Override
  public String serialize(Object value, GraphQLContext context, Locale locale) {
    if (value instanceof Instant time) {
      return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
    return value.toString();
  }

  @Override
  public String parseValue(Object value, GraphQLContext context, Locale locale) {
    return value.toString();
  }

  @Override
  public String parseLiteral(
      Value<?> value, CoercedVariables variables, GraphQLContext context, Locale locale) {
    if (value instanceof StringValue text) {
      return text.getValue();
    }
    throw new CoercingParseLiteralException("must be a string");
  }
}
