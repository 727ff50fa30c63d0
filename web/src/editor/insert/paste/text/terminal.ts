// What terminals write between letters to colour them.
// oxlint-disable-next-line no-control-regex
const colours = /\u001b\[[\d;?]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007/g
const prompt =
  /^(?:\([\w.-]+\) )?(?:\[?[\w.-]+@[\w.-]+[: ][^\n]{0,100}[$#%>] |\$ |% |❯ |➜ {1,2}|PS [A-Z]:\\[^>\n]*> ?|[A-Z]:\\[^>\n]*>|>>> |In \[\d+\]: |mysql> |postgres=[#>] )\S/
const trace =
  /^(?:Traceback \(most recent call last\):|Exception in thread|panic: |goroutine \d+ \[|\s+at [\w.$<>]+ ?\(|\s+File "[^"]+", line \d+|diff --git |commit [\da-f]{40}$)/m
const drawn = /[│├└─┌┐┘┤┬┴┼╭╮╯╰║═]|^\+(?:-+\+)+$/m

export function withoutColours(text: string): string {
  return text.replace(colours, '')
}

/** The language of text from a terminal, or undefined if it is none. */
export function terminalLanguage(text: string): string | undefined {
  const [first = ''] = text.trimStart().split('\n', 1)
  if (/^>>> \S/.test(first)) return 'python'
  if (/^PS [A-Z]:\\/.test(first)) return 'powershell'
  if (prompt.test(first)) return 'console'
  if (/^diff --git /m.test(text)) return 'diff'
  return trace.test(text) || (drawn.test(text) && text.includes('\n')) ? '' : undefined
}
