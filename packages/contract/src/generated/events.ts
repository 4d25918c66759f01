// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.

/** Every stream event of the contract by its type. */
export const events = {
  "response.created": {
    "schema": "ResponseCreatedEvent",
    "addition": false,
    "terminal": false
  },
  "response.in_progress": {
    "schema": "ResponseInProgressEvent",
    "addition": true,
    "terminal": false
  },
  "response.output_item.added": {
    "schema": "OutputItemAddedEvent",
    "addition": false,
    "terminal": false
  },
  "response.content_part.added": {
    "schema": "ContentPartAddedEvent",
    "addition": false,
    "terminal": false
  },
  "response.content_part.delta": {
    "schema": "ContentPartDeltaEvent",
    "addition": false,
    "terminal": false
  },
  "response.output_text.delta": {
    "schema": "OutputTextDeltaEvent",
    "addition": true,
    "terminal": false
  },
  "response.output_text.done": {
    "schema": "OutputTextDoneEvent",
    "addition": true,
    "terminal": false
  },
  "response.content_part.done": {
    "schema": "ContentPartDoneEvent",
    "addition": true,
    "terminal": false
  },
  "response.reasoning_summary_part.added": {
    "schema": "ReasoningSummaryPartAddedEvent",
    "addition": true,
    "terminal": false
  },
  "response.reasoning_summary_text.delta": {
    "schema": "ReasoningSummaryTextDeltaEvent",
    "addition": true,
    "terminal": false
  },
  "response.reasoning_summary_text.done": {
    "schema": "ReasoningSummaryTextDoneEvent",
    "addition": true,
    "terminal": false
  },
  "response.reasoning_summary_part.done": {
    "schema": "ReasoningSummaryPartDoneEvent",
    "addition": true,
    "terminal": false
  },
  "response.function_call_arguments.delta": {
    "schema": "FunctionCallArgumentsDeltaEvent",
    "addition": true,
    "terminal": false
  },
  "response.function_call_arguments.done": {
    "schema": "FunctionCallArgumentsDoneEvent",
    "addition": false,
    "terminal": false
  },
  "response.output_item.done": {
    "schema": "OutputItemDoneEvent",
    "addition": false,
    "terminal": false
  },
  "response.completed": {
    "schema": "ResponseCompletedEvent",
    "addition": true,
    "terminal": true
  },
  "response.incomplete": {
    "schema": "ResponseIncompleteEvent",
    "addition": true,
    "terminal": true
  },
  "response.failed": {
    "schema": "ResponseFailedEvent",
    "addition": true,
    "terminal": true
  },
  "error": {
    "schema": "ErrorEvent",
    "addition": true,
    "terminal": false
  },
  "response.done": {
    "schema": "ResponseDoneEvent",
    "addition": false,
    "terminal": false
  },
  "response.custom_tool_call_input.delta": {
    "schema": "CustomToolCallInputDeltaEvent",
    "addition": true,
    "terminal": false
  },
  "response.custom_tool_call_input.done": {
    "schema": "CustomToolCallInputDoneEvent",
    "addition": true,
    "terminal": false
  }
} as const;
