package dev.gatehouse;

import module java.base;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Objects whose methods a test handles. */
public final class Substitute {
  private Substitute() {}

  public static <T> T of(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
