/** As crypto.randomUUID, which needs a secure context: Quire also runs over plain HTTP in a private network. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
