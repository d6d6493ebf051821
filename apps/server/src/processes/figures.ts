import cluster, { type Worker } from 'node:cluster'
import { createCountedBefore } from '../metrics/counted-before.ts'
import { type ProcessMetrics, textOfAll } from '../metrics/process-metrics.ts'
import { type Order, type Report, report, tell } from './messages.ts'

/** A process that does not tell by then is busy; the others are shown with what it had counted before. */
const TOLD_WITHIN_MS = 1_000

/** The figures that a process has counted. */
type Values = Extract<Report, { kind: 'figures' }>['values']

interface Round {
  told: Values[]
  missing: Set<number>
  end(): Promise<void>
}

/** In the parent: asks all processes for their figures when somebody reads them at one, and adds its own. */
export function gatherFigures(own: ProcessMetrics): void {
  const rounds = new Map<number, Round>()
  const before = createCountedBefore()
  let last = 0

  async function begin(asker: Worker): Promise<void> {
    last += 1
    const round = last
    const mine = await own.values()
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const countedBefore = before.now()
    const missing = new Set(asked.map(({ id }) => id))
    const late = setTimeout(() => void rounds.get(round)?.end(), TOLD_WITHIN_MS)
    const told: Values[] = [mine.map((value) => ({ ...value }))]
    rounds.set(round, {
      told,
      missing,
      async end() {
        clearTimeout(late)
        rounds.delete(round)
        told.push((await countedBefore(missing)).map((value) => ({ ...value })))
        tell(asker, { kind: 'figures of all', values: told })
      },
    })
    for (const worker of asked) tell(worker, { kind: 'tell figures', round })
  }

  cluster.on('message', (worker: Worker, message: unknown) => {
    const said = report.parse(message)
    if (said.kind === 'wants figures') void begin(worker)
    if (said.kind !== 'figures') return
    before.told(worker.id, said.values)
    const round = rounds.get(said.round)
    if (round === undefined || !round.missing.delete(worker.id)) return
    round.told.push(said.values)
    if (round.missing.size === 0) void round.end()
  })
  cluster.on('exit', ({ id }) => before.ended(id))
}

/** In a process: shows the figures of all instead of its own. */
export interface SharedFigures {
  counted: ProcessMetrics
  /** Takes what the parent says of figures. */
  hear(order: Order): void
}

/** `say` sends to the parent, which {@link gatherFigures}. */
export function shareFigures(own: ProcessMetrics, say: (report: Report) => void): SharedFigures {
  let waiting: ((text: Promise<string>) => void)[] = []

  async function tellOwn(round: number): Promise<void> {
    const values = await own.values()
    say({ kind: 'figures', round, values: values.map((value) => ({ ...value })) })
  }

  return {
    counted: {
      ...own,
      text: () =>
        new Promise((resolve) => {
          // A parent that does not answer is about to end.
          const late = setTimeout(() => resolve(own.text()), 2 * TOLD_WITHIN_MS)
          waiting.push((text) => {
            clearTimeout(late)
            resolve(text)
          })
          say({ kind: 'wants figures' })
        }),
    },
    hear(order) {
      if (order.kind === 'tell figures') void tellOwn(order.round)
      if (order.kind !== 'figures of all') return
      const text = textOfAll(order.values)
      for (const show of waiting) show(text)
      waiting = []
    },
  }
}
