import type { z } from 'zod'
import type { Context } from './context.ts'
import { Misused } from './refused.ts'

/** The result of a command. */
interface Answer {
  /** The text for people. */
  text: string
  /** The same for scripts, with --json. */
  json: unknown
  /** Something is to be mended: the command ends with 1. */
  isTrouble?: boolean
}

/** The data that a command destroys. */
export interface Destruction {
  /** A description, in a sentence. */
  what: string
  /** The name that an operator has to type as confirmation. */
  name: string
}

interface Option {
  type: 'string' | 'boolean'
  /** The placeholder of the option's value, in the usage. */
  value?: string
  /** Whether the command requires the option. */
  required?: boolean
}

interface CommandParts<Input> {
  /** A single word in lower case, with hyphens. */
  name: string
  /** A single line. */
  summary: string
  /** The names of the operands, in capital letters; optional ones in brackets. `input` has them in lower case. */
  operands?: readonly string[]
  options?: Readonly<Record<string, Option>>
  input: z.ZodType<Input>
  /** Returns the data that `run` will destroy this time, before it runs; null where it destroys nothing. */
  destroys?: (context: Context, input: Input) => Promise<Destruction | null>
  run: (context: Context, input: Input) => Promise<Answer>
}

/** A command whose words were parsed. */
interface ReadCommand {
  destroys(context: Context): Promise<Destruction | null>
  run(context: Context): Promise<Answer>
}

/** A command that an operator can give by its name. */
export interface Command {
  name: string
  summary: string
  /** The whole line that the operator types. */
  usage: string
  operands: readonly string[]
  options: Readonly<Record<string, Option>>
  /** Whether it asks for confirmation, so that scripts need --yes. */
  asks: boolean
  /** Checks operands and options, given by their names. Throws `Misused`. */
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
