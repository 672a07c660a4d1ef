package dev.broadside.core.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.introspect.AnnotatedConstructor;

/// Has Jackson make records by a call that is prepared once for each class. Its own way adapts the
/// constructor's handle anew for each object, which took a tenth of the CPU of a server that took
/// in the intervals of a thousand agents.
final class RecordMakers extends ValueInstantiators.Base {
  @Override
  public ValueInstantiator modifyValueInstantiator(
      DeserializationConfig config, BeanDescription.Supplier bean, ValueInstantiator usual) {
    return usual instanceof StdValueInstantiator standard
            && usual.getWithArgsCreator() instanceof AnnotatedConstructor creator
            && creator.getDeclaringClass().isRecord()
        ? new Maker(standard, creator.getAnnotated())
        : usual;
  }

  private static final class Maker extends StdValueInstantiator {
    /// From an array of the components to the record.
    private final MethodHandle make;

    Maker(StdValueInstantiator usual, Constructor<?> constructor) {
      super(usual);
      try {
        constructor.setAccessible(true);
        make =
            MethodHandles.lookup()
                .unreflectConstructor(constructor)
                .asSpreader(Object[].class, constructor.getParameterCount())
                .asType(MethodType.methodType(Object.class, Object[].class));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("a record of ours cannot be made", e);
      }
    }

    @Override
    public Object createFromObjectWith(DeserializationContext context, Object[] components) {
      try {
        return (Object) make.invokeExact(components);
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        return context.handleInstantiationProblem(
            getValueClass(), components, rewrapCtorProblem(context, e));
      }
    }
  }
}
