package dev.broadside.server.store;

import dev.broadside.core.report.Json;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.base.SealedSecrets;
import dev.broadside.server.store.base.SecretBox;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.base.WriterLock;
import dev.broadside.server.store.job.JobIndex;
import dev.broadside.server.store.job.JobStore;
import dev.broadside.server.store.job.JobTable;
import dev.broadside.server.store.job.RecordTable;
import dev.broadside.server.store.job.RollUps;
import dev.broadside.server.store.job.RunTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteJDBCLoader;
import tools.jackson.databind.json.JsonMapper;

/// All persistent data of a server, in one relational database that no other server uses.
///
/// A write is durable when its method returns. All methods of all tables throw [StoreException] if
/// the database fails, and are safe for use by several threads.
public final class ResultStore implements AutoCloseable {
  private static final int BUSY_MILLIS = 10_000;
  private static final int LARGEST_JOURNAL = 64 << 20;

  /// How long to wait for an answer of PostgreSQL, unless the address says otherwise.
  private static final int ANSWER_SECONDS = 60;

  /// A record of some kilobytes wastes half a page on average.
  private static final int PAGE_BYTES = 1_024;

  static final Map<String, String> SQLITE = Map.of("bytes", "BLOB", "clustered", " WITHOUT ROWID");
  static final Map<String, String> POSTGRESQL = Map.of("bytes", "BYTEA", "clustered", "");

  private final Database database;
  private final SecretBox secrets;
  public final AgentTable agents;
  public final TokenTable tokens;
  public final PackTable packs;
  public final JobTable jobs;
  public final RecordTable records;
  public final RunTable runs;
  public final RollUps rollUps;
  public final JobStore wholeJobs;
  public final CampaignTable campaigns;
  public final TargetTable targets;
  public final RecordingTable recordings;
  public final NotebookTable notebook;
  public final NoticeTable notices;

  ResultStore(Database database, SecretBox secrets) {
    JsonMapper json = Json.mapper();
    this.database = database;
    this.secrets = secrets;
    agents = new AgentTable(database);
    tokens = new TokenTable(database);
    packs = new PackTable(database, json);
    JobIndex index = new JobIndex(json);
    jobs = new JobTable(database, json, secrets, index);
    rollUps = new RollUps(database);
    records = new RecordTable(database, rollUps);
    runs = new RunTable(database, json, index);
    wholeJobs = new JobStore(database, json, index);
    campaigns = new CampaignTable(database, json, secrets);
    targets = new TargetTable(database, json, secrets);
    recordings = new RecordingTable(database);
    notebook = new NotebookTable(database);
    notices = new NoticeTable(database);
  }

  /// A store in one SQLite file, which is created if it does not exist.
  public static ResultStore sqlite(Path file, SecretBox secrets) {
    loadLibrary();
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setJournalSizeLimit(LARGEST_JOURNAL);
    // An acknowledged record must survive a power cut, so each commit is on the disk before it
    // returns.
    config.setSynchronous(SynchronousMode.FULL);
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    config.setBusyTimeout(BUSY_MILLIS);
    config.enforceForeignKeys(true);
    SQLiteDataSource source = new SQLiteDataSource(config);
    source.setUrl("jdbc:sqlite:" + file.toAbsolutePath());
    if (Files.notExists(file)) {
      choosePageSize(source.getUrl());
    }
    return new ResultStore(new Database(source, source, WriterLock.NONE, SQLITE), secrets);
  }

  /// SQLite's native library is unpacked into the folder for temporary files and loaded from there.
  private static void loadLibrary() {
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception e) {
      throw new StoreException.NoLibrary(e);
    }
  }

  /// Must be the first statement on a new file; an existing file keeps its page size.
  private static void choosePageSize(String url) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size = " + PAGE_BYTES);
      statement.execute("PRAGMA journal_mode = WAL");
    } catch (SQLException e) {
      throw new StoreException("the result store could not be opened: " + e.getMessage(), e);
    }
  }

  /// Copies a store's file in a consistent state, while a server may be writing it.
  ///
  /// @param to must not exist
  /// @return the digests of the packs in the copy
  public static List<String> copy(Path file, Path to) {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
        PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
      statement.setString(1, to.toAbsolutePath().toString());
      statement.execute();
      return packs(to);
    } catch (SQLException e) {
      throw new StoreException("the result store could not be copied: " + e.getMessage(), e);
    }
  }

  private static List<String> packs(Path file) throws SQLException {
    List<String> packs = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT sha256 FROM packs")) {
      while (rows.next()) {
        packs.add(rows.getString(1));
      }
    }
    return packs;
  }

  /// How many bytes the stored data take, without free pages in the file. Empty for PostgreSQL,
  /// whose files are not this server's.
  public OptionalLong usedBytes() {
    if (!(database.dialect().equals(SQLITE))) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT (page_count - freelist_count) * page_size
                    FROM pragma_page_count, pragma_freelist_count, pragma_page_size
                    """)
                .mapTo(Long.class)
                .one()));
  }

  /// A store in a PostgreSQL database.
  ///
  /// @param url a JDBC address without user and password
  /// @throws StoreException.InUse if another server uses it
  public static ResultStore postgres(String url, String user, String password, SecretBox secrets) {
    PGSimpleDataSource patient = postgres(url, user, password);
    PGSimpleDataSource source = postgres(url, user, password);
    if (source.getSocketTimeout() == 0) {
      source.setSocketTimeout(ANSWER_SECONDS);
    }
    return new ResultStore(
        new Database(source, patient, WriterLock.ADVISORY_LOCK, POSTGRESQL), secrets);
  }

  private static PGSimpleDataSource postgres(String url, String user, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    source.setUser(user);
    source.setPassword(password);
    source.setTcpKeepAlive(true);
    return source;
  }

  /// The newest time that a server on this store has recorded; empty for a new store.
  public Optional<Instant> knownTime() {
    return database.read(handle ->
        handle
            .createQuery("SELECT known_at FROM known_time")
            .mapTo(Long.class)
            .findOne()
            .map(Instant::ofEpochMilli));
  }

  /// Records the current time for the next server on this store.
  public void keepKnownTime(Instant now) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO known_time (id, known_at) VALUES (1, :now)
                ON CONFLICT (id) DO UPDATE SET known_at = :now
                """)
            .bind("now", now.toEpochMilli())
            .execute());
  }

  /// Whether the key fits the secrets in this store: it does not if it decrypts none of several. A
  /// single one may be damaged itself.
  public boolean knowsKey() {
    JsonMapper json = Json.mapper();
    List<Boolean> opened =
        Stream.of(
                new SealedSecrets(json, secrets, "jobs"),
                CampaignTable.sealed(json, secrets),
                new SealedSecrets(json, secrets, "targets"))
            .flatMap(sealed -> sealed.opened(database).stream())
            .toList();
    return opened.size() < 2 || opened.contains(true);
  }

  /// Fails if the store does not answer, or if the last write failed and another one fails, too.
  public void check() {
    if (database.troubled()) {
      tokens.tryOut();
    } else {
      database.read(handle -> handle.createQuery("SELECT 1").mapTo(Integer.class).one());
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
