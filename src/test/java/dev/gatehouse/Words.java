package dev.gatehouse;

import module java.base;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Arguments of a parameterized test, separated by blanks and line breaks. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Words.Provider.class)
public @interface Words {
  String value();

  /** Splits the words. */
  final class Provider extends AnnotationBasedArgumentsProvider<Words> {
    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, Words words) {
      return Arrays.stream(words.value().strip().split("\\s+")).map(Arguments::of);
    }
  }
}
