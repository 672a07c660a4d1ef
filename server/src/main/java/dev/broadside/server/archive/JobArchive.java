package dev.broadside.server.archive;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.ResultSeal;
import dev.broadside.core.wire.RecordDigest;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.security.Tokens;
import dev.broadside.server.store.NotebookTable;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.base.DamagedException;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.JobStore;
import dev.broadside.server.store.row.Attachment;
import dev.broadside.server.store.row.Comment;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Exports a job with its records and results as a file, and imports it; the result is the same to
/// the byte.
///
/// The file is compressed (gzip) lines of JSON: the first has its format and the job, each further
/// one is a row of a table of the store, the last has their number. It has no secrets. Safe for use
/// by several threads, which may block on the store.
public final class JobArchive {
  private static final String TYPE = "broadside-job";
  private static final String END = "end";
  private static final int VERSION = 1;
  private static final String ID = "[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}";

  private final ResultStore store;
  private final EventOrder events;
  private final String version;
  private final JsonMapper json = Json.mapper();
  private final ObjectReader rows =
      new JsonMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(ExpandedRows.LARGEST_ROW)
                          .build())
                  .build())
          .readerFor(ObjectNode.class);
  private final Set<String> coming = ConcurrentHashMap.newKeySet();

  /// @param version the server's
  public JobArchive(ResultStore store, EventOrder events, String version) {
    this.store = store;
    this.events = events;
    this.version = version;
  }

  /// Compresses at the fastest level, since large values are compressed already.
  private static final class Quick extends GZIPOutputStream {
    Quick(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /// Writes a job that has ended.
  public void write(String id, OutputStream out) throws IOException {
    try (Quick lines = new Quick(out)) {
      long[] count = {0};
      line(
          json.createObjectNode()
              .put("type", TYPE)
              .put("version", VERSION)
              .put("by", version)
              .put("id", id),
          lines);
      store.rollUps.whileNone(
          id,
          () ->
              store.wholeJobs.takeOut(
                  id,
                  row -> {
                    count[0]++;
                    line(row, lines);
                  }));
      line(json.createObjectNode().put("type", END).put("rows", count[0]), lines);
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void line(ObjectNode row, OutputStream out) {
    try {
      byte[] line = (json.writeValueAsString(row) + '\n').getBytes(StandardCharsets.UTF_8);
      if (line.length > ExpandedRows.LARGEST_ROW) {
        throw new IOException("a row of " + line.length + " bytes is more than any server takes");
      }
      out.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether a job is being imported.
  public boolean coming(String id) {
    return coming.contains(id);
  }

  /// Imports a job, and returns its id. If that fails, no part of it is visible.
  ///
  /// @throws RefusedArchive if the file is no job archive, is damaged, or its job exists already
  public String read(InputStream file) throws RefusedArchive {
    try (ExpandedRows expanded = new ExpandedRows(file);
        MappingIterator<ObjectNode> lines = rows.readValues(expanded)) {
      ObjectNode head = next(lines, expanded);
      String id = head.path("id").asString("");
      if (!head.path("type").asString("").equals(TYPE) || !id.matches(ID)) {
        throw damaged("it is no job that 'broadside job export' wrote");
      }
      if (head.path("version").asInt(0) > VERSION) {
        throw refused("it was written by a newer version", "import it with that one");
      }
      if (store.jobs.shown(id).isPresent() || store.jobs.deleted(id) || !coming.add(id)) {
        throw refused("job " + id + " is here already", "delete that one for good first");
      }
      try {
        rows(id, lines, expanded);
      } finally {
        coming.remove(id);
      }
      return id;
    } catch (ExpandedRows.TooMuchException e) {
      throw refused("" + e.getMessage(), "import a file that 'broadside job export' wrote");
    } catch (EOFException _) {
      throw damaged("it is empty, or ends in the middle");
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw damaged("it is damaged, or no job: " + PlainText.line("" + e.getMessage(), 200));
    }
  }

  private static ObjectNode next(MappingIterator<ObjectNode> lines, ExpandedRows expanded)
      throws RefusedArchive {
    expanded.next();
    if (!lines.hasNextValue()) {
      throw damaged("it is cut off");
    }
    return lines.nextValue();
  }

  private void rows(String id, MappingIterator<ObjectNode> lines, ExpandedRows expanded)
      throws RefusedArchive {
    JobStore.Incoming job = store.wholeJobs.bringIn(id);
    long count = 0;
    boolean shown = false;
    try {
      ObjectNode row = next(lines, expanded);
      for (; !row.path("type").asString("").equals(END); row = next(lines, expanded)) {
        count++;
        if (job.add(row) || expanded.muchWaits()) {
          keep(job);
        }
      }
      keep(job);
      if (row.path("rows").asLong(-1) != count) {
        throw damaged("it is cut off");
      }
      // GZIP checks its checksum only at the very end.
      if (lines.hasNextValue()) {
        throw damaged("there is something after its end");
      }
      store.jobs.checkComing(id);
      check(id);
      job.show();
      shown = true;
    } catch (StoreException.Refused | DamagedException | NoSuchElementException e) {
      throw damaged("it does not fit together: " + PlainText.line("" + e.getMessage(), 200));
    } finally {
      if (!shown) {
        job.drop();
      }
    }
  }

  private void keep(JobStore.Incoming job) {
    events.add(
        numbers -> {
          job.keep(numbers);
          return job.id();
        },
        _ -> {});
  }

  /// Checks that the records are those of the result, and that the notebook is within its limits.
  private void check(String id) throws RefusedArchive {
    Optional<ResultSeal> seal =
        store
            .runs
            .result(id)
            .map(text -> json.readValue(text, RunDocument.class).seal().orElseThrow());
    if (seal.isPresent() && !seal(id).equals(newest(seal.get()))) {
      throw damaged("its records are not those under the seal of its result");
    }
    NotebookTable notebook = store.notebook;
    if (!notebook.comments(id).stream().allMatch(Comment::sound)) {
      throw damaged("one of its comments is empty, too long or has hidden characters");
    }
    for (Attachment file : notebook.attachments(id)) {
      if (!file.sound() || !file.sha256().equals(sha256(id, file.name()))) {
        throw damaged("its attachment " + PlainText.line(file.name(), 100) + " is not whole");
      }
    }
  }

  private String sha256(String id, String attachment) {
    MessageDigest digest = Tokens.sha256();
    try {
      store.notebook.copy(
          id, attachment, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private String seal(String id) {
    RecordDigest digest = new RecordDigest();
    store.records.scan(id, record -> digest.add(record.sealed().key(), record.ownDigests()));
    return digest.hex();
  }

  private static String newest(ResultSeal seal) {
    return seal.amendments().isEmpty() ? seal.sha256() : seal.amendments().getLast().sha256();
  }

  private static RefusedArchive damaged(String what) {
    return refused(what, "export the job again");
  }

  private static RefusedArchive refused(String what, String mend) {
    return new RefusedArchive(Problem.wrong("file", what, mend));
  }

  /// A compressed file of rows that counts the expanded bytes, and fails if there are too many. For
  /// one thread.
  private static final class ExpandedRows extends GZIPInputStream {
    /// In bytes. The longest is the result of a job with very many agents or phases.
    static final int LARGEST_ROW = 64 << 20;

    /// A job's log, comments and attached files, whose content users choose, are never larger.
    /// Beyond that no file of a server expands to [#MOST_RATIO] times its size.
    private static final long FREE_BYTES = 256L << 20;

    private static final int MOST_RATIO = 100;
    private static final long MOST_BYTES = 1L << 40;
    private static final long MOST_WAITING = 8L << 20;
    private static final int PIECE = 1 << 16;

    private long compressed;
    private long expanded;
    private long rowBegan;
    private long emptied;

    /// The file expands to more than any job.
    static final class TooMuchException extends RuntimeException {
      private static final long serialVersionUID = 1;

      TooMuchException(String what) {
        super(what);
      }
    }

    ExpandedRows(InputStream file) throws IOException {
      super(file, PIECE);
    }

    /// Another row begins about here: its reader reads a little ahead.
    void next() {
      rowBegan = expanded;
    }

    /// Whether so much was read since this was last true that it should be stored.
    boolean muchWaits() {
      boolean much = expanded - emptied > MOST_WAITING;
      emptied = much ? expanded : emptied;
      return much;
    }

    @Override
    protected void fill() throws IOException {
      super.fill();
      compressed += len;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      expanded += Math.max(0, read);
      if (expanded - rowBegan > LARGEST_ROW) {
        throw new TooMuchException("it has a row of more than " + mib(LARGEST_ROW));
      }
      long most = Math.min(MOST_BYTES, FREE_BYTES + MOST_RATIO * compressed);
      if (expanded > most) {
        throw new TooMuchException("it expands to more than " + mib(most));
      }
      return read;
    }

    private static String mib(long bytes) {
      return String.format(Locale.ROOT, "%,d MiB", bytes >> 20);
    }
  }
}
