package dev.broadside.testkit;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Looks for state that the threads of a job class share and could change under each other: an
/// object that two of them reach, of the author's own classes, with a field that is not final; an
/// array or a collection that can be changed; a static field that is not final.
///
/// What the JDK and others keep inside is not looked into.
final class SharedState {
  private final String author;
  private final Set<String> found = new TreeSet<>();

  private SharedState(Class<?> jobClass) {
    this.author = jobClass.getPackageName();
  }

  /// One sentence for each finding.
  ///
  /// @param threads what each thread has
  static List<String> of(Class<?> jobClass, List<? extends Object> threads) {
    SharedState looked = new SharedState(jobClass);
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Object thread : threads) {
      Set<Object> reached = looked.reachedFrom(thread);
      reached.stream().filter(known::contains).forEach(looked::judge);
      known.addAll(reached);
    }
    known.forEach(object -> looked.judgeStatics(object.getClass()));
    return List.copyOf(looked.found);
  }

  private Set<Object> reachedFrom(Object thread) {
    Set<Object> reached = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> left = new ArrayDeque<>(List.of(thread));
    while (!left.isEmpty()) {
      Object object = left.pop();
      if (reached.add(object)) {
        partsOf(object).forEach(left::push);
      }
    }
    return reached;
  }

  private static List<Object> partsOf(Object object) {
    return switch (object) {
      case Optional<?> one -> new ArrayList<>(one.stream().toList());
      case Collection<?> many -> partsOf(many);
      case Map<?, ?> map -> partsOf(map.values());
      case Object[] array -> partsOf(java.util.Arrays.asList(array));
      default -> looksInto(object.getClass()) ? fieldsOf(object) : List.of();
    };
  }

  private static List<Object> partsOf(Collection<?> many) {
    List<Object> parts = new ArrayList<>();
    many.stream().filter(java.util.Objects::nonNull).forEach(parts::add);
    return parts;
  }

  private static boolean looksInto(Class<?> type) {
    return type.getModule() == SharedState.class.getModule()
        && !type.getPackageName().equals(SharedState.class.getPackageName())
        && !type.isHidden()
        && !Enum.class.isAssignableFrom(type)
        && !java.lang.reflect.Proxy.isProxyClass(type)
        && !type.isArray();
  }

  private static List<Object> fieldsOf(Object object) {
    List<Object> values = new ArrayList<>();
    for (Class<?> type = object.getClass(); looksInto(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          read(field, object).ifPresent(values::add);
        }
      }
    }
    return values;
  }

  private static Optional<Object> read(Field field, Object object) {
    try {
      field.setAccessible(true);
      return Optional.ofNullable(field.get(object));
    } catch (IllegalAccessException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /// An object that two threads have.
  private void judge(Object object) {
    for (Class<?> type = object.getClass(); isAuthors(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          judge(field, read(field, object), "two threads have the same " + type.getSimpleName());
        }
      }
    }
  }

  private void judgeStatics(Class<?> type) {
    if (isAuthors(type)) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          judge(field, read(field, type), type.getSimpleName() + " is one for all threads");
        }
      }
    }
  }

  private void judge(Field field, Optional<Object> value, String why) {
    if (!Modifier.isFinal(field.getModifiers())) {
      found.add(why + ", and its " + field.getName() + " is not final");
    } else if (value.filter(SharedState::changeable).isPresent()) {
      found.add(why + ", and its " + field.getName() + " can be changed");
    }
  }

  private boolean isAuthors(Class<?> type) {
    return looksInto(type) && type.getPackageName().startsWith(author);
  }

  private static boolean changeable(Object value) {
    return switch (value) {
      case Collection<?> many -> !isOfTheImmutable(many);
      case Map<?, ?> map -> !isOfTheImmutable(map);
      default -> value.getClass().isArray() && Array.getLength(value) > 0;
    };
  }

  private static boolean isOfTheImmutable(Object container) {
    String type = container.getClass().getName();
    return type.startsWith("java.util.ImmutableCollections")
        || type.startsWith("java.util.Collections$Unmodifiable")
        || type.startsWith("java.util.Collections$Empty");
  }
}
