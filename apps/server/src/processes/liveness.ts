/** How long a process may be silent, in turns of so many milliseconds. */
export interface LivenessLimits {
  everyMs: number
  /** A process that has spoken. */
  missed: number
  /** A process that has not spoken yet: it still loads its program. */
  missedAtStart: number
}

/** A slow machine that reads from a busy disk needs a minute to load a program. */
export const LIVENESS: LivenessLimits = { everyMs: 1_000, missed: 15, missedAtStart: 120 }

interface Watched {
  /** Asks the process for an answer. */
  ask(): void
  /** Called once, when the process has left so many questions in a row unanswered. */
  hung(): void
  limits: LivenessLimits
}

/** Looks whether a process answers. */
export interface LivenessWatch {
  /** The process said something. */
  heard(): void
  /** It has ended, or ends. */
  end(): void
}

/**
 * Asks a process once in each turn. Turns are counted, not time: where the machine or the whole server stood still for an
 * hour, one turn has passed.
 */
export function watchLiveness({ ask, hung, limits }: Watched): LivenessWatch {
  let missed = 0
  let most = limits.missedAtStart
  const timer = setInterval(() => {
    if (missed < most) {
      missed += 1
      ask()
      return
    }
    clearInterval(timer)
    hung()
  }, limits.everyMs)
  return {
    heard() {
      missed = 0
      most = limits.missed
    },
    end: () => clearInterval(timer),
  }
}
