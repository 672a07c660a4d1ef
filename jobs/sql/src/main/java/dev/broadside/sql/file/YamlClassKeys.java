package dev.broadside.sql.file;

import dev.broadside.sql.file.Shape.Either;
import dev.broadside.sql.file.Shape.Fields;
import dev.broadside.sql.file.Shape.Key;
import dev.broadside.sql.file.Shape.ListOf;
import dev.broadside.sql.file.Shape.MapOf;
import dev.broadside.sql.file.Shape.Named;
import dev.broadside.sql.file.Shape.Scalar;
import dev.broadside.sql.file.Shape.Variants;
import dev.broadside.sql.file.Shape.Words;
import java.util.List;

/// Every key of a YAML job class, declared once: the reader refuses others, and the JSON Schema for
/// editors is made of it.
final class YamlClassKeys {
  private static final Scalar TEXT = new Scalar("a text", "string", "");

  /// A text that people read, as long as the longest in a descriptor.
  private static final Scalar SHOWN =
      new Scalar("a text of at most 4,096 characters", "string", "[\\s\\S]{0,4096}");

  private static final Scalar ID =
      new Scalar(
          "a small letter, then small letters, digits, _ and -", "string", "[a-z][a-z0-9_-]{0,63}");
  private static final Scalar NAME =
      new Scalar("a letter, then letters, digits and _", "string", "[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Scalar NUMBER = new Scalar("a whole number", "integer", "\\d[\\d_]{0,17}");
  private static final Scalar FLAG = new Scalar("true or false", "boolean", "true|false");
  private static final Scalar VALUE = new Scalar("a value", "any", "");
  private static final Scalar EXPRESSION = new Scalar("an expression", "any", "");
  private static final Scalar RANGE =
      new Scalar(
          "a number of rows such as 1, 0..1 or 1..", "any", "\\d{1,15}(\\.\\.(\\d{1,15})?)?");
  private static final Words RETRY = new Words(List.of("same", "new", "never"));

  private static final Shape SQL =
      new Either(
          List.of(
              TEXT,
              new Fields(
                  "a statement of several databases",
                  List.of(
                      Key.of("default", TEXT, "The text for all databases that are not named."),
                      Key.of("mysql", TEXT, "The text for MySQL, and for MariaDB if it has none."),
                      Key.of("mariadb", TEXT, "The text for MariaDB."),
                      Key.of("postgresql", TEXT, "The text for PostgreSQL."),
                      Key.of("oracle", TEXT, "The text for Oracle."),
                      Key.of("h2", TEXT, "The text for H2.")))));

  /// Where a text of one database may be the word nothing.
  private static final String OR_NOTHING = " A database with the text nothing is left out.";

  private static final Shape RETRIES =
      new Either(
          List.of(
              RETRY,
              new Fields(
                  "retries by class of error",
                  List.of(
                      Key.of("deadlock", RETRY, "A victim of a deadlock."),
                      Key.of("lock-wait", RETRY, "A lock was not granted in time."),
                      Key.of("serialization", RETRY, "Transactions cannot be serialized."),
                      Key.of("snapshot-too-old", RETRY, "The snapshot is no longer kept."),
                      Key.of("constraint", RETRY, "A constraint was violated, such as a key."),
                      Key.of("timeout", RETRY, "The statement ran too long."),
                      Key.of("resource-exhausted", RETRY, "No space, no memory, no connection."),
                      Key.of("other", RETRY, "None of the known classes.")))));

  private static final Shape PARAMETER =
      new Either(
          List.of(
              VALUE,
              new Fields(
                  "a parameter",
                  List.of(
                      Key.required(
                          "type",
                          new Words(List.of("whole", "decimal", "text", "flag", "choice", "span")),
                          "What its values are; a span is a length of time."),
                      Key.of("help", SHOWN, "One sentence for the user."),
                      Key.of("default", VALUE, "Its value if the user gives none."),
                      Key.of("between", new ListOf(VALUE), "Lowest and highest value."),
                      Key.of(
                          "choices",
                          new MapOf("a choice", SHOWN),
                          "The words of a choice, and what each means."),
                      Key.of("matching", TEXT, "A regular expression for a text."),
                      Key.of(
                          "per-phase",
                          FLAG,
                          "Whether each phase of a run may have another value.")))));

  private static final Shape TABLE =
      new Fields(
          "a table",
          List.of(
              Key.required("create", SQL, "The statement that creates it."),
              Key.of("name", TEXT, "Its name in the database; otherwise that of the key."),
              Key.of(
                  "copies",
                  EXPRESSION,
                  "How many tables there are that are alike; ${copy} is the number of each, and"
                      + " NAME{n} in a statement is the one with the number n."),
              Key.of("rows", EXPRESSION, "How many rows are loaded."),
              Key.of(
                  "columns",
                  new MapOf("a column", EXPRESSION),
                  "The value of each column; row is the number of the row, from 1."),
              Key.of(
                  "indexes",
                  new MapOf("an index", TEXT),
                  "Indexes by name, with their columns; built after the load.")));

  private static final Shape STATEMENT =
      new Either(
          List.of(
              TEXT,
              new Fields(
                  "a statement",
                  List.of(
                      Key.required("sql", SQL, "Its text; :name is a value." + OR_NOTHING),
                      Key.of(
                          "with", new MapOf("a value", EXPRESSION), "Values set right before it."),
                      Key.of(
                          "batch",
                          EXPRESSION,
                          "How many rows it writes at once, each with new values."),
                      Key.of(
                          "into",
                          new Either(List.of(NAME, new ListOf(NAME))),
                          "Values that the columns of the first row are put into, in order."),
                      Key.of("rows", RANGE, "How many rows it must read or write."),
                      Key.of("first", NUMBER, "Only the first rows of the query."),
                      Key.of("at-most", NUMBER, "Rows that a loop takes. Default: 1000.")))));

  private static final Named STEPS = new Named("steps", YamlClassKeys::steps);

  private static final Shape TRANSACTION =
      new Fields(
          "a transaction",
          List.of(
              Key.required("do", STEPS, "Its steps."),
              Key.of(
                  "weight", EXPRESSION, "How often it is drawn, against the others. Default: 1."),
              Key.of(
                  "rehearse",
                  FLAG,
                  "Whether it is done once before the load and rolled back. Default: true."),
              Key.of("retry", RETRIES, "Whether its failures are repeated.")));

  private static final Shape CHECK =
      new Fields(
          "a check",
          List.of(
              Key.required("query", SQL, "Gives the number to be checked."),
              Key.of("equals", EXPRESSION, "What it must be."),
              Key.of("within", EXPRESSION, "How far it may be off. Default: 0."),
              Key.of("between", new ListOf(EXPRESSION), "The lowest and the highest it may be."),
              Key.of(
                  "balance",
                  new Fields(
                      "a balance of rows",
                      List.of(
                          Key.required("before", EXPRESSION, "How many rows there were."),
                          Key.of(
                              "inserts",
                              new Either(List.of(NAME, new ListOf(NAME))),
                              "Statements that insert one row."),
                          Key.of(
                              "deletes",
                              new Either(List.of(NAME, new ListOf(NAME))),
                              "Statements that delete one row."))),
                  "Rows before, more what was inserted, less what was deleted."),
              Key.of("decides", FLAG, "Whether the verdict depends on it. Default: true.")));

  static final Fields FILE =
      new Fields(
          "a YAML job class",
          List.of(
              Key.required("job-class", ID, "Its id, as on the command line."),
              Key.of("title", SHOWN, "A few words for lists."),
              Key.of("summary", SHOWN, "What it does, in one to three sentences."),
              Key.of("version", TEXT, "Version of the pack that is made of it. Default: 1."),
              Key.of(
                  "parameters",
                  new MapOf("a parameter", PARAMETER),
                  "What the user may choose; a value alone is a default."),
              Key.of(
                  "constants",
                  new MapOf("a constant", EXPRESSION),
                  "Values computed once, from parameters and from each other."),
              Key.of(
                  "fragments",
                  new MapOf(
                      "a fragment",
                      new Fields(
                          "a fragment",
                          List.of(
                              Key.required("text", TEXT, "The text that is repeated."),
                              Key.required("repeat", EXPRESSION, "How many times."),
                              Key.of("as", NAME, "The number of the round, from 1."),
                              Key.of(
                                  "with",
                                  new MapOf("a value", EXPRESSION),
                                  "Values that the text names, worked out in each round."),
                              Key.of("between", TEXT, "Stands between two. Default: a comma.")))),
                  "Texts that are repeated where a statement has their name, as in ${name}."),
              Key.of(
                  "retry",
                  RETRIES,
                  "Whether failures are repeated; the default of the parameter retry."),
              Key.of(
                  "isolation",
                  new Words(
                      List.of(
                          "default",
                          "read-uncommitted",
                          "read-committed",
                          "repeatable-read",
                          "serializable")),
                  "The default of the parameter isolation."),
              Key.of(
                  "auto-commit",
                  EXPRESSION,
                  "Whether each statement commits itself. Default: false."),
              Key.of(
                  "setup",
                  new ListOf(SQL),
                  "Statements run once, before the tables are made." + OR_NOTHING),
              Key.of("tables", new MapOf("a table", TABLE), "Tables to be made and loaded."),
              Key.of(
                  "after-load",
                  new ListOf(SQL),
                  "Statements run once, when tables are loaded." + OR_NOTHING),
              Key.of(
                  "cleanup",
                  new ListOf(SQL),
                  "Statements run before the tables are dropped." + OR_NOTHING),
              Key.of(
                  "before",
                  new MapOf("a value", SQL),
                  "Queries asked before the run; each name stands for the answer."),
              Key.of(
                  "samples",
                  new MapOf(
                      "a sample",
                      new Fields(
                          "a sample",
                          List.of(
                              Key.required("query", SQL, "Its first column is drawn from."),
                              Key.of("at-most", NUMBER, "Rows that are kept. Default: 10000.")))),
                  "Values of columns, read before the run."),
              Key.of(
                  "feeds",
                  new MapOf(
                      "a feed",
                      new Fields(
                          "a feed",
                          List.of(
                              Key.of("file", TEXT, "A CSV file, beside this one."),
                              Key.of(
                                  "query",
                                  SQL,
                                  "Gives the rows instead, in an order that is always the same."),
                              Key.of("at-most", NUMBER, "Rows of the query. Default: 1000000."),
                              Key.of(
                                  "order",
                                  new Words(List.of("once", "round", "random")),
                                  "Each row once over all agents, after which the load ends; round"
                                      + " and round; or any row. Default: once."),
                              Key.of(
                                  "columns",
                                  new ListOf(NAME),
                                  "Names of its columns: of a query, or of a file whose first line"
                                      + " has none.")))),
                  "Rows of files and queries, which the threads share."),
              Key.of(
                  "queues",
                  new MapOf(
                      "a queue",
                      new Fields(
                          "a queue",
                          List.of(
                              Key.required("columns", new ListOf(NAME), "What a row has."),
                              Key.of(
                                  "query",
                                  SQL,
                                  "The rows that a thread begins with, oldest first."),
                              Key.of("at-most", NUMBER, "Rows that are read. Default: 100000.")))),
                  "Rows that a thread owns, taken oldest first."),
              Key.of(
                  "figures",
                  new MapOf(
                      "a figure",
                      new Fields(
                          "a figure",
                          List.of(
                              Key.required(
                                  "kind",
                                  new Words(
                                      List.of(
                                          "count",
                                          "sum",
                                          "distribution",
                                          "duration",
                                          "last",
                                          "mean",
                                          "worst")),
                                  "How its values add up; a duration is in nanoseconds. The last"
                                      + " three are of gauges."),
                              Key.of(
                                  "query",
                                  SQL,
                                  "Makes it a gauge: the number that the database is asked for"
                                      + " whenever an interval ends."),
                              Key.of(
                                  "per",
                                  NUMBER,
                                  "The gauge is the growth of the number in this many seconds."),
                              Key.of("unit", TEXT, "What it is counted in."),
                              Key.of("label", TEXT, "A few words for tables and charts."),
                              Key.of(
                                  "help", SHOWN, "One sentence for a reader who does not know it."),
                              Key.of("every-attempt", FLAG, "Whether failed attempts count.")))),
                  "What else is counted."),
              Key.of(
                  "statements", new MapOf("a statement", STATEMENT), "Statements; each is timed."),
              Key.of("open", STEPS, "What a thread does on each new connection."),
              Key.required(
                  "transactions",
                  new MapOf("a transaction", TRANSACTION),
                  "The kinds of transactions; an iteration does one."),
              Key.of("checks", new MapOf("a check", CHECK), "What must hold after the run.")));

  private YamlClassKeys() {}

  private static Shape steps() {
    Variants kinds = new Variants("a step", stepKinds());
    Shape step = new Either(List.of(NAME, kinds));
    return new Either(List.of(NAME, new ListOf(step), kinds));
  }

  private static List<Fields> stepKinds() {
    Key then = Key.of("then", STEPS, "Steps if it is true.");
    Key body = Key.required("do", STEPS, "Steps of each round.");
    Key most = Key.of("at-most", NUMBER, "Rounds at most. Default: 1000.");
    return List.of(
        step(Key.required("set", new MapOf("a value", EXPRESSION), "Sets values, in order.")),
        step(Key.required("run", NAME, "Executes a statement.")),
        step(
            Key.required("if", EXPRESSION, "A condition."),
            then,
            Key.of("else", STEPS, "Steps if it is not.")),
        step(Key.required("while", EXPRESSION, "Goes on as long as this is true."), body, most),
        step(
            Key.required("repeat", EXPRESSION, "How many rounds."),
            Key.of("as", NAME, "The number of the round, from 1."),
            body,
            most),
        step(Key.required("each", NAME, "A query: a round for each of its rows."), body),
        step(Key.required("think", EXPRESSION, "Waits this many milliseconds.")),
        step(
            Key.required(
                "pause-after",
                EXPRESSION,
                "Waits this many milliseconds after the transaction, outside its time.")),
        step(Key.required("add", new MapOf("a figure", EXPRESSION), "Adds to figures.")),
        step(Key.required("next", NAME, "Takes the next row of a feed.")),
        step(
            Key.required("take", NAME, "Takes the oldest row of a queue."),
            Key.required("into", new ListOf(NAME), "Values that it is put into.")),
        step(
            Key.required("put", NAME, "Puts a row into a queue."),
            Key.required("values", new ListOf(EXPRESSION), "Its values, in order.")),
        step(
            Key.required("count", NAME, "Counts the rows of a queue."),
            Key.required("into", NAME, "The value that is set to the number.")),
        step(Key.required("fail", TEXT, "Ends the iteration as failed, with this message.")));
  }

  private static Fields step(Key... keys) {
    return new Fields("the step " + keys[0].name(), List.of(keys));
  }
}
