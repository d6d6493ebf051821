import type { Command } from './command.ts'

/** The word that lists all commands. */
export const HELP = 'help'

/** The longest usage that has its summary beside it; longer ones have it below. */
const MOST_BESIDE = 52

/** All commands and what they do. */
export function listOf(commands: readonly Command[]): string {
  const short = commands.map(({ usage }) => usage.length).filter((length) => length <= MOST_BESIDE)
  const width = Math.max(0, ...short)
  const lineOf = ({ usage, summary }: Command) =>
    usage.length > width
      ? `  ${usage}\n  ${' '.repeat(width)}  ${summary}`
      : `  ${usage.padEnd(width)}  ${summary}`
  return ['The commands, each with --json and --help:', ...commands.map(lineOf)].join('\n')
}

/** The usage and summary of a command. */
export const usageOf = ({ usage, summary }: Command): string => `${usage} [--json]\n  ${summary}`
