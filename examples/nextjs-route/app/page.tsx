"use client";

import { isApiError, PorticoError, ResponseStream } from "@portico/client";
import { useState } from "react";

interface Message {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly text: string;
}

export default function Page() {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [stream, setStream] = useState<ResponseStream | null>(null);
  const [problem, setProblem] = useState("");

  async function ask(question: string) {
    const asked: readonly Message[] = [...messages, said("user", question)];
    setMessages(asked);
    setProblem("");
    try {
      const answer = fetch("/api/chat", {
        method: "POST",
        body: JSON.stringify({ messages: asked }),
      });
      const opened = await ResponseStream.fromResponse(answer);
      setStream(opened);
      const reply = said("assistant", "");
      for await (const _ of opened.textDeltas())
        setMessages([...asked, { ...reply, text: opened.soFar.text }]);
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setStream(null);
    }
  }

  function submit(form: FormData) {
    const question = form.get("question");
    if (typeof question === "string" && question !== "") void ask(question);
  }

  return (
    <main>
      <h1>Chat</h1>
      <ol aria-live="polite">
        {messages.map(({ id, role, text }) => (
          <li key={id} className={role}>
            {text}
          </li>
        ))}
      </ol>
      <p role="alert">{problem}</p>
      <form action={submit}>
        <label>
          Your message <input name="question" autoComplete="off" required />
        </label>
        <button type="submit" disabled={stream !== null}>
          Send
        </button>
        <button type="button" disabled={stream === null} onClick={() => stream?.cancel()}>
          Stop
        </button>
      </form>
    </main>
  );
}

function said(role: Message["role"], text: string): Message {
  return { id: crypto.randomUUID(), role, text };
}

function explain(error: unknown): string {
  if (error instanceof DOMException && error.name === "AbortError") return "Stopped.";
  if (isApiError(error)) return error.serviceMessage;
  if (error instanceof PorticoError) return "The answer broke off.";
  throw error;
}
