/** What a code means. The texts are for the API docs and docs/api.md. */
export type ErrorKind = {
  /** Of HTTP. */
  status: number
  condition: string
  /** What to do about it. */
  remedy: string
  /** A message; `{page}` is the id of the page of all examples, and so on. */
  example: string
}
