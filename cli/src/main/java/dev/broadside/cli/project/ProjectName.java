package dev.broadside.cli.project;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.SourceVersion;

/// What a new project, its job class, its Java class and its package are called.
///
/// @param text as the user gave it, such as `money-transfer`
public record ProjectName(String text) {
  private static final int MOST_CHARACTERS = 40;

  /// What the class imports under the same name.
  private static final Set<String> IMPORTED =
      Set.of(
          "Amount",
          "Check",
          "Facts",
          "Figure",
          "Files",
          "Iteration",
          "Move",
          "Parameter",
          "Parameters",
          "Path",
          "Read",
          "Rollback",
          "Totals",
          "Transaction",
          "Verification",
          "Write");

  /// Why a project cannot be called so; empty if it can.
  ///
  /// @param bundled ids of the job classes that come with Broadside
  public Optional<Problem> problem(List<String> bundled) {
    String where = "NAME \"" + PlainText.line(text, MOST_CHARACTERS) + '"';
    if (!text.matches("[a-z][a-z0-9]*([-_][a-z0-9]+)*") || text.length() > MOST_CHARACTERS) {
      return Optional.of(
          Problem.wrong(
              where,
              "it is no name for a job class",
              "give small letters, digits and single dashes, a letter first, at most "
                  + MOST_CHARACTERS));
    }
    if (bundled.contains(text)) {
      return Optional.of(
          Problem.wrong(where, "a job class that comes with Broadside has it", "give another one"));
    }
    if (SourceVersion.isKeyword(packageName())
        || IMPORTED.contains(className())
        || isJavaLang(className())) {
      return Optional.of(
          Problem.wrong(where, "Java or the kit means something else by it", "give another one"));
    }
    return Optional.empty();
  }

  private static boolean isJavaLang(String name) {
    try {
      Class.forName("java.lang." + name, false, null);
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }

  private List<String> words() {
    return List.of(text.split("[-_]"));
  }

  /// Such as `MoneyTransfer`.
  String className() {
    return words().stream().map(ProjectName::capital).collect(Collectors.joining());
  }

  /// Such as `moneytransfer`.
  String packageName() {
    return String.join("", words());
  }

  /// Such as `money_transfer`, and short enough for what follows it.
  String tableName() {
    String name = String.join("_", words());
    return name.substring(0, Math.min(20, name.length())).replaceAll("_$", "");
  }

  /// Such as `Money transfer`.
  String title() {
    return capital(Arrays.stream(text.split("[-_]")).collect(Collectors.joining(" ")));
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
