import { compareLanguage } from './compare-language.ts'
import { findPhrases } from './find-phrases.ts'
import { readLanguage, TRANSLATED } from './read-language.ts'

/**
 * Prints what the files of the languages lack, and what in them is not used or not translated:
 *
 *     npm run languages                all languages
 *     npm run languages -- de          one of them
 *     npm run languages -- --phrases   every phrase with the places where it stands, as JSON
 */

const args = process.argv.slice(2)
const { phrases, problems } = findPhrases()
if (args.includes('--phrases')) {
  console.log(JSON.stringify(Object.fromEntries(phrases), null, 2))
} else {
  for (const problem of problems) console.log(problem)
  const chosen = TRANSLATED.filter((language) => args.length === 0 || args.includes(language))
  const found = chosen.map(printed)
  process.exitCode = problems.length > 0 || found.includes(true) ? 1 : 0
}

/** Prints what is wrong with a language, and gives whether something is. */
function printed(language: string): boolean {
  const lists = Object.entries(compareLanguage(phrases, readLanguage(language)))
  console.log(`${language}: ${lists.map(([name, keys]) => `${keys.length} ${name}`).join(', ')}`)
  for (const [name, keys] of lists) for (const key of keys) console.log(`  ${name}: ${key}`)
  return lists.some(([, keys]) => keys.length > 0)
}
