package dev.broadside.server.store;

import dev.broadside.core.pack.PackDescriptor;
import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.row.PackRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// The descriptors of packs, whose bytes are files. Safe for use by several threads.
public record PackTable(Database database, JsonMapper json) {
  /// Stores a pack; one with the same SHA-256 keeps its place in the order. Its descriptor is
  /// written again, since it may have been damaged.
  public void add(PackRow pack) {
    database.update(handle ->
        handle
            .createUpdate(
                """
                INSERT INTO packs (sha256, bytes, descriptor, installed_at)
                VALUES (:sha256, :bytes, :descriptor, :at)
                ON CONFLICT (sha256) DO UPDATE SET descriptor = excluded.descriptor
                """)
            .bind("sha256", pack.sha256())
            .bind("bytes", pack.bytes())
            .bind("descriptor", json.writeValueAsString(pack.descriptor()))
            .bind("at", pack.installedAt().toEpochMilli())
            .execute());
  }

  /// Stores a pack as the newest, even if it is stored already.
  ///
  /// @return the pack with the instant of its installation, which is later than that of all others
  ///   even if the clock was set back
  public PackRow install(PackRow pack) {
    return database.write(handle -> {
      long newest =
          handle
              .createQuery("SELECT COALESCE(MAX(installed_at), 0) FROM packs")
              .mapTo(Long.class)
              .one();
      long at = Math.max(pack.installedAt().toEpochMilli(), newest + 1);
      handle
          .createUpdate(
              """
              INSERT INTO packs (sha256, bytes, descriptor, installed_at)
              VALUES (:sha256, :bytes, :descriptor, :at)
              ON CONFLICT (sha256) DO UPDATE
              SET installed_at = excluded.installed_at, descriptor = excluded.descriptor
              """)
          .bind("sha256", pack.sha256())
          .bind("bytes", pack.bytes())
          .bind("descriptor", json.writeValueAsString(pack.descriptor()))
          .bind("at", at)
          .execute();
      return new PackRow(pack.sha256(), pack.descriptor(), pack.bytes(), Instant.ofEpochMilli(at));
    });
  }

  /// A pack of the same name and version, but of other bytes.
  public Optional<PackRow> otherOf(PackRow pack) {
    List<PackRow> same =
        all().stream()
            .filter(one -> one.descriptor().name().equals(pack.descriptor().name()))
            .filter(one -> one.descriptor().version().equals(pack.descriptor().version()))
            .toList();
    return same.stream().anyMatch(one -> one.sha256().equals(pack.sha256()))
        ? Optional.empty()
        : same.stream().findFirst();
  }

  public Optional<PackRow> find(String sha256) {
    return database.read(handle ->
        handle
            .createQuery("SELECT * FROM packs WHERE sha256 = :sha256")
            .bind("sha256", sha256)
            .map((row, _) -> pack(row))
            .findOne());
  }

  /// All packs, newest first.
  public List<PackRow> all() {
    return Database.present(
        database.read(handle ->
            handle
                .createQuery("SELECT * FROM packs ORDER BY installed_at DESC, sha256")
                .map((row, _) ->
                    database.readable("pack " + row.getString("sha256"), () -> pack(row)))
                .list()));
  }

  /// Forgets a pack.
  public void remove(String sha256) {
    database.update(handle ->
        handle
            .createUpdate("DELETE FROM packs WHERE sha256 = :sha256")
            .bind("sha256", sha256)
            .execute());
  }

  private PackRow pack(ResultSet row) throws SQLException {
    return new PackRow(
        row.getString("sha256"),
        json.readValue(row.getString("descriptor"), PackDescriptor.class),
        row.getLong("bytes"),
        Instant.ofEpochMilli(row.getLong("installed_at")));
  }
}
