package dev.gatehouse;

import module java.base;

/** Reads class files, for rules on the types and members that each class uses. */
public final class ClassFiles {
  private static final Path PRODUCT = Path.of("target/classes");

  /** Types in descriptors and generic signatures. */
  private static final Pattern DESCRIBED = Pattern.compile("L([\\w/$]+)(?=[;<])");

  /**
   * A compiled type. Names have dots, and a dollar sign before a nested type.
   *
   * @param uses other types that its code, signatures and annotations name
   * @param members fields and methods that its code uses, such as {@code
   *     java.time.Instant.now(java.time.ZoneId)}
   * @param variables static fields that are not final
   */
  public record Type(String name, Set<String> uses, Set<String> members, List<String> variables) {
    public String packageName() {
      return name.substring(0, name.lastIndexOf('.'));
    }

    public String simpleName() {
      return name.substring(name.lastIndexOf('.') + 1);
    }
  }

  private ClassFiles() {}

  /** Returns the types of a package of the product and of the packages below it. */
  public static List<Type> ofTheProduct(String root) {
    Path folder = PRODUCT.resolve(root.replace('.', '/'));
    return FileTree.of(folder, ".class").stream().map(ClassFiles::read).toList();
  }

  static Type of(Class<?> type) {
    return read(Path.of("target/test-classes", type.getName().replace('.', '/') + ".class"));
  }

  private static Type read(Path file) {
    return Unchecked.get(() -> type(ClassFile.of().parse(file)));
  }

  private static Type type(ClassModel model) {
    String name = dotted(model.thisClass().asInternalName());
    Set<String> uses = new TreeSet<>();
    Set<String> members = new TreeSet<>();
    for (PoolEntry entry : model.constantPool()) {
      switch (entry) {
        case ClassEntry used when !used.asInternalName().startsWith("[") ->
            uses.add(dotted(used.asInternalName()));
        case MemberRefEntry member -> members.add(member(member));
        case Utf8Entry text when text.stringValue().indexOf(';') > 0 ->
            DESCRIBED
                .matcher(text.stringValue())
                .results()
                .forEach(found -> uses.add(dotted(found.group(1))));
        default -> {
          // It names no type.
        }
      }
    }
    uses.remove(name);
    List<String> variables =
        model.fields().stream()
            .filter(field -> field.flags().has(AccessFlag.STATIC))
            .filter(field -> !field.flags().has(AccessFlag.FINAL))
            .map(field -> field.fieldName().stringValue())
            .toList();
    return new Type(name, uses, members, variables);
  }

  private static String dotted(String internal) {
    return internal.replace('/', '.');
  }

  private static String member(MemberRefEntry member) {
    String name = dotted(member.owner().asInternalName()) + '.' + member.name().stringValue();
    return member instanceof FieldRefEntry
        ? name
        : name
            + MethodTypeDesc.ofDescriptor(member.type().stringValue()).parameterList().stream()
                .map(ClassFiles::typeName)
                .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String typeName(ClassDesc type) {
    return type.isArray()
        ? typeName(type.componentType()) + "[]"
        : type.packageName().isEmpty()
            ? type.displayName()
            : type.packageName() + '.' + type.displayName();
  }
}
