// Tab and line feed stay; PostgreSQL refuses NUL, and no reader shows the others.
// oxlint-disable-next-line no-control-regex
const unwanted = /[\u0001-\u0008\u000b-\u001f]/g
// oxlint-disable-next-line no-control-regex
const suspicious = /[\0-\u0008\u000b-\u001f\ud800-\udfff]/

/** Text that every store and browser accepts: well-formed, without control characters. */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n')
  return lines.replaceAll('\0', '\ufffd').replace(unwanted, '')
}
