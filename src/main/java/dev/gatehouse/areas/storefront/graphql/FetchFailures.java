package dev.gatehouse.areas.storefront.graphql;

import graphql.GraphQLContext;
import graphql.GraphQLError;
import graphql.GraphqlErrorBuilder;
import graphql.GraphqlErrorException;
import graphql.execution.DataFetcherExceptionHandler;
import graphql.execution.DataFetcherExceptionHandlerParameters;
import graphql.execution.DataFetcherExceptionHandlerResult;
import java.util.concurrent.CompletableFuture;

/**
 * Tells apart what a client has done wrong, which is an error among the data, and what has gone
 * wrong here, which fails the whole request: nothing of that is for a client to read.
 */
final class FetchFailures implements DataFetcherExceptionHandler {
  @Override
  public CompletableFuture<DataFetcherExceptionHandlerResult> handleException(
      DataFetcherExceptionHandlerParameters failed) {
    Throwable problem = failed.getException();
    if (!(problem instanceof GraphqlErrorException)) {
      failed.getDataFetchingEnvironment().getGraphQlContext().put(FetchFailures.class, problem);
    }
    GraphQLError error =
        GraphqlErrorBuilder.newError()
            .message(problem instanceof GraphqlErrorException ? problem.getMessage() : "failed")
            .path(failed.getPath())
            .location(failed.getSourceLocation())
            .build();
    return CompletableFuture.completedFuture(
        DataFetcherExceptionHandlerResult.newResult(error).build());
  }

  /** Throws what has gone wrong here, if anything has. */
  static void rethrow(GraphQLContext context) {
    Throwable problem = context.get(FetchFailures.class);
    switch (problem) {
      case null -> {
        // Nothing has.
      }
      case RuntimeException known -> throw known;
      default -> throw new IllegalStateException(problem);
    }
  }
}
