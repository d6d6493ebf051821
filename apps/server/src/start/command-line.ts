import { parseArgs } from 'node:util'
import { InvalidConfiguration } from '../settings/config.ts'
import { InvalidProject } from '../supabase-project/invalid-project.ts'

/** The commands that an operator can also give as an option. */
const QUESTIONS: ReadonlyMap<string, string> = new Map(
  ['check', 'jobs', 'retry-jobs'].map((command) => [`--${command}`, command]),
)

/** The meaning of the command line: an operator's command, or the start of Cairn or of another project. */
export type CommandLine =
  | { kind: 'command'; words: readonly string[] }
  | { kind: 'start'; project: string | null }

/**
 * Reads the words behind the program's name. A word that is misspelt must not start a server, which migrates.
 *
 * @param args - the words, without the program's own
 * @returns a command with all that stands behind it, or a start; `project` is the folder as it was given, null for Cairn
 *   itself
 * @throws InvalidConfiguration for an option that Cairn does not know and for two questions
 * @throws InvalidProject where `--project` has no folder or stands beside a question
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const [first] = args
  if (first !== undefined && !first.startsWith('-')) return { kind: 'command', words: args }
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { project: { type: 'string' } },
    strict: false,
    tokens: true,
  })
  // The parser can split a word into several tokens: it reads `-abc` as three options.
  const words = [...new Set(tokens.map(({ index }) => index))].map((index) => args[index] ?? '')
  const unknown = words.filter((word) => !QUESTIONS.has(word) && !isProject(word))
  if (unknown.length > 0)
    throw new InvalidConfiguration(
      `Cairn does not know ${unknown.join(', ')}. It takes ${[...QUESTIONS.keys()].join(', ')}, --project <folder>, a ` +
        'command (help lists them), or nothing for a start.',
    )
  const [question, second] = new Set(words.filter((word) => QUESTIONS.has(word)))
  if (question !== undefined && second !== undefined)
    throw new InvalidConfiguration(`${question} does not go together with ${second}.`)
  const command = question === undefined ? undefined : QUESTIONS.get(question)
  if (!words.some(isProject))
    return command === undefined ? { kind: 'start', project: null } : { kind: 'command', words: [command] }
  const { project } = values
  if (typeof project !== 'string' || project === '' || project.startsWith('--'))
    throw new InvalidProject('--project needs a folder: npm start -- --project <folder>')
  if (question !== undefined) throw new InvalidProject(`${question} does not go together with --project.`)
  return { kind: 'start', project }
}

function isProject(word: string): boolean {
  return word === '--project' || word.startsWith('--project=')
}
