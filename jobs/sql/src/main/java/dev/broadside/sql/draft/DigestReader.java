package dev.broadside.sql.draft;

import dev.broadside.kit.monitor.AskedStatements;
import dev.broadside.sql.draft.Digest.Bind;
import dev.broadside.sql.draft.Digest.Meaning;
import dev.broadside.sql.draft.Digest.Reading;
import dev.broadside.sql.draft.Digest.Use;
import dev.broadside.sql.draft.Token.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Reads the text of a statement as a database keeps it: what its values stand for, and how many
/// there were where the text is shortened. No parser: it looks at the pieces beside each value, and
/// says [Meaning.Unknown] where they do not tell. For one statement.
final class DigestReader {
  /// What our own statements say.
  static final String OURS = "broadside_";

  private static final int LONGEST = 20_000;

  /// The values of a list in `IN`, of which the text tells only that there are several.
  private static final int IN_LIST = 3;

  private static final Set<String> CARRIED =
      Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "WITH", "(");

  /// Part of a load, and yet not to be had in a YAML job class.
  private static final Set<String> BEYOND =
      Set.of("CALL", "COPY", "LOAD", "DECLARE", "HANDLER", "EXEC", "DO");

  private static final Set<String> CHANGING =
      Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE");

  private static final Set<String> COMPARISONS =
      Set.of("=", "<", ">", "<=", ">=", "<>", "!=", "<=>");

  private static final Set<String> NO_ALIAS =
      Set.of(
          ("WHERE SET ON INNER LEFT RIGHT CROSS NATURAL JOIN FULL OUTER USING GROUP ORDER HAVING LIMIT"
                  + " UNION VALUES VALUE SELECT FOR USE FORCE IGNORE STRAIGHT_JOIN WINDOW OFFSET FETCH"
                  + " RETURNING DEFAULT PARTITION LOCK EXCEPT INTERSECT TABLESAMPLE AND OR WHEN")
              .split(" "));

  private static final Pattern SYSTEM =
      Pattern.compile(
          "(performance_schema|information_schema|mysql|sys|pg_catalog)\\..*|(sys\\.)?g?v_?\\$.*|pg_.*|dual");

  private final List<Token> tokens;
  private final boolean capitals;
  private final Function<String, List<String>> columnsOf;
  private final List<String> notes = new ArrayList<>();

  /// Tables by their names and aliases, in small letters.
  private final Map<String, String> tables = new LinkedHashMap<>();

  /// The columns that a row of an INSERT gives a value.
  private List<String> inserted = List.of();

  /// Where the values of an INSERT begin that has no rows; 0 of others.
  private int set;

  /// @param columnsOf the columns of a table, in order; none if there is no such table
  private DigestReader(
      List<Token> tokens, boolean capitals, Function<String, List<String>> columnsOf) {
    this.tokens = tokens;
    this.capitals = capitals;
    this.columnsOf = columnsOf;
  }

  /// Why a text cannot be carried over.
  private static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    Unreadable(String why) {
      super(why);
    }
  }

  /// How many digits of a second a function gives is left out of a digest, and takes no parameter.
  private static final Pattern PRECISION =
      Pattern.compile(
          "\\b(now|current_timestamp|sysdate|localtime|localtimestamp|utc_timestamp)"
              + "\\s*\\(\\s*\\?\\s*\\)",
          Pattern.CASE_INSENSITIVE);

  static Reading read(String text, AskedStatements view, Function<String, List<String>> columnsOf) {
    if (text.length() > LONGEST) {
      return new Reading.Refused("it is longer than %,d characters".formatted(LONGEST));
    }
    if (text.contains("${")) {
      return new Reading.Refused("a YAML job class would take its ${ for a parameter");
    }
    List<Token> tokens = Token.all(PRECISION.matcher(text).replaceAll("$1(6)"), view.value());
    if (tokens.isEmpty()) {
      return new Reading.Refused("the database had no room to keep these statements apart");
    }
    String first = tokens.getFirst().word();
    if (text.startsWith("<insufficient privilege>")) {
      return new Reading.Refused("another user's text may not be read: " + view.mend());
    }
    if (BEYOND.contains(first)) {
      return new Reading.Refused(first + " is no statement of a YAML job class");
    }
    if (!CARRIED.contains(first) || text.toLowerCase(Locale.ROOT).contains(OURS)) {
      return new Reading.Administrative();
    }
    try {
      return new DigestReader(tokens, view.capitals(), columnsOf).read();
    } catch (Unreadable e) {
      return new Reading.Refused("" + e.getMessage());
    }
  }

  private Reading read() throws Unreadable {
    refuse();
    findTables();
    if (tables.values().stream().allMatch(table -> SYSTEM.matcher(plain(table)).matches())) {
      return new Reading.Administrative();
    }
    findInserted();
    fillLists();
    Map<Integer, String> names = names();
    Map<String, Meaning> meanings = new LinkedHashMap<>();
    List<Token> pieces = new ArrayList<>(tokens);
    names.forEach((at, name) -> {
      Meaning meaning = meaning(at, names, meanings);
      if (meanings.getOrDefault(name, meaning) instanceof Meaning.Unknown) {
        meanings.put(name, meaning);
      }
      meanings.putIfAbsent(name, meaning);
      boolean negative = isNegative(at);
      pieces.set(at, new Token(Kind.VALUE, ":" + name, at(at).apart() || negative));
      if (negative) {
        pieces.set(at - 1, new Token(Kind.SIGN, "", false));
      }
    });
    if (IntStream.range(0, tokens.size())
        .anyMatch(i -> word(i).equals("DUPLICATE") || word(i).equals("CONFLICT"))) {
      notes.add("how often a row was there already is not known: each key is a new one");
    }
    List<Bind> binds =
        meanings.entrySet().stream().map(one -> new Bind(one.getKey(), one.getValue())).toList();
    List<String> distinct = tables.values().stream().distinct().toList();
    return new Reading.Good(new Digest(verb(), distinct, Token.join(pieces), binds, notes));
  }

  private void refuse() throws Unreadable {
    if (tokens.getLast().is(";")) {
      tokens.removeLast();
    }
    int last = tokens.size() - 1;
    if (tokens.get(last).kind() == Kind.DOTS && !word(last - 1).equals(",")) {
      throw new Unreadable("the database kept only the beginning of it");
    }
    for (int i = 0; i <= last; i++) {
      if (word(i).equals(";")) {
        throw new Unreadable("it is several statements in one");
      }
      if (word(i).equals("UNKNOWN") && word(i - 1).equals("(") && word(i + 1).equals(")")) {
        throw new Unreadable("the database did not keep a part of it");
      }
      if (word(i).equals("?") || (word(i).equals(":") && at(i + 1).kind() == Kind.WORD)) {
        throw new Unreadable(
            "JDBC or the YAML job class would take its " + word(i) + " for a value");
      }
    }
  }

  /// Nothing, where there is no such piece.
  private Token at(int i) {
    return i >= 0 && i < tokens.size() ? tokens.get(i) : new Token(Kind.LITERAL, "", false);
  }

  private String word(int i) {
    return at(i).word();
  }

  /// In a WITH, the first that changes something.
  private String verb() {
    String first = tokens.getFirst().word();
    return first.equals("WITH") || first.equals("(")
        ? tokens.stream().map(Token::word).filter(CHANGING::contains).findFirst().orElse("SELECT")
        : first;
  }

  // Tables

  private void findTables() {
    for (int i = 0; i < tokens.size(); i++) {
      boolean update =
          word(i).equals("UPDATE") && !Set.of("FOR", "KEY", "DO").contains(word(i - 1));
      if (update || Set.of("FROM", "JOIN", "INTO", "USING").contains(word(i))) {
        int next = word(i + 1).equals("ONLY") || word(i + 1).equals("LATERAL") ? i + 2 : i + 1;
        while (next > 0) {
          next = table(next);
        }
      }
    }
    // A name of a WITH is no table.
    for (int i = 0; i < tokens.size(); i++) {
      if (at(i).isName() && word(i + 1).equals("AS") && word(i + 2).equals("(")) {
        tables.remove(plain(at(i).text()));
      }
    }
  }

  /// Reads a table and its alias.
  ///
  /// @return where the next of a list begins; 0 at its end
  private int table(int at) {
    if (!at(at).isName() || NO_ALIAS.contains(word(at))) {
      return 0;
    }
    int end = at;
    lower(end);
    while (word(end + 1).equals(".") && at(end + 2).isName()) {
      end += 2;
      lower(end);
    }
    if (word(end + 1).equals("(") && !word(at - 1).equals("INTO")) {
      return 0;
    }
    String written = Token.join(tokens.subList(at, end + 1));
    tables.put(plain(at(end).text()), written);
    int alias = word(end + 1).equals("AS") ? end + 2 : end + 1;
    if (at(alias).isName() && !NO_ALIAS.contains(word(alias))) {
      tables.remove(plain(at(end).text()));
      tables.put(plain(at(alias).text()), written);
      end = alias;
    }
    return word(end + 1).equals(",") ? end + 2 : 0;
  }

  private void lower(int at) {
    if (capitals && at(at).kind() == Kind.WORD) {
      tokens.set(at, new Token(Kind.WORD, at(at).text().toLowerCase(Locale.ROOT), at(at).apart()));
    }
  }

  /// Without quotes, in small letters.
  private static String plain(String name) {
    return name.replaceAll("[`\"]", "").toLowerCase(Locale.ROOT);
  }

  private void findInserted() {
    if (!Set.of("INSERT", "REPLACE").contains(verb())) {
      return;
    }
    int at = 0;
    while (at < tokens.size() && !Set.of("VALUES", "VALUE", "SELECT", "SET").contains(word(at))) {
      at++;
    }
    if (word(at).equals("SET")) {
      set = at;
      inserted =
          IntStream.range(at, tokens.size())
              .filter(i -> word(i + 1).equals("=") && at(i).isName())
              .mapToObj(i -> at(i).name())
              .toList();
      return;
    }
    int open = word(at - 1).equals(")") ? enclosing(at - 1) : at;
    inserted =
        open < at
            ? tokens.subList(open, at).stream().filter(Token::isName).map(Token::name).toList()
            : columnsOf.apply(tables.values().iterator().next());
  }

  // Lists that the text shortens

  private void fillLists() throws Unreadable {
    for (int i = 0; i < tokens.size(); i++) {
      if (at(i).kind() == Kind.DOTS) {
        boolean begun = word(i - 1).equals(",") && at(i - 2).kind() == Kind.VALUE;
        int from = begun ? i - 2 : i;
        int count = count(from);
        boolean apart = at(from).apart();
        tokens.subList(from, i + 1).clear();
        insertValues(from, count, apart);
        i = from;
      } else if (at(i).kind() == Kind.MORE) {
        tokens.remove(i);
        if (at(i - 1).kind() == Kind.VALUE) {
          tokens.add(i, new Token(Kind.SIGN, ",", false));
          insertValues(i + 1, IN_LIST - 1, true);
          notes.add("the length of a list is not known, and is taken for " + IN_LIST);
        } else {
          notes.add("how many rows or lists came at once is not known, and is taken for one");
        }
        i--;
      }
    }
  }

  private void insertValues(int at, int count, boolean apart) {
    for (int n = 0; n < count; n++) {
      if (n > 0) {
        tokens.add(at + 2 * n - 1, new Token(Kind.SIGN, ",", false));
      }
      tokens.add(at + 2 * n, new Token(Kind.VALUE, "?", n > 0 || apart));
    }
  }

  /// How many values three dots stand for.
  private int count(int at) throws Unreadable {
    int open = enclosing(at);
    if (open >= 0 && isRow(open)) {
      return rest(open);
    }
    if (open >= 0 && word(open - 1).equals("IN")) {
      notes.add("the length of a list is not known, and is taken for " + IN_LIST);
      return IN_LIST;
    }
    if (!word(at - 1).equals("LIMIT")) {
      notes.add("a list of values is shortened, and is taken for two");
    }
    return 2;
  }

  /// How many columns of a row have no value of their own in its text.
  private int rest(int open) throws Unreadable {
    List<Integer> items = items(open);
    List<Integer> dots = items.stream().filter(i -> at(i).kind() == Kind.DOTS).toList();
    int dot = dots.size() == 1 ? dots.getFirst() : -1;
    int own = items.size() - (at(dot - 2).kind() == Kind.VALUE ? 2 : 1);
    int rest = inserted.size() - own;
    if (dot < 0 || rest < 1) {
      throw new Unreadable(
          "the values of a row are shortened, and nothing tells how many they were");
    }
    return rest;
  }

  // Brackets

  /// The bracket that is open at a place; -1 if none is.
  private int enclosing(int at) {
    int depth = 0;
    for (int i = at - 1; i >= 0; i--) {
      depth += word(i).equals(")") ? 1 : word(i).equals("(") ? -1 : 0;
      if (depth < 0) {
        return i;
      }
    }
    return -1;
  }

  /// Where the parts of a bracket begin that commas separate.
  private List<Integer> items(int open) {
    List<Integer> items = new ArrayList<>(List.of(open + 1));
    int depth = 0;
    for (int i = open + 1; i < tokens.size() && depth >= 0; i++) {
      depth += word(i).equals("(") ? 1 : word(i).equals(")") ? -1 : 0;
      if (depth == 0 && word(i).equals(",")) {
        items.add(i + 1);
      }
    }
    return items;
  }

  /// Whether a bracket opens a row of an INSERT.
  private boolean isRow(int open) {
    if (word(open - 1).equals(",") && word(open - 2).equals(")")) {
      return isRow(enclosing(open - 2));
    }
    return Set.of("INSERT", "REPLACE").contains(verb())
        && Set.of("VALUES", "VALUE").contains(word(open - 1));
  }

  // Values

  /// The names of values by their places; the same numbered value has the same name everywhere.
  private Map<Integer, String> names() {
    Map<Integer, String> names = new LinkedHashMap<>();
    Map<String, String> numbered = new HashMap<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (at(i).kind() == Kind.VALUE) {
        String text = at(i).text();
        String fresh = "p" + (names.values().stream().distinct().count() + 1);
        names.put(i, text.equals("?") ? fresh : numbered.computeIfAbsent(text, _ -> fresh));
      }
    }
    return names;
  }

  /// Whether a minus stands before it, since it was below 0.
  private boolean isNegative(int at) {
    return word(at - 1).equals("-") && COMPARISONS.contains(word(at - 2));
  }

  private Meaning meaning(int at, Map<Integer, String> names, Map<String, Meaning> before) {
    int left = at - 1;
    if (isNegative(at)) {
      left--;
    }
    String word = word(left);
    if (COMPARISONS.contains(word)) {
      Use use =
          assigns(left) ? new Use.Inserted(set > 0 ? inserted : List.of()) : new Use.Compared();
      Meaning column = compared(left - 1, use);
      return word.startsWith("<") ? upper(column, before) : column;
    }
    if (Set.of("LIKE", "ILIKE").contains(word)) {
      return compared(notBefore(left - 1), new Use.Pattern());
    }
    if (word.equals("BETWEEN")) {
      return compared(notBefore(left - 1), new Use.Compared());
    }
    if (word.equals("AND") && word(left - 2).equals("BETWEEN")) {
      String low = names.getOrDefault(left - 1, "");
      return compared(notBefore(left - 3), new Use.EndOfRange(low));
    }
    boolean fetch = Set.of("FIRST", "NEXT").contains(word) && word(left - 1).equals("FETCH");
    if (word.equals("LIMIT") || fetch || (word.equals(",") && word(left - 2).equals("LIMIT"))) {
      return word.equals("LIMIT") && word(at + 1).equals(",")
          ? offset()
          : new Meaning.Count(10, "LIMIT");
    }
    if (word.equals("OFFSET")) {
      return offset();
    }
    return beside(at, left);
  }

  private static Meaning offset() {
    return new Meaning.Count(0, "OFFSET");
  }

  /// Whether an equals sign sets a column, and compares nothing.
  private boolean assigns(int equals) {
    for (int i = equals - 1; i >= 0; i--) {
      if (Set.of("WHERE", "ON", "HAVING", "SELECT").contains(word(i))) {
        return false;
      }
      if (word(i).equals("SET") || (word(i).equals("UPDATE") && word(i - 1).equals("KEY"))) {
        return true;
      }
    }
    return false;
  }

  /// A value of a list or a row, or one before the column that it is compared with.
  private Meaning beside(int at, int left) {
    int right = at + 1;
    while (word(right).equals("::")) {
      right += 2;
    }
    boolean alone = Set.of("(", ",").contains(word(left)) && word(right).matches("[,)]");
    int open = enclosing(at);
    if (alone && open >= 0 && isRow(open)) {
      int column = items(open).indexOf(at);
      if (column >= 0 && column < inserted.size()) {
        return new Meaning.OfColumn(
            List.of(tables.values().iterator().next()),
            inserted.get(column),
            new Use.Inserted(inserted));
      }
    } else if (alone && open >= 0 && word(open - 1).equals("IN")) {
      return compared(notBefore(open - 2), new Use.Compared());
    } else if (COMPARISONS.contains(word(right)) && at(right + 1).isName()) {
      int end = right + 1;
      while (word(end + 1).equals(".") && at(end + 2).isName()) {
        end += 2;
      }
      return word(end + 1).equals("(") ? unknown(at) : compared(end, new Use.Compared());
    }
    return unknown(at);
  }

  private Meaning unknown(int at) {
    return new Meaning.Unknown(Token.join(tokens.subList(Math.max(0, at - 4), at)).strip());
  }

  private int notBefore(int at) {
    return word(at).equals("NOT") ? at - 1 : at;
  }

  /// The column whose name ends at a place.
  private Meaning compared(int at, Use use) {
    int end = at;
    while (word(end - 1).equals("::")) {
      end -= 2;
    }
    if (!at(end).isName()) {
      return unknown(at + 2);
    }
    String column = at(end).name();
    List<String> all = tables.values().stream().distinct().toList();
    String qualifier = word(end - 1).equals(".") ? plain(at(end - 2).text()) : "";
    return new Meaning.OfColumn(
        tables.containsKey(qualifier) ? List.of(tables.get(qualifier)) : all, column, use);
  }

  /// The upper end of a range whose lower end stands before it.
  private Meaning upper(Meaning meaning, Map<String, Meaning> before) {
    if (meaning instanceof Meaning.OfColumn(List<String> of, String column, Use _)) {
      Meaning low = new Meaning.OfColumn(of, column, new Use.Compared());
      for (Map.Entry<String, Meaning> one : before.entrySet()) {
        if (one.getValue().equals(low)) {
          return new Meaning.OfColumn(of, column, new Use.EndOfRange(one.getKey()));
        }
      }
    }
    return meaning;
  }
}
