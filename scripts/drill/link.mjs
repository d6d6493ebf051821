import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Opens a link to a port that can be cut: then nothing passes any more, and neither side is notified. */
export async function openLink(host, target) {
  const sockets = new Set()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!isCut) to.destroy()
      })
      from.on('data', (chunk) => isCut || to.write(chunk))
      from.on('end', () => isCut || to.end())
    }
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    address: { host, port: server.address().port },
    cut() {
      isCut = true
    },
    /** Repairs the link; data sent while it was cut is lost. */
    mend() {
      isCut = false
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
