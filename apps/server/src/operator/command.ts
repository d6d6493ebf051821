import type { z } from 'zod'
import type { Context } from './context.ts'
import { Misused } from './refused.ts'

/** What a command has done or found. */
interface Answer {
  /** For people. */
  text: string
  /** The same for scripts, with --json. */
  json: unknown
  /** Something is to be mended: the command ends with 1. */
  isTrouble?: boolean
}

/** What is gone once a command is done. */
export interface Destruction {
  /** In a sentence. */
  what: string
  /** Typed by a person who means it. */
  name: string
}

interface Option {
  type: 'string' | 'boolean'
  /** What stands behind it, in the usage. */
  value?: string
  /** Whether the command is nothing without it. */
  required?: boolean
}

interface CommandParts<Input> {
  /** One word in small letters, with hyphens. */
  name: string
  /** One line. */
  summary: string
  /** What stands behind the name, in capital letters; in brackets what can be left out. `input` has them in small letters. */
  operands?: readonly string[]
  options?: Readonly<Record<string, Option>>
  input: z.ZodType<Input>
  /** Asked before `run`, where it destroys something; null where it does not this time. */
  destroys?: (context: Context, input: Input) => Promise<Destruction | null>
  run: (context: Context, input: Input) => Promise<Answer>
}

/** A command of which its words were read. */
interface ReadCommand {
  destroys(context: Context): Promise<Destruction | null>
  run(context: Context): Promise<Answer>
}

/** What an operator can ask for by its name. */
export interface Command {
  name: string
  summary: string
  /** The whole line that the operator types. */
  usage: string
  operands: readonly string[]
  options: Readonly<Record<string, Option>>
  /** Whether it asks, so that scripts need --yes. */
  asks: boolean
  /** Checks what stands behind the name: operands and options by their names. Throws `Misused`. */
  read(values: Readonly<Record<string, unknown>>): ReadCommand
}

/**
 * Makes a command of its parts.
 *
 *     command({
 *       name: 'greet',
 *       summary: 'greets a person',
 *       operands: ['NAME'],
 *       input: z.object({ name: z.string() }),
 *       run: async (_context, { name }) => ({ text: `Hello, ${name}.`, json: { greeted: name } }),
 *     })
 */
export function command<Input>({
  name,
  summary,
  operands = [],
  options = {},
  input,
  destroys,
  run,
}: CommandParts<Input>): Command {
  const asks = destroys !== undefined
  return {
    name,
    summary,
    usage: [name, ...operands, ...Object.entries(options).map(usageOf), ...(asks ? ['[--yes]'] : [])].join(
      ' ',
    ),
    operands: operands.map((operand) => operand.replace(/[[\]]/g, '').toLowerCase()),
    options,
    asks,
    read(values) {
      const parsed = input.safeParse(values)
      if (!parsed.success) throw new Misused(parsed.error.issues.map(faultOf(options)).join('\n'))
      return {
        destroys: async (context) => (await destroys?.(context, parsed.data)) ?? null,
        run: (context) => run(context, parsed.data),
      }
    },
  }
}

function usageOf([name, { type, value, required = false }]: [string, Option]): string {
  const given = type === 'boolean' ? `--${name}` : `--${name} ${value ?? 'VALUE'}`
  return required ? given : `[${given}]`
}

const faultOf =
  (options: Readonly<Record<string, Option>>) =>
  ({ path, message }: z.core.$ZodIssue): string => {
    const [name = ''] = path.map(String)
    return `${name in options ? `--${name}` : name.toUpperCase()}: ${message}`
  }
