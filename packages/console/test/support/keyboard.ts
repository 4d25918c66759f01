import type { Page } from "playwright-core";

export interface Walk {
  /** Controls that the page shows and Tab has not reached. */
  readonly missed: readonly string[];
  /** Reached, but nothing shows that the focus is there. */
  readonly unseen: readonly string[];
  /** Reached after something that follows them in the page. */
  readonly disordered: readonly string[];
  readonly reached: number;
  /** Whether Tab came back to the first control of the page. */
  readonly isClosed: boolean;
}

/** More than any screen has: a walk that takes longer will not end. */
const mostSteps = 300;
/** Between two looks whether the walk has come round. */
const stepsAtOnce = 15;

/** Presses Tab from the page's first control until it is there again. */
export async function walk(page: Page): Promise<Walk> {
  await page.evaluate(begin);
  let steps = 0;
  while (steps < mostSteps && !(await page.evaluate(hasCome))) {
    for (let step = 0; step < stepsAtOnce; step += 1) await page.keyboard.press("Tab");
    steps += stepsAtOnce;
  }
  return page.evaluate<Walk>(judge);
}

/**
 * As text, because the three share what the page remembers. What Tab need not reach: a part of a group in which arrow keys
 * move (tabs, the rows of a table, radio buttons of one name), where another part of the group can be reached.
 */
const begin = `(() => {
  const groupOf = (control) => {
    const group = control.closest("[role=tablist], .table tbody, [role=radiogroup], [role=menu], [role=listbox]");
    if (group !== null) return group;
    return control.type === "radio" ? control.form ?? document.body : null;
  };
  const controls = [...document.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true], [role=button], [role=link], [role=tab]",
  )].filter((control) => {
    const isShown = control.checkVisibility({ visibilityProperty: true }) && control.closest("[inert], [aria-hidden=true]") === null;
    // The focus is put there by a link or when a dialog opens.
    const isPlace = control.tabIndex < 0 && !control.matches("a, button, input, select, textarea, summary, [role]");
    return isShown && !isPlace && !control.matches(":disabled, [type=hidden]");
  });
  const nameOf = (control) => control.tagName.toLowerCase() + " " +
    (control.getAttribute("aria-label") ?? (control.textContent.trim() || control.name || control.id || control.className)).slice(0, 60);
  const showsFocus = (control) => [null, "::after", "::before"].some((part) => {
    const style = getComputedStyle(control, part);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  });
  const seen = [];
  const state = { controls, groupOf, nameOf, seen, unseen: new Set(), rounds: 0 };
  window.walked = state;
  const first = controls[0];
  first.focus();
  document.addEventListener("focusin", ({ target }) => {
    if (target === first && seen.length > 0) state.rounds += 1;
    if (state.rounds > 0) return;
    seen.push(target);
    if (!showsFocus(target)) state.unseen.add(target);
  });
})()`;

const hasCome = "window.walked.rounds > 0";

const judge = `(() => {
  const { controls, groupOf, nameOf, seen, unseen, rounds } = window.walked;
  const reached = new Set([controls[0], ...seen]);
  const groups = new Set([...reached].map(groupOf).filter((group) => group !== null));
  const order = controls.filter((control) => reached.has(control));
  const places = seen.map((control) => order.indexOf(control)).filter((place) => place >= 0);
  return {
    missed: controls.filter((control) => control.isConnected && !reached.has(control) && !groups.has(groupOf(control))).map(nameOf),
    unseen: [...unseen].map(nameOf),
    disordered: seen.filter((control) => order.includes(control))
      .filter((_, index) => index > 0 && places[index] < places[index - 1]).map(nameOf),
    reached: reached.size,
    isClosed: rounds > 0,
  };
})()`;
