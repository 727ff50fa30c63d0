/**
 * What an English message takes, read from its text by the compiler: `'Remove {name}?'` takes `{ name }`,
 * `'{count, plural, one {# page} other {# pages}}'` takes `{ count: number }`, `'Read <link>this</link>.'` takes
 * a function `link`. A branch of a plural is recognized by its `#`, its spaces or its capital letter.
 */
export type Values<Text extends string, Node> = Arguments<Text> & Tags<Text, Node>

export type HasTags<Text extends string> = Text extends `${string}</${string}` ? true : false

type Arguments<Text> = Text extends `${string}{${infer Rest}`
  ? Argument<Before<Rest, '}'>> & Arguments<Rest>
  : unknown

type Argument<Inside extends string> = Inside extends `${infer Name}, ${infer Format}`
  ? Record<Name, Formatted<Format>>
  : Inside extends '' | `${string} ${string}` | `#${string}` | Capitalize<Inside>
    ? unknown
    : Record<Inside, string | number>

type Formatted<Format> = Format extends `select,${string}`
  ? string
  : Format extends `date${string}` | `time${string}`
    ? Date | number
    : number

type Tags<Text, Node> = Text extends `${string}</${infer Rest}`
  ? Record<Before<Rest, '>'>, (children: Node[]) => Node> & Tags<Rest, Node>
  : unknown

type Before<Text, End extends string> = Text extends `${infer Start}${End}${string}` ? Start : ''
