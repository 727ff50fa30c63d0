// Browsers leave out control characters and most white space before they look for a scheme.
// oxlint-disable-next-line no-control-regex
const ignored =
  /[\0-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/g

const schemes = new Set(['http', 'https', 'mailto', 'tel'])

/** Whether a page may link to this address: a relative one, or one with a scheme that does not run code. */
export function isSafeUrl(url: string): boolean {
  const scheme = /^([^/?#:]*):/.exec(url.replace(ignored, ''))?.[1]
  return scheme === undefined || schemes.has(scheme.toLowerCase())
}
