package dev.broadside.sql.recording;

import dev.broadside.kit.query.Quoting;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/// A recording in memory: its sessions in the order of their beginnings. Never changes.
///
/// @param sessions each with its statements in the order of the file
/// @param checksum of the texts, times and sessions
/// @param notPlain the first statements that change more than rows, as sentences; bounded
/// @param notPlainCount how many there are
public record Recording(
    List<Session> sessions, long checksum, List<String> notPlain, long notPlainCount) {
  /// A recording without sessions.
  public static final Recording NONE = new Recording(List.of(), 0, List.of(), 0);

  /// Statements that change rows of the database at most, or only the session.
  private static final Set<String> PLAIN =
      Set.of(
          ("select insert update delete replace merge with values table begin start commit rollback"
                  + " end abort savepoint release set show explain describe desc analyze declare fetch"
                  + " move close do prepare execute deallocate lock unlock help handler discard reset"
                  + " listen unlisten notify")
              .split(" "));

  private static final Pattern WIDE =
      Pattern.compile(
          "\\s*+set\\s++(?:global|persist\\w*+|@@global|@@persist).*", Pattern.CASE_INSENSITIVE);

  private static final long MOST_CHARACTERS = 128L << 20;
  private static final int MOST_STATEMENTS = 4_000_000;
  private static final int MOST_NAMED = 3;

  /// What one client did on one connection.
  ///
  /// @param sql the texts; equal ones are one object
  /// @param atMicros when each was sent, from the beginning of the recording
  /// @param tookMicros how long each took; below 0 if that is not known
  /// @param failed whether each failed
  // Read by one thread at a time, between two statements.
  @SuppressWarnings("ArrayRecordComponent")
  public record Session(String[] sql, long[] atMicros, long[] tookMicros, boolean[] failed) {
    public int size() {
      return sql.length;
    }

    private long endMicros() {
      return atMicros[size() - 1];
    }
  }

  /// Reads a file of lines of [RecordedStatement]s.
  ///
  /// @param quoting of the database that is to play it
  /// @throws ParseException if a line is no recorded statement, or if there are too many lines; its
  ///   message is a sentence about the file
  public static Recording read(Path file, Quoting quoting) throws IOException, ParseException {
    Map<String, List<RecordedStatement>> bySession = new LinkedHashMap<>();
    Map<String, String> texts = new HashMap<>();
    Set<String> wideTexts = new HashSet<>();
    List<String> notPlain = new ArrayList<>();
    CRC32 checksum = new CRC32();
    long characters = 0;
    long statements = 0;
    long wide = 0;
    try (InputStream in = Files.newInputStream(file);
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      LineReader lines = new LineReader(reader);
      LineReader.Line line = lines.next();
      for (long number = 1; line != LineReader.Line.NONE; number++) {
        String text = line == LineReader.Line.READ ? lines.text() : "";
        if (line == LineReader.Line.TOO_LONG) {
          throw new ParseException("line %,d is longer than 16 MiB".formatted(number), 0);
        }
        if (!text.isBlank()) {
          RecordedStatement one = read(text, number);
          checksum.update(text.getBytes(StandardCharsets.UTF_8));
          int before = texts.size();
          String sql = texts.computeIfAbsent(one.sql(), same -> same);
          characters += texts.size() > before ? sql.length() : 0;
          statements++;
          if (characters > MOST_CHARACTERS || statements > MOST_STATEMENTS) {
            throw new ParseException(
                "up to line %,d it has more statements than memory can keep".formatted(number), 0);
          }
          if (texts.size() > before && !plain(sql, quoting)) {
            wideTexts.add(sql);
          }
          if (wideTexts.contains(sql)) {
            wide++;
            if (notPlain.size() < MOST_NAMED) {
              notPlain.add("line %,d: %.60s".formatted(number, one.sql()));
            }
          }
          bySession
              .computeIfAbsent(one.session(), _ -> new ArrayList<>())
              .add(new RecordedStatement("", one.atMicros(), sql, one.tookMicros(), one.error()));
        }
        line = lines.next();
      }
    }
    return new Recording(sessions(bySession.values()), checksum.getValue(), notPlain, wide);
  }

  /// Whether it does no more than read and write rows as far as its words tell: no change of
  /// tables, users or settings of the server, no other database, and no second statement after it.
  static boolean plain(String sql, Quoting quoting) {
    return PLAIN.contains(quoting.verb(sql))
        && quoting.single(sql)
        && !WIDE.matcher(quoting.bare(sql)).lookingAt();
  }

  private static RecordedStatement read(String text, long number) throws ParseException {
    try {
      return RecordedStatement.read(text);
    } catch (ParseException e) {
      throw new ParseException(
          "line %,d is no statement of a recording: %s".formatted(number, e.getMessage()), 0);
    }
  }

  private static List<Session> sessions(Iterable<List<RecordedStatement>> all) {
    long first = Long.MAX_VALUE;
    for (List<RecordedStatement> one : all) {
      first = Math.min(first, one.getFirst().atMicros());
    }
    List<Session> sessions = new ArrayList<>();
    for (List<RecordedStatement> one : all) {
      sessions.add(session(one, first));
    }
    sessions.sort(Comparator.comparingLong(one -> one.atMicros[0]));
    return List.copyOf(sessions);
  }

  /// A clock that went back in the recording stands still here.
  private static Session session(List<RecordedStatement> statements, long originMicros) {
    int size = statements.size();
    Session session =
        new Session(new String[size], new long[size], new long[size], new boolean[size]);
    long at = 0;
    for (int i = 0; i < size; i++) {
      RecordedStatement one = statements.get(i);
      at = Math.max(at, one.atMicros() - originMicros);
      session.sql[i] = one.sql();
      session.atMicros[i] = at;
      session.tookMicros[i] = one.tookMicros().orElse(-1);
      session.failed[i] = one.error().isPresent();
    }
    return session;
  }

  public long statements() {
    return sessions.stream().mapToLong(Session::size).sum();
  }

  /// The most sessions that were open at once.
  public int atOnce() {
    PriorityQueue<Long> ends = new PriorityQueue<>();
    int most = 0;
    for (Session session : sessions) {
      ends.add(session.endMicros());
      while (ends.element() < session.atMicros[0]) {
        ends.remove();
      }
      most = Math.max(most, ends.size());
    }
    return most;
  }

  /// The recording in one line, the same for the same file.
  public String words() {
    long seconds = sessions.stream().mapToLong(Session::endMicros).max().orElse(0) / 1_000_000;
    return String.format(
        Locale.ROOT,
        "%,d statements in %,d sessions, at most %,d at once, over %,d s; checksum %08x",
        statements(),
        sessions.size(),
        atOnce(),
        seconds,
        checksum);
  }

  /// Why it may not be played without consent; empty if it may.
  public Optional<String> refused() {
    return notPlainCount == 0
        ? Optional.empty()
        : Optional.of(
            "%,d of its statements may change more than rows of this database, such as %s"
                .formatted(notPlainCount, String.join("; ", notPlain)));
  }
}
