// @ts-check
// Runs before the first paint, so that a chosen theme never flashes in the other one first.
(function () {
  try {
    var theme = localStorage.getItem("broadside.theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch (storageForbidden) {
    // The browser keeps nothing for this page: the system's theme stands.
  }
})();
