import { Worker } from 'node:worker_threads'

/** How long the event loop of this process may stand, in turns of so many milliseconds. */
export interface HangLimits {
  everyMs: number
  missed: number
}

/** Later than a parent notices, which says so in the log and starts another process. */
const HANGS: HangLimits = { everyMs: 1_000, missed: 20 }

/** Plain JavaScript, so that it needs no file beside the bundled server. It sees no variable and loads nothing of ours. */
const WATCH = `
  const { workerData: { turns, everyMs, missed, sentence } } = require('node:worker_threads')
  let seen = 0
  let stood = 0
  setInterval(() => {
    const now = Atomics.load(turns, 0)
    stood = now === seen ? stood + 1 : 0
    seen = now
    if (stood < missed) return
    try {
      require('node:fs').writeSync(2, sentence)
    } finally {
      process.kill(process.pid, 'SIGKILL')
    }
  }, everyMs)
`

/** All that the watching thread has to do fits. */
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

/**
 * Ends this process with SIGKILL once its event loop has stood for so long, so that what started it can start another: a
 * manager of services, or the person who finds the port free. A thread watches. It counts its own turns, not time: where
 * the whole process stood still, one has passed.
 */
export function endWhenHung({ everyMs, missed }: HangLimits = HANGS): void {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const sentence = `Cairn ends because it has done nothing for ${Math.round((everyMs * missed) / 1_000)} s.\n`
  setInterval(() => Atomics.add(turns, 0, 1), everyMs).unref()
  // Without variables and options it does not load what NODE_OPTIONS has every process load, such as an SDK for traces.
  const options = { eval: true, env: {}, execArgv: [], resourceLimits: SMALL }
  const watch = new Worker(WATCH, { ...options, workerData: { turns, everyMs, missed, sentence } })
  // Without it the process serves all the same.
  watch.on('error', () => {})
  watch.unref()
}
