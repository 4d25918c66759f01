// Runs before anything is drawn, so that nobody sees the wrong theme flash by. The reference reads the same key.
const chosen = localStorage.getItem("redoc.colorMode");
const dark =
  chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.classList.add(dark ? "dark" : "light");
