/** Memory that clients make the server hold, bounded in all. */
export interface ByteBudget {
  /**
   * Counts what `holder` holds from now on, in place of what it held before. Beyond the budget those are cut off who
   * hold the most: of the network with the most bytes the holder that has held some for the longest time.
   */
  hold(holder: object, held: Held): void
  release(holder: object): void
}

interface Held {
  network: string
  bytes: number
  /** Ends the connection, so that nothing is held for it any more. */
  cut: () => void
}

/** Makes a budget of so many bytes. */
export function createByteBudget(most: number): ByteBudget {
  /** In the order in which they began to hold something. */
  const holders = new Map<object, Held>()
  let total = 0

  function release(holder: object): void {
    total -= holders.get(holder)?.bytes ?? 0
    holders.delete(holder)
  }

  return {
    release,
    hold(holder, held) {
      total += held.bytes - (holders.get(holder)?.bytes ?? 0)
      holders.set(holder, held)
      while (total > most) {
        const victim = oldestOfLargest(holders)
        if (victim === undefined) return
        release(victim[0])
        victim[1].cut()
      }
    },
  }
}

function oldestOfLargest(holders: ReadonlyMap<object, Held>): [object, Held] | undefined {
  const sums = new Map<string, number>()
  for (const { network, bytes } of holders.values()) sums.set(network, (sums.get(network) ?? 0) + bytes)
  const [largest] = [...sums].toSorted(([, a], [, b]) => b - a)
  return [...holders].find(([, { network, bytes }]) => network === largest?.[0] && bytes > 0)
}
