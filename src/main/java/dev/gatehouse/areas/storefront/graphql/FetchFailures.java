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
 * Separates client errors from internal failures. A client error is returned among the data. An
 * internal failure fails the whole request, and its details are not returned.
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

  /** Throws the internal failure, if any. */
  static void rethrow(GraphQLContext context) {
    Throwable problem = context.get(FetchFailures.class);
    switch (problem) {
      case null -> {
        // No failure.
      }
      case RuntimeException known -> throw known;
      default -> throw new IllegalStateException(problem);
    }
  }
}
