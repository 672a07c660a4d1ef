package dev.broadside.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.watch.FigureSource;
import dev.broadside.client.watch.HostDeclarations;
import dev.broadside.core.figures.ConnectionFigure;
import dev.broadside.core.figures.FigureBin;
import dev.broadside.core.figures.UsualFigures;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.monitor.CounterMonitor;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is known of figures before a run is what the kit and the agents declare.
class UsualFiguresTest {
  private static void assertUnit(String prefix, String suffix, Figure one, List<Figure> all) {
    Optional<Figure> of =
        all.stream().filter(other -> other.id().equals(one.shareOf())).findFirst();
    assertEquals(
        Optional.of(FigureBin.unit(one, of)),
        UsualFigures.unit(prefix + one.id() + suffix),
        prefix + one.id() + suffix);
  }

  @Test
  void unitsOfHostsAndWorkersAreThoseOfTheirDeclarations() {
    HostDeclarations.byPart()
        .forEach((part, all) ->
            all.forEach(one -> assertUnit("host." + part + ".", "@db-1.x", one, all)));
    List<Figure> disk = HostDeclarations.byPart().get("disk");
    disk.forEach(one -> assertUnit("host.disk_nvme0n1.", "@a", one, disk));
    List<Figure> cpu = HostDeclarations.byPart().get("cpu");
    cpu.forEach(one -> assertUnit("host.core_3.", "@a", one, cpu));
    List<Figure> worker = new FigureSource.Jvm().figures();
    worker.forEach(one -> assertUnit("", "", one, worker));
    ConnectionFigure.ALL.forEach(one -> assertUnit("", "", one, ConnectionFigure.ALL));
    assertEquals(Optional.empty(), UsualFigures.unit("host.cpu.idel@a"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h/d, mysql 8.0 mysql 8.4 mysql 9.1 mariadb 10.5 mariadb 11.4 mariadb 12.1",
    "jdbc:mariadb://h/d, mysql 8.4 mariadb 11.4",
    "jdbc:postgresql://h/d, postgresql 12 postgresql 14 postgresql 16 postgresql 17 postgresql 18",
    "jdbc:oracle:thin:@//h/d, oracle 19 oracle 23",
    "jdbc:h2:mem:x, h2 2.4",
  })
  void whatAnEngineHasIsWhatItsCountersTell(String url, String versions) {
    List<String> known = DatabaseFigures.at(url).orElseThrow();
    String[] words = versions.split(" ");
    Set<String> told = new HashSet<>();
    for (int i = 0; i < words.length; i += 2) {
      List<Figure> all = CounterMonitor.figures(Engines.named(words[i]).counters(words[i + 1]));
      if (all.size() > 1) {
        Stream.concat(all.stream(), Stream.of(DatabaseFigures.PLAN_CHANGES))
            .map(Figure::id)
            .forEach(told::add);
        all.forEach(one -> assertUnit("", "", one, all));
      }
    }
    assertEquals(told, new HashSet<>(known));
    assertTrue(known.stream().allMatch(DatabaseFigures::mayHave), known::toString);
  }
}
