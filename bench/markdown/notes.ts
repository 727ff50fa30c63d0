const words =
  'the page of a note holds what people write about plans and meetings with links to other pages lists of tasks and now and then a table or some code for everyone who reads it later'.split(
    ' ',
  )

/** A note such as people keep, of about `length` characters, the same on every run. */
export function note(length: number): string {
  const parts: string[] = []
  let size = 0
  for (let section = 1; size < length; section += 1) {
    const part = sectionOf(section)
    parts.push(part)
    size += part.length + 1
  }
  return parts.join('\n').slice(0, length)
}

function sentence(seed: number, count: number): string {
  const chosen = Array.from(
    { length: count },
    (_, index) => words[(seed * 7 + index * 3) % words.length],
  )
  chosen[2] = `**${chosen[2]}**`
  chosen[4] = `*${chosen[4]} ${chosen[5]}*`
  if (seed % 3 === 0) chosen[6] = `\`${chosen[6]}()\``
  if (seed % 4 === 0) chosen[7] = `[${chosen[7]}](https://example.org/${seed} "Page ${seed}")`
  return `${chosen.join(' ')}.`
}

function sectionOf(n: number): string {
  return `## Section ${n}: ${words[n % words.length]}

${sentence(n, 40)} ${sentence(n + 1, 30)}
${sentence(n + 2, 25)}

- ${sentence(n + 3, 10)}
- ${sentence(n + 4, 12)}
  - ${sentence(n + 5, 9)}
  - ${sentence(n + 6, 8)}
- ${sentence(n + 7, 10)}

1. ${sentence(n + 8, 9)}
2. ${sentence(n + 9, 9)}

- [ ] ${sentence(n + 10, 8)}
- [x] ${sentence(n + 11, 9)}

| Name | Value | Note |
| --- | ---: | --- |
| ${words[n % 9]} | ${n * 17} | ${sentence(n + 12, 8)} |
| ${words[n % 7]} | ${n * 3} | \`x\` and ~~y~~ |

> ${sentence(n + 13, 20)}

\`\`\`ts
const value${n} = load(${n}) // ${words[n % 5]}
if (value${n} > 0) report(value${n})
\`\`\`
`
}
