import { copyText } from "@portico/try-it/copy-text";
import { type ButtonHTMLAttributes, useEffect, useState } from "react";
import { texts } from "../texts/texts.ts";
import { classNames } from "./words.ts";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: "plain" | "main" | "danger" | "quiet";
  readonly isBusy?: boolean;
}

export function Button({
  kind = "plain",
  isBusy = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        // The second click of two may meet another button, which stands where the first one did.
        if (rest.type === "submit" && event.detail > 1) event.preventDefault();
        onClick?.(event);
      }}
      aria-busy={isBusy || undefined}
      disabled={rest.disabled === true || isBusy}
      className={classNames("button", `button-${kind}`, className)}
    />
  );
}

/** An id, which its reader may copy. */
export function Copyable({ text, label }: CopyButtonProps) {
  return (
    <>
      <code>{text}</code> <CopyButton text={text} label={label} />
    </>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string | undefined;
}

const shownMs = 1500;

/** Copies a text; says so for a moment, to screen readers too. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (button: Element) => {
    setState((await copyText(text, button)) ? "copied" : "failed");
  };
  return (
    <Button
      kind="quiet"
      className="copy"
      onClick={({ currentTarget }) => void copy(currentTarget)}
      aria-live="polite"
    >
      {state === "ready" ? (label ?? texts.parts.copy) : texts.parts[state]}
    </Button>
  );
}
