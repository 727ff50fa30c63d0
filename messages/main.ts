import { parseArgs } from 'node:util'
import { coverageOf } from './coverage.ts'
import { readEnglish } from './english.ts'
import { isLanguageTag, languages } from './languages.ts'

const usage = `npm run messages                     how much of each language is translated
npm run messages -- --missing TAG    the untranslated messages of a language, as JSON to translate
`

const { values } = parseArgs({
  options: { missing: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help === true) process.stdout.write(usage)
else if (values.missing === undefined) await printCoverage()
else await printMissing(values.missing)

async function printCoverage(): Promise<void> {
  const english = await readEnglish()
  for (const [tag, { name, isReviewed, load }] of Object.entries(languages)) {
    if (tag === 'en') continue
    const { total, missingCount, obsolete } = coverageOf(english, await load())
    const share = ((100 * (total - missingCount)) / total).toFixed(1)
    const notes = [
      isReviewed ? 'reviewed' : 'machine-translated',
      ...(obsolete.length === 0 ? [] : [`remove: ${obsolete.join(', ')}`]),
    ]
    process.stdout.write(
      `${tag.padEnd(8)} ${share.padStart(5)} %  ${total - missingCount} of ${total}  ${name}, ${notes.join('; ')}\n`,
    )
  }
}

async function printMissing(tag: string): Promise<void> {
  if (!isLanguageTag(tag)) {
    process.stderr.write(
      `There is no language ${tag}. Choose ${Object.keys(languages).join(', ')}.\n`,
    )
    process.exitCode = 2
    return
  }
  const { missing } = coverageOf(await readEnglish(), await languages[tag].load())
  process.stdout.write(`${JSON.stringify(missing, null, 2)}\n`)
}
