import { copyText } from "@portico/try-it/copy-text";
import { copied, setUpReaderKeys } from "./reader-keys.js";

// What the pages can do beyond being read. Everything works without it but copying, tabs and the theme switch.

const root = document.documentElement;

function setUpTheme() {
  const button = document.querySelector(".theme");
  const show = () => button.setAttribute("aria-pressed", String(root.classList.contains("dark")));
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    const next = root.classList.contains("dark") ? "light" : "dark";
    root.classList.remove("light", "dark");
    root.classList.add(next);
    localStorage.setItem("redoc.colorMode", next);
    show();
  });
}

function setUpCopying() {
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  document.body.append(status);
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    const say = (said) => {
      button.textContent = said;
      status.textContent = said;
      setTimeout(() => {
        button.textContent = "Copy";
        status.textContent = "";
      }, 1500);
    };
    button.addEventListener("click", () => {
      const text = copied(button.closest("figure").querySelector("code"));
      void copyText(text, button).then((isCopied) => say(isCopied ? "Copied" : "Not allowed"));
    });
  }
}

/** The page as Markdown, for a chat with a model. */
function setUpPageCopy() {
  const button = document.querySelector(".page-tools button");
  // A page in a folder may not fetch the file beside it.
  if (!button || location.protocol === "file:") return;
  button.hidden = false;
  button.addEventListener("click", () => {
    void copyPage(button);
  });
}

async function copyPage(button) {
  const answer = await fetch(button.parentElement.querySelector("a").href);
  const isCopied = await copyText(await answer.text(), button);
  button.textContent = isCopied ? "Copied" : "Not allowed";
  setTimeout(() => {
    button.textContent = "Copy page";
  }, 1500);
}

/** Samples of one thing in several languages: one is shown, and the choice holds for all of them. */
function setUpTabs() {
  for (const [group, tabs] of document.querySelectorAll(".tabs").entries()) {
    const panels = [...tabs.querySelectorAll(":scope > figure")].map(asPanel);
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    for (const [index, panel] of panels.entries()) {
      const { title } = panel.dataset;
      panel.id = `panel-${group}-${index}`;
      panel.setAttribute("aria-label", title);
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = title;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", panel.id);
      tab.addEventListener("click", () => chooseTab(title));
      list.append(tab);
    }
    list.addEventListener("keydown", moveBetweenTabs);
    tabs.prepend(list);
    tabs.classList.add("tabs-ready");
    showTab(tabs, panels[0].dataset.title);
  }
  const remembered = localStorage.getItem("portico.tab");
  if (remembered) chooseTab(remembered);
}

/** A figure with a caption may have no other role: what it stands in gets that. */
function asPanel(figure) {
  const panel = document.createElement("div");
  panel.setAttribute("role", "tabpanel");
  panel.dataset.title = figure.dataset.title;
  figure.replaceWith(panel);
  panel.append(figure);
  return panel;
}

function moveBetweenTabs(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  next.click();
}

function chooseTab(title) {
  localStorage.setItem("portico.tab", title);
  for (const tabs of document.querySelectorAll(".tabs"))
    if (tabs.querySelector(`:scope > div[data-title="${CSS.escape(title)}"]`)) showTab(tabs, title);
}

function showTab(tabs, title) {
  for (const panel of tabs.querySelectorAll(":scope > [role=tabpanel]"))
    panel.hidden = panel.dataset.title !== title;
  for (const tab of tabs.querySelectorAll("[role=tab]")) {
    const selected = tab.textContent === title;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
  }
}

/** A link to a schema opens its fields. */
function setUpFolds() {
  const open = () => {
    const next = document.getElementById(location.hash.slice(1))?.nextElementSibling;
    const fold = next?.matches("p") ? next.nextElementSibling : next;
    if (fold?.matches("details.fields")) fold.open = true;
  };
  addEventListener("hashchange", open);
  open();
}

function setUpContents() {
  const links = new Map(
    [...document.querySelectorAll(".toc a[href^='#']")].map((link) => [link.hash.slice(1), link]),
  );
  const seen = new IntersectionObserver(
    (entries) => {
      const entered = entries.find((entry) => entry.isIntersecting);
      if (!entered) return;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entered.target.id)?.setAttribute("aria-current", "true");
    },
    { rootMargin: "-70px 0px -70% 0px" },
  );
  for (const id of links.keys()) seen.observe(document.getElementById(id));
}

/**
 * An address goes on leading to its operation when the operation's group is renamed, as when its beta ends, and the
 * operation's id alone is an address too.
 */
function followAnchors() {
  const { anchors } = document.querySelector("#content").dataset;
  if (!anchors) return;
  const known = JSON.parse(anchors);
  const follow = () => {
    const [, id = ""] = /^#(?:\/[^/#]+\/)?(\w+)$/.exec(decodeURIComponent(location.hash)) ?? [];
    const anchor = known[id.toLowerCase()];
    if (anchor && anchor !== decodeURIComponent(location.hash)) location.replace(anchor);
  };
  addEventListener("hashchange", follow);
  // The reference itself starts after this file, and finds its own address.
  follow();
}

/**
 * The reference's own buttons call themselves something else than what they show; readers by voice need both. Its list of
 * operations is no landmark by itself.
 */
function setUpReference() {
  if (!root.classList.contains("reference")) return;
  const name = () => {
    const menu = document.querySelector("#redoc .menu-content");
    menu?.setAttribute("role", "navigation");
    menu?.setAttribute("aria-label", "Operations");
    for (const button of document.querySelectorAll("button[aria-haspopup][aria-label]")) {
      const shown = button.textContent.trim();
      const label = button.getAttribute("aria-label");
      if (shown && !label.includes(shown)) button.setAttribute("aria-label", `${label}: ${shown}`);
    }
  };
  new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
  name();
}

setUpTheme();
setUpReaderKeys();
setUpCopying();
setUpPageCopy();
setUpTabs();
setUpFolds();
setUpContents();
followAnchors();
setUpReference();

// An open menu covers the page; a tap beside it, or Escape, puts it away.
const menu = document.querySelector(".menu");
document.addEventListener("click", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") menu.open = false;
});
