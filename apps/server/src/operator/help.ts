import type { Command } from './command.ts'

/** The word that lists all commands. */
export const HELP = 'help'

/** All commands, a line each. */
export function listOf(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length))
  return [
    'The commands, each with --json and --help:',
    ...commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
  ].join('\n')
}

/** How one command is given. */
export const usageOf = ({ usage, summary }: Command): string => `${usage} [--json]\n  ${summary}`
