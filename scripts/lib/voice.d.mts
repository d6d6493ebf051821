interface Fault {
  line: number
  problem: string
}

export function namelessSentences(text: string): Fault[]
export function problemOfSubject(subject: string): string | null
export function countedPhrases(texts: readonly string[]): [phrase: string, count: number][]
