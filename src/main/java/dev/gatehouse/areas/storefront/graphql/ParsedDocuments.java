package dev.gatehouse.areas.storefront.graphql;

import module java.base;

import dev.gatehouse.caching.MemoryCache;
import graphql.ExecutionInput;
import graphql.GraphQLError;
import graphql.execution.preparsed.PreparsedDocumentEntry;
import graphql.execution.preparsed.PreparsedDocumentProvider;
import graphql.language.Document;
import graphql.parser.InvalidSyntaxException;
import graphql.parser.Parser;
import graphql.parser.ParserEnvironment;
import graphql.parser.ParserOptions;

/**
 * Cache of parsed and valid documents, because shops send the same few repeatedly. The limits of a
 * document are checked before its validation, which can be the slowest step.
 */
final class ParsedDocuments implements PreparsedDocumentProvider {
  private static final int MAX_DOCUMENTS = 100;

  /** Maximum length in characters of a cached document. Longer documents are parsed each time. */
  private static final int MAX_KEPT = 8_192;

  private static final int MAX_TOKENS = 5_000;
  private static final int MAX_CHARACTERS = 65_536;

  static final ParserOptions OPTIONS =
      ParserOptions.newParserOptions()
          .maxTokens(MAX_TOKENS)
          .maxCharacters(MAX_CHARACTERS)
          .captureSourceLocation(true)
          .captureIgnoredChars(false)
          .captureLineComments(false)
          .build();

  private final QueryLimits limits;
  private final MemoryCache<String, PreparsedDocumentEntry> cache =
      MemoryCache.ofSize(MAX_DOCUMENTS);

  ParsedDocuments(QueryLimits limits) {
    this.limits = limits;
  }

  @Override
  public CompletableFuture<PreparsedDocumentEntry> getDocumentAsync(
      ExecutionInput input, Function<ExecutionInput, PreparsedDocumentEntry> validate) {
    return CompletableFuture.completedFuture(entry(input, validate));
  }

  private PreparsedDocumentEntry entry(
      ExecutionInput input, Function<ExecutionInput, PreparsedDocumentEntry> validate) {
    PreparsedDocumentEntry known = cache.find(input.getQuery());
    if (known != null) {
      return validated(known.getDocument(), input).orElse(known);
    }
    Document document;
    try {
      document = parse(input.getQuery());
    } catch (InvalidSyntaxException wrong) {
      return new PreparsedDocumentEntry(wrong.toInvalidSyntaxError());
    }
    Optional<PreparsedDocumentEntry> refused = validated(document, input);
    return refused.orElseGet(() -> valid(input, validate));
  }

  static Document parse(String query) {
    return Parser.parse(
        ParserEnvironment.newParserEnvironment().document(query).parserOptions(OPTIONS).build());
  }

  private Optional<PreparsedDocumentEntry> validated(Document document, ExecutionInput input) {
    Optional<GraphQLError> objection = limits.objection(document, input.getRawVariables().toMap());
    return objection.map(PreparsedDocumentEntry::new);
  }

  private PreparsedDocumentEntry valid(
      ExecutionInput input, Function<ExecutionInput, PreparsedDocumentEntry> validate) {
    PreparsedDocumentEntry entry = validate.apply(input);
    if (!entry.hasErrors() && input.getQuery().length() <= MAX_KEPT) {
      cache.put(input.getQuery(), entry);
    }
    return entry;
  }
}
