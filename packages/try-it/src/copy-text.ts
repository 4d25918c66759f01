/**
 * Copies a text. False where the browser does not allow it. `beside` is an element that the reader sees, in the dialog that is
 * open if one is.
 */
export async function copyText(text: string, beside: Element): Promise<boolean> {
  // Pages that came by plain http from another machine have no clipboard.
  if (!isSecureContext) return copySelected(text, beside);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copySelected(text: string, beside: Element): boolean {
  const copied = document.createElement("span");
  copied.textContent = text;
  Object.assign(copied.style, { position: "fixed", opacity: "0", whiteSpace: "pre" });
  beside.after(copied);
  const selection = getSelection();
  try {
    const range = document.createRange();
    range.selectNodeContents(copied);
    selection?.removeAllRanges();
    selection?.addRange(range);
    // It is called deprecated, and is the only way without a clipboard.
    const command: unknown = Reflect.get(document, "execCommand");
    return typeof command === "function" && Reflect.apply(command, document, ["copy"]) === true;
  } finally {
    selection?.removeAllRanges();
    copied.remove();
  }
}
