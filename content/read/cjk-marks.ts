import type { MarkdownIt, StateInline } from 'markdown-it'

const cjk =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u
const sign = /[\p{P}\p{S}]/u
const space = /\s/u

/**
 * Chinese, Japanese and Korean have no spaces between words: `**注意：**正文` is bold. Their punctuation counts as a letter
 * where marks open and close (https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md).
 */
export function useCjkMarks(md: MarkdownIt): void {
  class CjkState extends md.inline.State {
    override scanDelims(
      start: number,
      canSplitWord: boolean,
    ): ReturnType<StateInline['scanDelims']> {
      const scanned = super.scanDelims(start, canSplitWord)
      const before = characterBefore(this.src, start)
      const after = characterAt(this.src, start + scanned.length)
      if (!cjk.test(before) && !cjk.test(after)) return scanned
      const [isBefore, isAfter] = [cjk.test(before), cjk.test(after)]
      const left = !isSpace(after) && (isAfter || !sign.test(after) || isBefore || endsWord(before))
      const right =
        !isSpace(before) && (isBefore || !sign.test(before) || isAfter || endsWord(after))
      return {
        ...scanned,
        can_open: left && (canSplitWord || !right || sign.test(before)),
        can_close: right && (canSplitWord || !left || sign.test(after)),
      }
    }
  }
  md.inline.State = CjkState
}

function isSpace(character: string): boolean {
  return character === '' || space.test(character)
}

function endsWord(character: string): boolean {
  return isSpace(character) || sign.test(character)
}

function characterAt(text: string, position: number): string {
  const code = text.codePointAt(position)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, position: number): string {
  const pair = text.slice(Math.max(0, position - 2), position)
  return pair.length === 2 && (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1)
}
