import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How many connections the server holds. */
export interface SocketLimits {
  most: number
  ofOneAddress: number
  /** A proxy that stands for many clients: the second limit is not for it. */
  isProxy: (address: string) => boolean
}

/** The connections of one address. */
interface Group {
  count: number
  idle: Set<Socket>
}

/**
 * Holds no more connections than these. A new one is taken in place of one without a request under way: that which has
 * been idle for the longest time, of the same address where that has too many. Only where all are busy is it refused.
 * A connection that is still sending its headers counts as idle, so slow senders go first.
 */
export function limitSockets(server: Server, { most, ofOneAddress, isProxy }: SocketLimits): void {
  const groups = new Map<string, Group>()
  /** All idle ones, the longest first. */
  const idle = new Set<Socket>()
  let count = 0

  function groupOf(address: string): Group {
    const group = groups.get(address) ?? { count: 0, idle: new Set() }
    groups.set(address, group)
    return group
  }

  function closeFirst(candidates: ReadonlySet<Socket>): boolean {
    const [first] = candidates
    first?.destroy()
    return first !== undefined
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const group = groupOf(address)
    const rest = () => {
      if (socket.destroyed) return
      idle.add(socket)
      group.idle.add(socket)
    }
    const work = () => {
      idle.delete(socket)
      group.idle.delete(socket)
    }
    count += 1
    group.count += 1
    socket.once('close', () => {
      work()
      count -= 1
      group.count -= 1
      if (group.count === 0) groups.delete(address)
    })
    states.set(socket, { rest, work })
    const isTooMany = group.count > ofOneAddress && !isProxy(address)
    if (isTooMany && !closeFirst(group.idle)) socket.destroy()
    else if (!isTooMany && count > most && !closeFirst(idle)) socket.destroy()
    else rest()
  })

  server.on('request', ({ socket }, answer) => {
    states.get(socket)?.work()
    answer.once('close', () => states.get(socket)?.rest())
  })

  const states = new WeakMap<Socket, { rest(): void; work(): void }>()
}
