import { createInterface } from 'node:readline/promises'
import { say } from '../observe/log-writer.ts'

/** Where a command asks and answers. */
export interface Terminal {
  /** Whether a person is there to answer. */
  isAttended: boolean
  ask(question: string): Promise<string>
  /** The answer, on standard output. */
  print(text: string): void
  /** Everything else, on standard error. */
  say(sentence: string): void
}

/** The terminal of this process. */
export function ownTerminal(): Terminal {
  return {
    isAttended: process.stdin.isTTY === true,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await lines.question(question)
      } finally {
        lines.close()
      }
    },
    print: (text) => process.stdout.write(`${text}\n`),
    say,
  }
}
