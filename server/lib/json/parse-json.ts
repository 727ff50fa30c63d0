/** For stored JSON, whose form is checked afterwards: a text that is no JSON stays that text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
