import type { KeyKind } from "@portico/try-it";
import { type Destination, destinationOf, isMock } from "./address.ts";
import { field, make } from "./dom.ts";
import { forgetKeys, keepAddress, keepKey, keptAddress, keptKey } from "./session.ts";

/** Where requests go, and the key that they carry. */
export interface PlaceForm {
  readonly element: HTMLElement;
  destination(): Destination;
  key(): string;
  complainOfKey(message: string): void;
  /** Whether the address can be used; if not, the focus goes there. */
  check(): boolean;
  /** Puts the focus where something is missing. False if nothing is. */
  focusMissing(): boolean;
}

interface Parts {
  /** The gateway that serves the page. */
  readonly own: string | null;
  readonly kind: KeyKind;
  readonly changed: () => void;
  readonly mockFound: (isMock: boolean) => void;
}

export function placeForm({ own, kind, changed, mockFound }: Parts): PlaceForm {
  const address = make("input", {
    type: "url",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "http://127.0.0.1:8787/api/v1",
    required: true,
  });
  address.value = own ?? keptAddress();
  const warning = make("span", { class: "try-warning" });
  const addressField = field("Address of the gateway or of the mock", address, warning);
  const keyField = secretField(kind);
  const key = keyField.control;
  const destination = () => destinationOf(address.value, own);
  const look = () => {
    const { problem, warning: said, origin } = destination();
    addressField.complain(address.value === "" ? "" : problem);
    warning.textContent = said;
    key.value = origin === "" ? "" : keptKey(origin, kind);
    if (own === null && problem === "") {
      keepAddress(address.value.trim());
      void isMock(origin).then(mockFound);
    }
    changed();
  };
  address.addEventListener("change", look);
  key.addEventListener("input", () => {
    keyField.complain("");
    const { origin } = destination();
    if (origin !== "") keepKey(origin, kind, key.value.trim());
    changed();
  });
  const forget = make("button", { type: "button", class: "try-small" }, "Forget my keys");
  forget.addEventListener("click", () => {
    forgetKeys();
    key.value = "";
    changed();
  });
  look();
  return {
    element: make(
      "div",
      { class: "try-place" },
      addressField.element,
      make("div", {}, keyField.element, forget),
    ),
    destination,
    key: () => key.value.trim(),
    complainOfKey: keyField.complain,
    check() {
      const { problem } = destination();
      addressField.complain(problem);
      if (problem !== "") address.focus();
      return problem === "";
    },
    focusMissing() {
      const missing = [address, key].find((control) => control.value === "");
      missing?.focus();
      return missing !== undefined;
    },
  };
}

function secretField(kind: KeyKind) {
  const input = make("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  input.placeholder = kind === "management" ? "ptcm_…" : "ptc_…";
  return field(
    kind === "management" ? "Management key" : "API key",
    input,
    "Kept in this tab alone, until you close it, and sent only to the address above.",
  );
}
