/** Names that strangers can choose: what is stored here runs in no page of the console. Each sets `window.stolen` if it ran. */
export const payloads = [
  `<script>window.stolen = "script"</script>`,
  `<img src=x onerror="window.stolen='image'">`,
  `"><svg onload="window.stolen='svg'">`,
  `'-(window.stolen='quote')-'`,
  `javascript:window.stolen='link'`,
  `</textarea><script>window.stolen='closed'</script>`,
  "{{window.stolen='braces'}}",
  `<a href="javascript:window.stolen='anchor'">press</a>`,
  "\u202etxet desrever \u200bhidden",
  `=HYPERLINK("https://elsewhere.example","press")`,
] as const;
