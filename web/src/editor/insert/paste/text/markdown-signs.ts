const blockSigns =
  /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |`{3}|~{3}|\|.*\||\${2}|\[\^[^\]\s]+\]: |<details>|(?:[-*_] *){3,}$)/m
const inlineSigns = /\*\*\S.*?\S?\*\*|`[^`\n]+`|!?\[[^\]\n]*\]\([^)\s]+|~~\S.*?~~/

/** Whether a text says more as Markdown than as it is. */
export function looksLikeMarkdown(text: string): boolean {
  return hasBlockSigns(text) || inlineSigns.test(text)
}

export function hasBlockSigns(text: string): boolean {
  return blockSigns.test(text)
}
