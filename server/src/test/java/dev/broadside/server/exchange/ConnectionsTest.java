package dev.broadside.server.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  private final Connections<String> connections =
      new Connections<>(new Connections.Limits(8, 6, 4));

  private Optional<String> opened(String name) {
    return connections.opened(name, name.substring(0, 1));
  }

  private void fill(String... names) {
    for (String name : names) {
      assertEquals(Optional.empty(), opened(name), name);
    }
  }

  @Test
  void anAddressThatHasManyLosesItsOldest() {
    fill("a1", "a2", "a3", "a4");
    assertEquals(Optional.of("a1"), opened("a5"));
    assertEquals(Optional.of("a2"), opened("a6"));
    assertEquals(4, connections.size());
  }

  @Test
  void whereStrangersHaveNoMoreRoomTheAddressWithMostOfThemGivesWay() {
    fill("b1", "a1", "a2", "a3", "c1", "c2");
    assertEquals(Optional.of("a1"), opened("d1"));
    assertEquals(6, connections.size());
  }

  @Test
  void whoHasProvedHimselfStaysWhateverComes() {
    fill("a1", "b1");
    connections.proven("a1");
    connections.proven("b1");
    for (int i = 0; i < 1_000; i++) {
      Optional<String> gone = connections.opened("a-flood-" + i, "" + i % 100);
      assertTrue(gone.isEmpty() || gone.get().startsWith("a-flood"), "" + gone);
    }
    assertEquals(8, connections.size());
    connections.closed("a1");
    connections.closed("b1");
    assertEquals(6, connections.size());
  }

  @Test
  void whoComesInTheMidstOfAFloodHasTimeToProveHimself() {
    for (int i = 0; i < 100; i++) {
      opened("f" + i);
    }
    assertEquals(Optional.empty(), opened("a1"));
    for (int i = 100; i < 103; i++) {
      assertEquals(Optional.of("f" + (i - 4)), opened("f" + i));
    }
    connections.proven("a1");
    for (int i = 0; i < 100; i++) {
      opened("g" + i);
      opened("f" + i);
      assertTrue(connections.size() <= 8);
    }
    connections.closed("a1");
    assertEquals(6, connections.size());
  }

  @Test
  void whereAllHaveProvedThemselvesTheNewcomerGoes() {
    for (int i = 0; i < 8; i++) {
      opened(i + "x");
      connections.proven(i + "x");
    }
    assertEquals(Optional.of("y"), opened("y"));
    assertEquals(8, connections.size());
    connections.closed("0x");
    assertEquals(Optional.empty(), opened("z"));
  }

  @Test
  void whatIsClosedTwiceOrUnknownDoesNoHarm() {
    fill("a1");
    connections.closed("a1");
    connections.closed("a1");
    connections.proven("a1");
    assertEquals(0, connections.size());
  }
}
