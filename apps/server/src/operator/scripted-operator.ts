import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import type { Command } from './command.ts'
import { runCommand } from './run-command.ts'

/** The exit code of a command, and its output. */
export interface Ended {
  code: number
  printed: string
  said: string
}

interface Options {
  env: NodeJS.ProcessEnv
  commands?: readonly Command[]
}

/** The settings of an installation whose database is at `target`. */
export const settingsFor = ({ host, port, database, user, password }: ConnectionTarget) => ({
  DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
})

/**
 * An operator for tests: `give` types the words of a command. A question is answered with `answer`; without an answer
 * there is no terminal.
 */
export const scriptedOperator = ({ env, commands }: Options) => ({
  async give(words: readonly string[], answer?: string): Promise<Ended> {
    let printed = ''
    let said = ''
    const code = await runCommand(words, {
      env,
      ...(commands === undefined ? {} : { commands }),
      terminal: {
        isAttended: answer !== undefined,
        ask: async (question) => {
          said += question
          return answer ?? ''
        },
        print: (text) => {
          printed += `${text}\n`
        },
        say: (sentence) => {
          said += `${sentence}\n`
        },
      },
    })
    return { code, printed, said }
  },
})
