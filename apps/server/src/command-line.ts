import { parseArgs } from 'node:util'
import { InvalidConfiguration } from './config.ts'
import { InvalidProject } from './project/invalid-project.ts'

/** What an operator asks instead of a start. */
const QUESTIONS = ['--check', '--jobs', '--retry-jobs'] as const

/** A question of an operator, as it stands in the command line. */
export type Question = (typeof QUESTIONS)[number]

/** What the command line asks: the answer to a question, or the start of Cairn or of another project. */
export type CommandLine = { kind: 'question'; question: Question } | { kind: 'start'; project: string | null }

/**
 * Reads the words behind the program's name. A word that is misspelt must not start a server, which migrates.
 *
 * @param args - the words, without the program's own
 * @returns one question, or a start; `project` is the folder as it was given, null for Cairn itself
 * @throws InvalidConfiguration for a word that Cairn does not know and for two questions
 * @throws InvalidProject where `--project` has no folder or stands beside a question
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { project: { type: 'string' } },
    strict: false,
    tokens: true,
  })
  // One word can be several tokens: `-abc` is three options to the parser.
  const words = [...new Set(tokens.map(({ index }) => index))].map((index) => args[index] ?? '')
  const unknown = words.filter((word) => !isQuestion(word) && !isProject(word))
  if (unknown.length > 0)
    throw new InvalidConfiguration(
      `Cairn does not know ${unknown.join(', ')}. It takes ${QUESTIONS.join(', ')}, --project <folder>, or nothing for a start.`,
    )
  const [question, second] = new Set(words.filter(isQuestion))
  if (question !== undefined && second !== undefined)
    throw new InvalidConfiguration(`${question} does not go together with ${second}.`)
  if (!words.some(isProject))
    return question === undefined ? { kind: 'start', project: null } : { kind: 'question', question }
  const { project } = values
  if (typeof project !== 'string' || project === '' || project.startsWith('--'))
    throw new InvalidProject('--project needs a folder: npm start -- --project <folder>')
  if (question !== undefined) throw new InvalidProject(`${question} does not go together with --project.`)
  return { kind: 'start', project }
}

function isQuestion(word: string): word is Question {
  return QUESTIONS.some((question) => question === word)
}

function isProject(word: string): boolean {
  return word === '--project' || word.startsWith('--project=')
}
