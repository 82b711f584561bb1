package dev.gatehouse;

import module java.base;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Objects whose calls a test sees, and can fail, before or after they are made. */
public final class Intercepted {
  private Intercepted() {}

  /** Work around a call. */
  @FunctionalInterface
  public interface Around {
    /** Returns the result, usually that of the real call. */
    Object call(String method, Callable<Object> real) throws Exception;
  }

  /** Returns an object of an interface that passes each call through. */
  public static <T> T of(Class<T> type, T real, Around around) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                around.call(method.getName(), () -> invoked(real, method, arguments))));
  }

  private static Object invoked(Object real, Method method, Object[] arguments) throws Exception {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception known) {
        throw known;
      }
      throw (Error) e.getCause();
    }
  }
}
