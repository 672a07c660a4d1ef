package dev.broadside.jobs.replay;

import dev.broadside.kit.monitor.StatementText;
import dev.broadside.kit.rehearsal.NamedSql;
import dev.broadside.sql.recording.Recording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The operations under which recorded statements are counted: those that are most often asked,
/// apart from their values, each under a number, and all others together. Never changes.
final class Statements {
  static final int CONNECT = 0;
  static final int FAILED_AS_RECORDED = 1;
  private static final int OTHER = 2;
  private static final int FIRST = 3;
  private static final int MOST = 30;

  /// Longer ones are not rehearsed.
  private static final int LONGEST = 10_000;

  static final List<String> OPERATIONS =
      Stream.concat(
              Stream.of("connect", "failed as recorded", "other"),
              IntStream.rangeClosed(1, MOST).mapToObj(number -> "statement " + number))
          .toList();

  /// The key is the string object itself, since equal texts are one object.
  private final Map<String, Integer> operations = new IdentityHashMap<>();

  private final List<Form> frequent;

  /// Statements that differ in their values only.
  private static final class Form {
    private final String example;
    private long count;
    private boolean failed;

    Form(String example) {
      this.example = example;
    }

    boolean rehearsed() {
      return !failed
          && example.length() <= LONGEST
          && example.strip().matches("(?is)(select|insert|update|delete)\\b.*");
    }
  }

  private Statements(List<Form> frequent) {
    this.frequent = frequent;
  }

  static Statements of(Recording recording) {
    Map<String, Form> forms = new LinkedHashMap<>();
    Map<String, Form> byText = new IdentityHashMap<>();
    for (Recording.Session session : recording.sessions()) {
      for (int i = 0; i < session.size(); i++) {
        Form form =
            byText.computeIfAbsent(
                session.sql()[i],
                sql -> forms.computeIfAbsent(StatementText.form(sql), _ -> new Form(sql)));
        form.count++;
        form.failed |= session.failed()[i];
      }
    }
    List<Form> frequent = new ArrayList<>(forms.values());
    frequent.sort(Comparator.comparingLong(form -> -form.count));
    Statements statements =
        new Statements(List.copyOf(frequent.subList(0, Math.min(MOST, frequent.size()))));
    Map<Form, Integer> numbers = new IdentityHashMap<>();
    statements.frequent.forEach(form -> numbers.put(form, FIRST + numbers.size()));
    byText.forEach(
        (sql, form) -> statements.operations.put(sql, numbers.getOrDefault(form, OTHER)));
    return statements;
  }

  /// @param sql a text of the recording, as it is there
  int operation(String sql) {
    return operations.getOrDefault(sql, OTHER);
  }

  /// What the database is to parse before the load.
  List<NamedSql> rehearsed() {
    return named(frequent.stream().map(form -> form.rehearsed() ? form.example : "").toList());
  }

  /// What readers see: the literal texts may be anybody's secrets.
  List<NamedSql> shown() {
    return named(frequent.stream().map(form -> StatementText.shown(form.example)).toList());
  }

  private static List<NamedSql> named(List<String> texts) {
    return IntStream.range(0, texts.size())
        .filter(i -> !texts.get(i).isEmpty())
        .mapToObj(i -> new NamedSql(OPERATIONS.get(FIRST + i), texts.get(i)))
        .toList();
  }
}
