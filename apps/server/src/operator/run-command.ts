import { parseArgs } from 'node:util'
import { asProductRefusal } from '@cairn/auth/store/product-refusal'
import { postgresFailure } from '@cairn/postgres/wire/errors'
import { startFailure } from '../start/start-failure.ts'
import type { Command, Destruction } from './command.ts'
import { COMMANDS } from './commands.ts'
import { openContext } from './context.ts'
import { HELP, listOf, usageOf } from './help.ts'
import { Misused, Refused } from './refused.ts'
import type { Terminal } from './terminal.ts'

/** How a command ends. */
const EXIT = { done: 0, failed: 1, misused: 2 } as const

interface Options {
  env: NodeJS.ProcessEnv
  terminal: Terminal
  commands?: readonly Command[]
}

/**
 * Does what an operator asks for: `accounts --json`. Prints the answer on standard output, and why there is none on
 * standard error.
 *
 * @param words - the command's name and what stands behind it
 * @returns the exit code: 0 for done, 1 for not done or for trouble that was found, 2 for words that are not understood
 */
export async function runCommand(
  words: readonly string[],
  { env, terminal, commands = COMMANDS }: Options,
): Promise<number> {
  const [name = HELP, ...rest] = words
  const asked = commands.find((command) => command.name === name)
  try {
    if (asked !== undefined) return await run(asked, rest, env, terminal)
    if (name !== HELP) throw new Misused(`Cairn does not know ${name}. ${listOf(commands)}`)
    terminal.print(listOf(commands))
    return EXIT.done
  } catch (error) {
    terminal.say(sentenceOf(error))
    if (!(error instanceof Misused)) return EXIT.failed
    if (asked !== undefined) terminal.say(usageOf(asked))
    return EXIT.misused
  }
}

async function run(
  asked: Command,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const { values, operands } = wordsOf(asked, words)
  if (values['help'] === true) {
    terminal.print(usageOf(asked))
    return EXIT.done
  }
  const command = asked.read({ ...values, ...operands })
  const context = openContext(asked.name, env, terminal)
  try {
    const destruction = await command.destroys(context)
    if (destruction !== null && values['yes'] !== true) await confirm(destruction, terminal)
    const { text, json, isTrouble = false } = await command.run(context)
    terminal.print(values['json'] === true ? JSON.stringify(json, null, 2) : text)
    return isTrouble ? EXIT.failed : EXIT.done
  } finally {
    await context.end()
  }
}

/** Parses the words behind a command's name. Throws `Misused` for an unknown option and for an extra word. */
function wordsOf(asked: Command, words: readonly string[]) {
  const parsed = parsedBy(asked, words)
  const [tooMany] = parsed.positionals.slice(asked.operands.length)
  if (tooMany !== undefined) throw new Misused(`${asked.name} does not take ${tooMany}.`)
  const operands = asked.operands.map((operand, index) => [operand, parsed.positionals[index]] as const)
  return { values: parsed.values, operands: Object.fromEntries(operands) }
}

function parsedBy({ options, asks }: Command, words: readonly string[]) {
  const types = Object.entries(options).map(([name, { type }]) => [name, { type }] as const)
  const always = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { ...Object.fromEntries(types), ...always, ...(asks ? { yes: { type: 'boolean' } } : {}) },
    })
  } catch (error) {
    // The first sentence names the word; the others address programmers who call parseArgs.
    throw error instanceof TypeError
      ? new Misused(`${error.message.split('. ')[0]}.`, { cause: error })
      : error
  }
}

async function confirm({ what, name }: Destruction, terminal: Terminal): Promise<void> {
  if (!terminal.isAttended)
    throw new Refused(`${what} Nothing was done: there is no terminal to ask at. Scripts say --yes.`)
  const typed = await terminal.ask(`${what} Type ${name} to go on: `)
  if (typed.trim() !== name) throw new Refused('Nothing was done.')
}

/** The codes of Postgres for tables, columns and functions that do not exist. */
const NOT_THERE = new Set(['42P01', '42703', '42883', '3F000'])

function sentenceOf(error: unknown): string {
  if (error instanceof Refused || error instanceof Misused) return error.message
  if (NOT_THERE.has(postgresFailure(error)?.code ?? ''))
    return 'The database is not of this version. Start this version once, so that it migrates, and ask again.'
  return asProductRefusal(error) ?? startFailure(error)
}
