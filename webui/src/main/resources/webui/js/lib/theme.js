// @ts-check
/**
 * Light, dark, or as the system has it; theme-boot.js applies the kept choice before the first
 * paint.
 */

const KEY = "broadside.theme";
const CHANGED = "broadside:theme";

/** @typedef {"system" | "light" | "dark"} Theme */

/** @returns {Theme} */
export function chosenTheme() {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** @param {Theme} theme */
export function chooseTheme(theme) {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
  try {
    localStorage.setItem(KEY, theme);
  } catch (storageForbidden) {
    // The choice lasts until the page is left.
  }
  dispatchEvent(new Event(CHANGED));
}

/**
 * Calls back whenever colours may have changed.
 *
 * @param {() => void} then
 * @returns {() => void} ends it
 */
export function onThemeChange(then) {
  // Paper is light.
  const media = [matchMedia("(prefers-color-scheme: dark)"), matchMedia("print")];
  addEventListener(CHANGED, then);
  media.forEach((one) => one.addEventListener("change", then));
  return () => {
    removeEventListener(CHANGED, then);
    media.forEach((one) => one.removeEventListener("change", then));
  };
}

/**
 * The values of the colours in custom properties, which a canvas needs.
 *
 * @param {string[]} names such as `--ink`
 */
export function colours(names) {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}
