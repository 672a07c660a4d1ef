package dev.broadside.jobs.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.broadside.core.param.Problem;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  private JobTester job() {
    return JobTester.of(new Storage())
        .with("directory", folder.toString())
        .with("file-mib", "2")
        .with("direct", "off");
  }

  private Path file() {
    return folder.resolve("broadside-storage-0");
  }

  private List<String> problems(JobTester job) throws Exception {
    return job.refusals();
  }

  @Test
  void smallOnesGoAnywhereAndLargeOnesFollowOneAnother() throws Exception {
    JobTester job =
        job()
            .with("read-share", "50")
            .with("large-streams", "1")
            .with("large-kib", "64")
            .threads(2);
    job.prepare();
    try (TestRun run = job.open()) {
      assertEquals(2 * MIB, Files.size(file()));
      run.iterate(400);
    }
    assertEquals(400, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    long read = job.totals().operation("small_read").ok();
    long written = job.totals().operation("small_write").ok();
    long streamed = job.totals().operation("large_read").ok();
    long laid = job.totals().operation("large_write").ok();
    assertEquals(200, read + written);
    assertEquals(200, streamed + laid);
    assertTrue(Math.min(read, written) > 50 && Math.min(streamed, laid) > 50);
    assertEquals(read * 8_192 + streamed * 65_536, job.totals().figure("storage.read"));
    assertEquals(written * 8_192 + laid * 65_536, job.totals().figure("storage.written"));
    assertFalse(Files.exists(file()), "it goes with the job");
  }

  @Test
  void aFileThatIsKeptIsNotMadeAgain() throws Exception {
    JobTester job = job().with("keep-file", "on");
    job.open().close();
    Object made = Files.getLastModifiedTime(file());
    try (TestRun run = job.open()) {
      run.iterate(10);
    }
    assertEquals(made, Files.getLastModifiedTime(file()), "nothing was written");
    assertEquals(10, job.totals().transactions().ok());
  }

  @Test
  void aPageThatIsNotWhatWasWrittenThereFailsItsRead() throws Exception {
    JobTester job = job().with("file-mib", "1").with("small-kib", "1024");
    try (TestRun run = job.open()) {
      try (RandomAccessFile disk = new RandomAccessFile(file().toFile(), "rw")) {
        disk.seek(7 * 4_096);
        disk.writeLong(42);
      }
      run.iterate(1);
    }
    assertEquals(1, job.totals().transactions().failed());
    assertEquals(
        "page 7 does not hold what was written", job.totals().failures().getFirst().message());
  }

  @Test
  void whatIsNotOursIsNeverWrittenTo() throws Exception {
    Files.writeString(file(), "somebody's accounts");
    IOException told = assertThrows(IOException.class, job()::open);
    assertEquals(
        file() + " is not a file of this job class; name another folder", told.getMessage());
    assertEquals("somebody's accounts", Files.readString(file()));
  }

  @Test
  void noFollowingOfLinks() throws Exception {
    Path elsewhere = folder.resolve("elsewhere");
    Files.createSymbolicLink(file(), elsewhere);
    assertThrows(IOException.class, job()::open);
    assertFalse(Files.exists(elsewhere));
  }

  @Test
  void oneJobAtATimeHasAFile() throws Exception {
    try (TestRun run = job().open()) {
      IOException told = assertThrows(IOException.class, job()::open);
      assertEquals("another job uses " + file() + "; name another folder", told.getMessage());
      run.iterate(1);
    }
  }

  @Test
  void whatCannotBeIsToldBeforeAnythingIsWritten() throws Exception {
    assertEquals(
        List.of(
            "parameter directory: "
                + folder.resolve("none")
                + " is not a folder of this agent; make it, or name another by its whole path."),
        problems(job().with("directory", folder.resolve("none").toString())));
    assertEquals(
        List.of(
            "parameter small-kib: it is not a multiple of 4 up to the size of the file; give one such as 8."),
        problems(job().with("small-kib", "6")));
    List<String> huge = problems(job().with("file-mib", "60000000"));
    assertTrue(huge.getFirst().startsWith("parameter file-mib: there are "), huge::toString);
    try (var left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void directIoPassesTheCacheBy() throws Exception {
    JobTester job = job().with("direct", "on").with("sync", "on").with("read-share", "50");
    List<Problem> problems = job.trial();
    if (problems.stream().anyMatch(one -> one.where().equals("parameter direct"))) {
      System.err.println("NOT RUN: directIoPassesTheCacheBy, since " + folder + " has none");
      abort("no direct I/O in " + folder);
    }
    assertEquals(List.of(), problems);
    try (TestRun run = job.open()) {
      run.iterate(100);
    }
    assertEquals(100, job.totals().transactions().ok(), () -> "" + job.totals().failures());
  }
}
