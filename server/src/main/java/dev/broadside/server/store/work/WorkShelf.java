package dev.broadside.server.store.work;

import dev.broadside.server.store.base.Database;
import dev.broadside.server.store.row.Work;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/// Studies and groups that are deleted: nobody sees them but who looks for what is deleted, until
/// they are brought back or taken away. Safe for use by several threads.
public final class WorkShelf {
  private static final List<Work.Kind> KINDS = List.of(Work.Kind.STUDY, Work.Kind.GROUP);

  private final Database database;

  public WorkShelf(Database database) {
    this.database = database;
  }

  /// Deletes one that is over, so that [#restore] can still bring it back.
  ///
  /// @return false where there is none that is over
  public boolean delete(Work work, Instant at) {
    return marked(work, 1, QueryCondition.DELETED, at.toEpochMilli());
  }

  /// Brings one back that was deleted.
  ///
  /// @return false where there is none that can be brought back
  public boolean restore(Work work) {
    return marked(work, QueryCondition.DELETED, 1, 0);
  }

  private boolean marked(Work work, int from, int to, long deletedAt) {
    return database.write(handle -> {
      boolean changed =
          handle
                  .createUpdate(
                      "UPDATE "
                          + work.kind().table()
                          + " SET finished = :to, deleted_at = :at"
                          + " WHERE id = :id AND finished = :from")
                  .bind("to", to)
                  .bind("at", deletedAt)
                  .bind("id", work.id())
                  .bind("from", from)
                  .execute()
              == 1;
      if (changed) {
        indexed(handle, work, to);
      }
      return changed;
    });
  }

  private static void indexed(Handle handle, Work work, int finished) {
    handle
        .createUpdate("UPDATE work_index SET finished = :to WHERE kind = :kind AND id = :id")
        .bind("to", finished)
        .bind("kind", work.kind().word())
        .bind("id", work.id())
        .execute();
  }

  /// Whether one was deleted and is not gone yet, so that its id is not free.
  public boolean deleted(Work work) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT id FROM " + work.kind().table() + " WHERE id = :id AND finished = :deleted")
            .bind("id", work.id())
            .bind("deleted", QueryCondition.DELETED)
            .mapTo(String.class)
            .findOne()
            .isPresent());
  }

  /// Takes away what was deleted before an instant.
  public void removeDeletedBefore(Instant at) {
    database.update(handle ->
        KINDS.forEach(kind ->
            handle
                .createUpdate(
                    "DELETE FROM "
                        + kind.table()
                        + " WHERE finished = :deleted AND deleted_at < :at")
                .bind("deleted", QueryCondition.DELETED)
                .bind("at", at.toEpochMilli())
                .execute()));
  }
}
