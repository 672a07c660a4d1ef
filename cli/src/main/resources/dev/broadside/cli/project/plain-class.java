package example.{{package}};

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.JobContext;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.JobShare;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.ShareContext;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.core.work.Verification.Check;
import dev.broadside.core.work.VerifyContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Appends blocks to files and has the disk keep them, one file for each thread.
///
/// On the SPI alone, so against anything: what is loaded, and how, is all in here.
public final class {{class}} implements JobClass {
  private static final Parameter.Text FOLDER =
      Parameter.text("folder", "Where the files are; those of the run before are deleted")
          .preset("target/files");
  private static final Parameter.Whole BYTES =
      Parameter.whole("bytes", "Size of a block").between(1, 1 << 20).preset(4_096);

  private static final int WRITE = 0;
  private static final int FORCE = 1;
  private static final int WRITTEN = 0;

  @Override
  public JobDescription describe() {
    return new JobDescription(
        "{{name}}",
        "{{title}}",
        "Appends blocks to files and has the disk keep each of them.",
        Parameters.of(FOLDER, BYTES),
        List.of("write", "force"),
        List.of(Figure.sum("bytes.written", "B", "Bytes written")));
  }

  @Override
  public Facts prepare(JobContext context) throws IOException {
    Path folder = Files.createDirectories(folder(context));
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.blocks")) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
    return Facts.NONE.with("file store", Files.getFileStore(folder).type());
  }

  @Override
  public JobShare open(ShareContext context) {
    int bytes = Math.toIntExact(context.values().get(BYTES));
    return thread ->
        new Appending(
            FileChannel.open(
                folder(context).resolve(thread.thread() + ".blocks"),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND),
            ByteBuffer.allocateDirect(bytes));
  }

  private record Appending(FileChannel file, ByteBuffer block) implements JobThread {
    @Override
    public void iterate(Iteration iteration) throws IOException {
      iteration.begin(WRITE);
      block.clear();
      while (block.hasRemaining()) {
        file.write(block);
      }
      iteration.end();

      iteration.begin(FORCE);
      file.force(false);
      iteration.end();
      iteration.add(WRITTEN, block.capacity());
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Override
  public Verification verify(VerifyContext context) throws IOException {
    long length = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(context), "*.blocks")) {
      for (Path file : files) {
        length += Files.size(file);
      }
    }
    Totals counted = context.transactions();
    long least = counted.ok() * context.values().get(BYTES);
    boolean all = counted.failed() + counted.uncertain() > 0 ? length >= least : length == least;
    return Verification.of(
        List.of(
            new Check(
                "every block that was counted is in a file",
                all,
                false,
                "%,d bytes in files, %,d counted".formatted(length, least))));
  }

  private static Path folder(JobContext context) {
    return Path.of(context.values().get(FOLDER));
  }
}
