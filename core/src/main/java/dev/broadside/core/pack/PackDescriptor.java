package dev.broadside.core.pack;

import dev.broadside.core.load.Bounds;
import dev.broadside.core.pack.ParameterDescriptor.Marks;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.PatternMatcher;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What a pack says about itself, as data: enough to show a form and to check parameters without
/// loading any of its code.
///
/// Lies in the pack as `META-INF/broadside/pack.json`.
///
/// @param name the pack's name
/// @param classes its job classes
public record PackDescriptor(String name, String version, List<ClassDescriptor> classes) {
  /// The descriptor's place in a pack.
  public static final String ENTRY = "META-INF/broadside/pack.json";

  /// The folder of the libraries in a pack.
  public static final String LIBRARIES = "META-INF/broadside/lib/";

  public PackDescriptor {
    Bounds.name(name, "the pack's name");
    Bounds.name(version, "the pack's version");
    classes = List.copyOf(classes);
  }

  public Optional<ClassDescriptor> find(String jobClass) {
    return classes.stream().filter(one -> one.id().equals(jobClass)).findFirst();
  }

  /// One job class, as [JobDescription] has it.
  ///
  /// @param figures what else it counts and measures
  public record ClassDescriptor(
      String id,
      String title,
      String summary,
      List<ParameterDescriptor> parameters,
      List<String> operations,
      List<Figure> figures) {
    public ClassDescriptor {
      figures = List.copyOf(figures);
      Bounds.name(id, "the job class id");
      Bounds.text(title, Bounds.MAX_TEXT, "the title");
      Bounds.text(summary, Bounds.MAX_TEXT, "the summary");
      parameters = List.copyOf(parameters);
      operations = List.copyOf(operations);
    }

    public static ClassDescriptor of(JobDescription description) {
      return new ClassDescriptor(
          description.id(),
          description.title(),
          description.summary(),
          description.parameters().all().stream()
              .map(parameter -> ParameterDescriptor.of(parameter, description.parameters()))
              .toList(),
          description.operations(),
          description.figures());
    }

    /// The description again, for reading parameter texts.
    public JobDescription description() {
      List<Parameter<?>> all =
          parameters.stream().<Parameter<?>>map(ParameterDescriptor::parameter).toList();
      Parameters declared =
          new Parameters(all, named(Marks::perPhase), named(Marks::advanced), PatternMatcher.JDK);
      return new JobDescription(id, title, summary, declared, operations, figures);
    }

    private Set<String> named(Predicate<Marks> those) {
      return parameters.stream()
          .filter(one -> those.test(one.marks()))
          .map(ParameterDescriptor::name)
          .collect(Collectors.toSet());
    }
  }
}
