package dev.broadside.system.harness;

import dev.broadside.core.fixture.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/// A real, headless Chromium. Where there is none, the test reports that it was not run.
public final class Browser implements AutoCloseable {
  private static final String WANTED = "what is tested in a real browser";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /// @param folder an empty folder for its profile
  public static Browser open(Path folder) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    return open(folder, logs);
  }

  /// One that is open for hours: what it logs nobody could hold.
  public static Browser openSilently(Path folder) {
    return open(folder, new LoggingPreferences());
  }

  private static Browser open(Path folder, LoggingPreferences logs) {
    Path chromium = NotRun.unlessOnPath("chromium", WANTED);
    Path chromedriver = NotRun.unlessOnPath("chromedriver", WANTED);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    // A server with a login is its own certificate authority.
    options.setAcceptInsecureCerts(true);
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + folder);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.toFile())
            .withTimeout(Await.patiently(PATIENCE))
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  /// The size of what the page sees; a window with a frame could not be as narrow as a phone.
  public void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /// What the system prefers, as the page is told.
  ///
  /// @param scheme `light` or `dark`
  public void colourScheme(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  public void visit(String address) {
    driver.get(address);
  }

  public String address() {
    return driver.getCurrentUrl();
  }

  /// The text that can be seen.
  public String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  public void awaitText(String text) {
    awaitText(text, PATIENCE);
  }

  public void awaitText(String text, Duration atMost) {
    Await.until(atMost, "\"" + text + "\" on the page", () -> text().contains(text), this::text);
  }

  /// What is there by this selector, each time that it is asked: a page that draws itself anew
  /// between two questions, or in one, has another element in the place.
  public WebElement find(String css) {
    now(css);
    return (WebElement)
        Proxy.newProxyInstance(
            Browser.class.getClassLoader(),
            new Class<?>[] {WebElement.class},
            (_, method, arguments) ->
                Await.value(
                        PATIENCE,
                        css + " to stay on the page",
                        () -> asked(now(css), method, arguments),
                        this::text)
                    .value());
  }

  private record Answer(@Nullable Object value) {}

  /// Empty where the element is not on the page any more.
  private static Optional<Answer> asked(
      WebElement element, Method method, Object @Nullable [] arguments) {
    try {
      return Optional.of(new Answer(method.invoke(element, arguments)));
    } catch (InvocationTargetException e) {
      return switch (e.getCause()) {
        case StaleElementReferenceException _ -> Optional.empty();
        case RuntimeException failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      };
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private WebElement now(String css) {
    return Await.value(
        PATIENCE,
        css + " on the page",
        () -> driver.findElements(By.cssSelector(css)).stream().findFirst(),
        this::text);
  }

  public List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  /// Types into whatever has the focus, as a keyboard does.
  public void type(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  public @Nullable Object script(String javascript) {
    return driver.executeScript(javascript);
  }

  /// What the page complained about: errors on its console, refusals by the content security
  /// policy.
  public List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(entry -> entry.getMessage())
        .toList();
  }

  /// Every address that was asked for since the last call.
  public List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> entry.getMessage())
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .map(message -> message.replaceAll("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  /// What the page's scripts hold after a full collection, in bytes.
  public double liveHeap() {
    driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
    driver.executeCdpCommand("Performance.enable", Map.of());
    List<?> metrics =
        (List<?>) driver.executeCdpCommand("Performance.getMetrics", Map.of()).get("metrics");
    return metrics.stream()
        .map(metric -> (Map<?, ?>) metric)
        .filter(metric -> "JSHeapUsedSize".equals(metric.get("name")))
        .mapToDouble(metric -> ((Number) metric.get("value")).doubleValue())
        .findFirst()
        .orElseThrow();
  }

  public void screenshot(Path file) {
    try {
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
