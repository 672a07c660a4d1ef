package dev.broadside.client.watch;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/// Adds up the times for which the collector stopped this JVM's threads. Collectors report in whole
/// milliseconds, and shortly after the pause.
final class GcPauses implements AutoCloseable {
  /// What collectors call the work that they do beside the application's threads.
  private static final String CONCURRENT = "Cycle";

  private final AtomicLong millis = new AtomicLong();
  private final NotificationListener listener = this::heard;

  private GcPauses() {}

  static GcPauses start() {
    GcPauses pauses = new GcPauses();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(pauses.listener, _ -> true, "");
      }
    }
    return pauses;
  }

  private void heard(Notification notification, Object handback) {
    if (notification.getUserData() instanceof CompositeData data
        && notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(data);
      if (!info.getGcName().contains(CONCURRENT)) {
        millis.addAndGet(info.getGcInfo().getDuration());
      }
    }
  }

  /// The sum of the pauses since the last call.
  long takeNanos() {
    return millis.getAndSet(0) * 1_000_000;
  }

  @Override
  public void close() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException _) {
          // This collector came after the start.
        }
      }
    }
  }
}
