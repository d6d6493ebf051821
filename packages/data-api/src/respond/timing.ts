type Step = 'jwt' | 'parse' | 'plan' | 'transaction' | 'response'

const STEPS: readonly Step[] = ['jwt', 'parse', 'plan', 'transaction', 'response']

/** How long each step of a request takes. A step that was skipped, as what is cached is, took no time. */
export interface Timing {
  done(step: Exclude<Step, 'jwt' | 'response'>): void
  /** Writes the header `Server-Timing`: this is the end of the last step. */
  show(response: Response): void
}

/**
 * Measures a request, whose caller was recognised before it came here.
 * Source: https://docs.postgrest.org/en/v14/references/observability.html#server-timing-header
 */
export function createTiming(authenticatedInMs = 0): Timing {
  const took = new Map<Step, number>([['jwt', authenticatedInMs]])
  let began = performance.now()
  const done = (step: Step) => {
    const now = performance.now()
    took.set(step, now - began)
    began = now
  }
  return {
    done,
    show(response) {
      done('response')
      const parts = STEPS.map((step) => `${step};dur=${(took.get(step) ?? 0).toFixed(1)}`)
      response.headers.set('server-timing', parts.join(', '))
    },
  }
}
