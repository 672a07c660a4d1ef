package dev.broadside.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LifetimeTest {
  @Test
  void theActionRunsWhenTheStreamEndsAndNotBefore() throws IOException, InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    try (PipedOutputStream holder = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(holder)) {
      Lifetime.atEndOf(in, ended::countDown);
      holder.write(1);
      holder.flush();
      assertEquals(1, ended.getCount());
      holder.close();
      assertTrue(ended.await(2, TimeUnit.MINUTES));
    }
  }
}
