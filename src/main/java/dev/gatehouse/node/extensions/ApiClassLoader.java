package dev.gatehouse.node.extensions;

import module java.base;

import dev.gatehouse.area.extension.Extension;

/**
 * Parent of an extension's class loader. It finds the JDK and the extension API, and nothing else
 * of Gatehouse and its libraries, so that their changes cannot break an extension.
 */
final class ApiClassLoader extends ClassLoader {
  private static final String API = Extension.class.getPackageName() + '.';

  private final ClassLoader ownLoader = Extension.class.getClassLoader();

  private ApiClassLoader() {
    super(ClassLoader.getPlatformClassLoader());
  }

  /** Returns the class loader of a jar file. */
  static URLClassLoader of(Path jar) throws IOException {
    return new URLClassLoader(new URL[] {jar.toUri().toURL()}, new ApiClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(API)) {
      return ownLoader.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }

  @Override
  public URL getResource(String name) {
    return null;
  }

  @Override
  public Enumeration<URL> getResources(String name) {
    return Collections.emptyEnumeration();
  }
}
