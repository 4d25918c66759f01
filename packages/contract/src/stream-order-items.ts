import {
  append,
  type Fields,
  fieldsOf,
  isFinished,
  isJson,
  isSame,
  type Progress,
  type Rule,
  textsIn,
} from "./stream-order-progress.ts";

/** A thought's paragraphs come one after the other; a thought whose words are not shown has none. */
const thoughtRules: Readonly<Record<string, Rule>> = {
  "response.reasoning_summary_part.added": (progress, event) => {
    progress.state = "paragraph";
    const isEmpty = fieldsOf(event["part"])["text"] === "";
    return otherParagraph(progress, event) ?? (isEmpty ? null : "a part begins with an empty text");
  },
  "response.reasoning_summary_text.delta": (progress, event) =>
    otherParagraph(progress, event) ?? append(progress, event["delta"]),
  "response.reasoning_summary_text.done": (progress, event) => {
    progress.state = "paragraphDone";
    return otherParagraph(progress, event) ?? otherSum(progress, event["text"]);
  },
  "response.reasoning_summary_part.done": (progress, event) => {
    const wrong =
      otherParagraph(progress, event) ?? otherSum(progress, fieldsOf(event["part"])["text"]);
    progress.item?.texts.push(progress.item.piece);
    if (progress.item !== undefined) progress.item.piece = "";
    progress.state = "thought";
    return wrong;
  },
};

/** What is wrong with a thought that begins. Its seal is of the whole thought, so it comes at the end. */
function addedThought(item: Fields): string | null {
  if (!isSame(item["summary"], [])) return "a thought is added with an empty summary";
  return "encrypted_content" in item ? "encrypted_content comes when the thought is done" : null;
}

/** What is wrong with a thought that is done. */
function otherThought(progress: Progress, item: Fields): string | null {
  if (!isSame(textsIn(item["summary"]), progress.item?.texts))
    return "its summary is not that of its paragraphs";
  if (item["encrypted_content"] === "") return "its encrypted_content is empty";
  return isFinished(item) ? null : "the status of a finished thought is completed or incomplete";
}

function otherParagraph(progress: Progress, event: Fields): string | null {
  const position = progress.item?.texts.length;
  if (event["summary_index"] === position) return null;
  return `summary_index is ${event["summary_index"]}, not ${position}`;
}

function otherSum(progress: Progress, text: unknown): string | null {
  return text === progress.item?.piece ? null : "its text is not the sum of the deltas";
}

/** What the events of an item must agree with, and the state after each. */
export const itemRules: Readonly<Record<string, Rule>> = {
  "response.output_item.added": added,
  "response.content_part.added": (progress, event) => {
    progress.state = "part";
    const part = fieldsOf(event["part"]);
    const position = progress.item?.texts.length;
    if (event["content_index"] !== position)
      return `content_index is ${event["content_index"]}, not ${position}`;
    return part["text"] === "" ? null : "a part begins with an empty text";
  },
  "response.output_text.delta": (progress, event) => {
    progress.delta = event["delta"];
    progress.state = progress.both ? "delta" : "part";
    return otherPart(progress, event) ?? append(progress, event["delta"]);
  },
  "response.content_part.delta": (progress, event) => {
    progress.state = "part";
    if (event["delta"] !== progress.delta)
      return "its delta is not that of response.output_text.delta";
    return otherPart(progress, event);
  },
  "response.output_text.done": (progress, event) => {
    progress.state = "textDone";
    const agrees = event["text"] === progress.item?.piece;
    return otherPart(progress, event) ?? (agrees ? null : "its text is not the sum of the deltas");
  },
  "response.content_part.done": (progress, event) => {
    const text = fieldsOf(event["part"])["text"];
    if (text !== progress.item?.piece) return "its text is not the sum of the deltas";
    const wrong = otherPart(progress, event);
    progress.item?.texts.push(progress.item.piece);
    if (progress.item !== undefined) progress.item.piece = "";
    progress.state = "partDone";
    return wrong;
  },
  "response.function_call_arguments.delta": (progress, event) => append(progress, event["delta"]),
  "response.function_call_arguments.done": (progress, event) => {
    progress.state = "argumentsDone";
    if (event["arguments"] !== progress.item?.piece)
      return "its arguments are not the sum of the deltas";
    if ("name" in event && event["name"] !== progress.item?.added["name"])
      return "its name is not that of the added item";
    return isJson(event["arguments"]) ? null : "its arguments are not valid JSON";
  },
  "response.custom_tool_call_input.delta": (progress, event) => append(progress, event["delta"]),
  "response.custom_tool_call_input.done": (progress, event) => {
    progress.state = "argumentsDone";
    return event["input"] === progress.item?.piece
      ? null
      : "its input is not the sum of the deltas";
  },
  ...thoughtRules,
  "response.output_item.done": done,
};

function otherPart(progress: Progress, event: Fields): string | null {
  const position = progress.item?.texts.length;
  if (event["content_index"] === position) return null;
  return `content_index is ${event["content_index"]}, not ${position}`;
}

function added(progress: Progress, event: Fields): string | null {
  const item = fieldsOf(event["item"]);
  const { type, id, call_id: callId } = item;
  progress.item = { id, added: item, texts: [], piece: "" };
  if (item["status"] !== "in_progress") return "the status of an added item is in_progress";
  const ids = type === "function_call" || type === "custom_tool_call" ? [id, callId] : [id];
  return beginItem(progress, item) ?? usedBefore(progress, ids);
}

function beginItem(progress: Progress, item: Fields): string | null {
  switch (item["type"]) {
    case "message":
      progress.state = "message";
      return isSame(item["content"], []) ? null : "a message is added without content";
    case "function_call":
      progress.state = "call";
      return item["arguments"] === "" ? null : "a call is added with empty arguments";
    case "custom_tool_call":
      progress.state = "customCall";
      return item["input"] === "" ? null : "a call is added with an empty input";
    case "reasoning":
      progress.state = "thought";
      return addedThought(item);
    case "web_search_call":
    case "file_search_call":
    case "code_interpreter_call":
    case "image_generation_call":
    case "mcp_list_tools":
    case "mcp_call":
    case "computer_call":
      progress.state = "hosted";
      return null;
    default:
      return "its item is of an unknown type";
  }
}

function usedBefore(progress: Progress, ids: readonly unknown[]): string | null {
  for (const id of ids) {
    if (typeof id !== "string" || id === "") return "the item lacks an id";
    if (progress.ids.has(id)) return `the id ${id} was used before`;
    progress.ids.add(id);
  }
  return null;
}

function done(progress: Progress, event: Fields): string | null {
  const item = fieldsOf(event["item"]);
  const open = progress.item;
  for (const field of ["type", "id", "call_id", "name", "role"])
    if (item[field] !== open?.added[field]) return `its ${field} is not that of the added item`;
  const wrong = otherContent(progress, item);
  progress.item = undefined;
  progress.done.push(item);
  progress.state = "between";
  return wrong;
}

function otherContent(progress: Progress, item: Fields): string | null {
  switch (item["type"]) {
    case "message":
      return otherTexts(progress, item);
    case "reasoning":
      return otherThought(progress, item);
    case "function_call":
    case "custom_tool_call":
      return otherArguments(progress, item);
    default:
      return null;
  }
}

function otherTexts(progress: Progress, item: Fields): string | null {
  if (!isSame(textsIn(item["content"]), progress.item?.texts))
    return "its content is not that of its parts";
  return isFinished(item) ? null : "the status of a finished message is completed or incomplete";
}

function otherArguments(progress: Progress, item: Fields): string | null {
  if (item["status"] !== "completed") return "the status of a finished call is completed";
  const written = item["type"] === "custom_tool_call" ? item["input"] : item["arguments"];
  return written === progress.item?.piece ? null : "its arguments are not those of the call";
}
